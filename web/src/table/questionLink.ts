/** The part of a URL for a question, such as `?ask=reach&from=Ana&by=true`. */

import type { Ask, Json, ReachOption } from "../api/types"
import { t } from "../i18n"
import { spotOf } from "./outlines"
import type { Overlay } from "./view.svelte"

/** By question that a link can ask, the keys that it needs. */
const NEEDED: Record<"shot" | "line" | Overlay, string[]> = {
  shot: ["from"],
  line: ["from", "to"],
  see: ["from"],
  reach: ["from"],
  threat: [],
  advise: ["from"],
}

/** Return why the question of a URL cannot be asked, or "" if it can, or if there is none. */
export function linkProblem(address: URLSearchParams): string {
  const question = address.get("ask")
  if (!question) return ""
  const needed = Object.entries(NEEDED).find(([key]) => key === question)?.[1]
  if (needed === undefined)
    return t("There is no question “{question}”, only: {names}.", { question, names: Object.keys(NEEDED).join(", ") })
  const lacking = needed.filter((key) => !address.get(key))
  return lacking.length ? t("The question “{question}” lacks: {names}.", { question, names: lacking.join(", ") }) : ""
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
