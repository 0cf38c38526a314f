/** The routes from URLs to pages. Each page is loaded lazily, so that it does not slow down the others. */

import type { Component } from "svelte"
import { loadFurtherTexts } from "../i18n"

interface Opened {
  Page: Component
  props: object
}

/** By the first segment of the path: the page for the rest, or null if there is none. */
const PAGES: Record<string, (second: string | null) => Promise<Opened> | null> = {
  "": () => opened(import("./Gallery.svelte"), {}),
  new: () => opened(import("./TablePage.svelte"), { id: null }),
  t: (id) => (id === null ? null : opened(import("./TablePage.svelte"), { id })),
  learn: (key) =>
    key === null ? opened(import("./Learn.svelte"), {}) : opened(import("./LessonPage.svelte"), { key }),
  play: () => withTeams(opened(import("./Play.svelte"), {})),
  b: (id) => (id === null ? null : withTeams(opened(import("./BattlePage.svelte"), { id }))),
  account: () => opened(import("./Account.svelte"), {}),
  team: (key) =>
    withTeams(key === null ? opened(import("./Teams.svelte"), {}) : opened(import("./TeamBuilder.svelte"), { key })),
  replay: (id) => opened(import("./ReplayPage.svelte"), { id }),
  rules: (system) => opened(import("./Rulebook.svelte"), { system }),
}

/** The pages whose texts are loaded from the start; tools/client_texts.py lists their files. */
const FIRST = ["", "new", "t", "rules"]

/** Return the page for the path of a URL, with its parameters. */
export async function pageOf(path: string): Promise<Opened> {
  const [, first = "", second] = path.split("/").map(decodeURIComponent)
  if (!FIRST.includes(first)) await loadFurtherTexts()
  const page = Object.hasOwn(PAGES, first) ? PAGES[first]?.(second || null) : null
  return page ?? opened(import("./Nowhere.svelte"), {})
}

/** Synchronize the teams of users with an account before a page shows them. */
async function withTeams(page: Promise<Opened>): Promise<Opened> {
  const { followTeams } = await import("../teams/following")
  await followTeams()
  return page
}

async function opened<Props extends object>(
  module: Promise<{ default: Component<Props> }>,
  props: Props,
): Promise<Opened> {
  return { Page: (await module).default as Component, props }
}
