/** Which page an address opens. Each is loaded when it is opened, so that none makes the others longer to wait for. */

import type { Component } from "svelte"
import { loadFurtherTexts } from "../i18n"

interface Opened {
  Page: Component
  props: object
}

/** By the first part of the address: the page of what follows it, or null where there is none. */
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

/** The pages whose texts are there from the start; tools/client_texts.py names their files. */
const FIRST = ["", "new", "t", "rules"]

/** Return the page of the path of an address, with what it is of. */
export async function pageOf(path: string): Promise<Opened> {
  const [, first = "", second] = path.split("/").map(decodeURIComponent)
  if (!FIRST.includes(first)) await loadFurtherTexts()
  const page = Object.hasOwn(PAGES, first) ? PAGES[first]?.(second || null) : null
  return page ?? opened(import("./Nowhere.svelte"), {})
}

/** Let the teams of somebody with an account come along before a page shows them. */
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
