/** The keys of a battle and their effects, in the order of the list that `?` shows. */

import { t } from "../i18n"

export interface BattleCommands {
  nextPiece(step: 1 | -1): void
  press(): void
  escape(): void
  kind(name: string): void
  kindAt(index: number): boolean
  toActive(): void
  threats(): void
  list(): void
  hint(): Promise<void>
  typed(): void
  keys(): void
  situation(): void
}

/** Return all keys with descriptions of their effects. */
export function battleKeyList(): [string, string][] {
  return [
    ["↑ ↓ ← →", t("to the neighbouring cell; the odds of what can be done there are said")],
    ["N P", t("next and previous piece")],
    ["R", t("to whoever has the turn")],
    [t("Enter"), t("pick what is there; again, or where there is nothing to pick: do it")],
    ["M", t("move")],
    ["A", t("attack")],
    ["E", t("end the turn")],
    ["1 … 9", t("the kinds of action, in the order of the buttons below the board")],
    ["L", t("list of all possible actions")],
    ["H", t("a hint, against a computer: what it would do")],
    ["T", t("who could attack you where the move ends")],
    ["/", t("a line for typed commands, as in the terminal: attack Ben")],
    ["D", t("say how things stand")],
    [t("Esc"), t("let go")],
    ["?", t("this list")],
  ]
}

/** Execute the command of a key; return whether it has one. */
export function executeBattleKey({ key }: KeyboardEvent, commands: BattleCommands): boolean {
  const simple: Record<string, () => void> = {
    n: () => commands.nextPiece(1),
    p: () => commands.nextPiece(-1),
    r: commands.toActive,
    Enter: commands.press,
    " ": commands.press,
    m: () => commands.kind("move"),
    a: () => commands.kind("attack"),
    e: () => commands.kind("end"),
    Escape: commands.escape,
    t: commands.threats,
    l: commands.list,
    h: () => void commands.hint(),
    "/": commands.typed,
    d: commands.situation,
    "?": commands.keys,
  }
  const found = simple[key.length === 1 ? key.toLowerCase() : key]
  if (found) found.call(commands)
  else return /^[1-9]$/.test(key) && commands.kindAt(Number(key) - 1)
  return true
}
