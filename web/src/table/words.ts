/** The input line for the commands of the terminal. */

import { t } from "../i18n"
import { OVERLAYS, type View } from "./view.svelte"

const COMMANDS: Record<string, (view: View, ...given: string[]) => string> = {
  shot: (view, first, second) => (first && second ? shot(view, first, second) : help()),
  line: (view, first, second) => (first && second ? ruler(view, first, second) : help()),
  chart: (view) => {
    view.panel = "chart"
    return ""
  },
  ...Object.fromEntries(
    OVERLAYS.map((overlay) => [overlay, (view: View, who?: string) => (who ? show(view, overlay, who) : help())]),
  ),
}

/** Execute a line such as "shot Ann Ben"; return the error, or "". */
export function carryOut(line: string, view: View, names: string[]): string {
  const [command = "", ...given] = line.trim().split(/\s+/)
  const takesPieces = command !== "line" && command !== "threat"
  const unknown = takesPieces && given.find((each) => !names.includes(each))
  if (unknown) return t("There is no piece {name}. There are: {names}.", { name: unknown, names: names.join(", ") })
  return COMMANDS[command]?.(view, ...given) ?? help()
}

const help = () => t("Words that this line takes: shot A B, see A, reach A, threat SIDE, advise A, line C3 D7, chart.")

function shot(view: View, from: string, to: string): string {
  view.select(from)
  view.aim(to)
  return ""
}

function ruler(view: View, from: string, to: string): string {
  view.ruler = { from, to }
  view.panel = "answer"
  return ""
}

function show(view: View, overlay: (typeof OVERLAYS)[number], who: string): string {
  const member =
    overlay === "threat" ? view.scene?.pieces.find((each) => each.side === who || each.name === who)?.name : who
  if (member === undefined) return t("There is no side {name}.", { name: who })
  view.select(member)
  view.overlay = null
  view.toggle(overlay)
  return ""
}
