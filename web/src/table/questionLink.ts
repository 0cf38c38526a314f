/** The part of a URL for a question, such as `?ask=reach&from=Ana&by=true`. */

import type { Ask, Json, ReachOption } from "../api/types"
import { t } from "../i18n"
import { spotOf } from "./outlines"
import { OVERLAYS, type Overlay } from "./view.svelte"

/** The questions that a link can ask. */
const QUESTIONS: readonly string[] = ["shot", "line", ...OVERLAYS]

/** Return that a link cannot ask a question, or "" if it can, or asks nothing. */
export function unknownQuestion(question: string | null): string {
  if (question === null || QUESTIONS.includes(question)) return ""
  return t("There is no question “{question}”, only: {names}.", { question, names: QUESTIONS.join(", ") })
}

/** An option, and how its text is read. */
type Kind = [string, (text: string) => Json]

export function linkTo({ question, ...stated }: Ask): string {
  const texts = Object.entries(stated).map(([key, value]) => [key, String(value)])
  return `?${new URLSearchParams([["ask", question], ...texts])}`
}

/** Return the options of an overlay in a URL; `known` are those of the system's moves. */
export function optionsIn(address: URLSearchParams, overlay: Overlay, known: ReachOption[]): Record<string, Json> {
  const asText = (text: string) => text
  const asTruth = (text: string) => text === "true"
  const kinds: Partial<Record<Overlay, Kind[]>> = {
    threat: [["side", asText]],
    reach: [["toward", spotOf], ...known.map(({ key, names_piece }) => [key, names_piece ? asText : asTruth] as Kind)],
  }
  return Object.fromEntries(
    (kinds[overlay] ?? []).flatMap(([key, read]) => {
      const text = address.get(key)
      return text === null ? [] : [[key, read(text)]]
    }),
  )
}
