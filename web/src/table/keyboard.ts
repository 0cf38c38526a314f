/** The keys of a table and their effects, in the order of the list that `?` shows. */

import { t } from "../i18n"
import { OVERLAYS, TOOLS } from "./view.svelte"

export interface Commands {
  nextPiece(step: 1 | -1): void
  press(): void
  take(): void
  escape(): void
  overlay(name: (typeof OVERLAYS)[number]): void
  whyNot(): void
  undo(): void
  redo(): void
  list(): void
  words(): void
  keys(): void
  sayAll(): void
  tool(name: (typeof TOOLS)[number]): void
  nextFeature(step: 1 | -1): void
}

/** Return all keys with descriptions of their effects. */
export function keyList(): [string, string][] {
  return [
    ["↑ ↓ ← →", t("to the neighbouring cell")],
    ["N P", t("next and previous piece")],
    ["F", t("next feature of a free table; with Shift: the one before")],
    [t("Enter"), t("select a piece; on another: ask the shot; with a tool: put it there")],
    ["M", t("take the piece up; Enter puts it down, Escape back")],
    ["S", t("what it sees")],
    ["R", t("where it can go")],
    ["T", t("who can hit where")],
    ["A", t("where to go from here")],
    ["W", t("what would open the shot")],
    ["L", t("list of what the piece sees, by distance and direction")],
    ["D", t("say the whole answer")],
    ["U", t("undo; with Shift: redo")],
    ["1 … 7", t("the tools")],
    ["/", t("a line for the words of the terminal: shot Ann Ben")],
    [t("Esc"), t("let go")],
    ["?", t("this list")],
  ]
}

/** Execute the command of a key; return whether it has one. */
export function executeKey({ key, shiftKey }: KeyboardEvent, commands: Commands): boolean {
  const simple: Record<string, () => void> = {
    n: () => commands.nextPiece(1),
    p: () => commands.nextPiece(-1),
    Enter: commands.press,
    " ": commands.press,
    f: () => commands.nextFeature(shiftKey ? -1 : 1),
    m: commands.take,
    Escape: commands.escape,
    s: () => commands.overlay("see"),
    r: () => commands.overlay("reach"),
    t: () => commands.overlay("threat"),
    a: () => commands.overlay("advise"),
    w: commands.whyNot,
    u: shiftKey ? commands.redo : commands.undo,
    l: commands.list,
    d: commands.sayAll,
    "/": commands.words,
    "?": commands.keys,
  }
  const tool = TOOLS[Number(key) - 1]
  const found = simple[key.length === 1 ? key.toLowerCase() : key] ?? (tool && (() => commands.tool(tool)))
  found?.call(commands)
  return found !== undefined
}

/** Return whether a key is meant for something other than the board: a field, a window, a browser shortcut. */
export function isForOtherElement(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  const target = event.target as Element
  if (target.closest("[role=dialog], [role=menu], input, select, textarea, [contenteditable]")) return true
  return (event.key === "Enter" || event.key === " ") && target.closest("button, a, summary, [role=tab]") !== null
}
