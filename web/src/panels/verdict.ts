/** A verdict in words and numbers, only from the keys of the answer. */

import type { Finding, Json, Opening, Scene, Verdict } from "../api/types"
import { joined, number, percent, t, word } from "../i18n"

const SHOWN_ELSEWHERE = new Set(
  ["sightline rules rules_revision from to weapon sight legal to_hit odds findings rulings lines why_not"].flatMap(
    (each) => each.split(" "),
  ),
)

/** Return the required roll: "target number 7". */
export function toHit({ to_hit }: Verdict): string {
  return Object.entries(to_hit ?? {})
    .map(([key, value]) => `${word(key)} ${plain(value)}`)
    .join(", ")
}

/** Return the name of the roll, without its numbers: "target number". */
export const toHitNames = ({ to_hit }: Verdict): string =>
  Object.keys(to_hit ?? {})
    .map(word)
    .join(", ")

/** Return the numbers of the roll: "7". */
export const toHitValues = ({ to_hit }: Verdict): string =>
  Object.values(to_hit ?? {})
    .map(plain)
    .join(", ")

/** Return the change by a finding, "+1 target number", or its effect: "blocks". */
export function change({ effect, on, value }: Finding): string {
  if (value === null || on === null) return word(effect)
  return `${value < 0 ? "−" : "+"}${number(Math.abs(value))} ${word(on)}`
}

/** Return the change that would open a shot: "without D3". */
export function openingWords({ change, what, to }: Opening): string {
  if (change === "remove") return t("without {what}", { what })
  return change === "turn"
    ? t("{what} turned to {to}", { what, to: to ?? "" })
    : t("{what} at {to}", { what, to: to ?? "" })
}

/** Return the other values of an answer, with their names. */
export function further(verdict: Verdict): [string, string][] {
  return Object.entries(verdict)
    .filter(([key, value]) => !SHOWN_ELSEWHERE.has(key) && value !== null && value !== undefined)
    .map(([key, value]): [string, string] => [word(key), plain(value as Json)])
    .filter(([, value]) => value !== "")
}

/** Return a value of an answer as text. */
export function plain(value: Json): string {
  if (value === null) return t("none")
  if (typeof value === "boolean") return value ? t("yes") : t("no")
  if (typeof value === "number") return number(value)
  if (typeof value === "string") return FRACTION.test(value) ? withDecimals(value) : word(value)
  if (Array.isArray(value)) return value.map(plain).join(", ")
  return Object.entries(value)
    .map(([key, each]) => `${word(key)} ${plain(each)}`)
    .join(", ")
}

const FRACTION = /^\d+\/\d+$/

/** Return a fraction with its decimals, or the decimals alone if it is long. */
function withDecimals(fraction: string): string {
  const decimals = number(valueOf(fraction))
  return isShort(fraction) ? `${fraction} = ${decimals}` : decimals
}

/** Return the chance of a verdict, or the reason why there is none. */
export function chance({ odds, legal }: Verdict): string {
  if (odds) return percent(odds.percent)
  return legal ? t("no numbers") : t("not allowed")
}

/** Return whether a fraction is short enough to read at a glance. */
export const isShort = (fraction: string) => fraction.length <= 7

function valueOf(fraction: string): number {
  const [above = 0, below = 1] = fraction.split("/").map(Number)
  return above / below
}

/** Return a fraction as a percentage, followed by the fraction itself if it is short. */
export function share(fraction: string): string {
  const part = percent(100 * valueOf(fraction))
  return isShort(fraction) && fraction.includes("/") ? `${fraction} = ${part}` : part
}

/** Return whether a shot is allowed and unobstructed. */
export const isOpen = (verdict: Verdict | null): boolean => verdict?.legal === true && verdict.sight === "clear"

/** Return what is said of a shot for which no change is listed that would open it. */
export const withoutOpening = (verdict: Verdict | null): string =>
  isOpen(verdict) ? t("Nothing stands in its way.") : t("No single change would.")

/** Return the chance of a verdict for a table column. */
export const shortChance = ({ odds }: Verdict): string => (odds ? percent(odds.percent) : "–")

/** Return the short announcement of an answer: its caption, and the first clauses or pieces nearby. */
export function spoken(scene: Scene, verdict: Verdict | null, most = 3): string {
  const clauses = verdict?.findings.map((each) => [each.clause, change(each), each.why].join(", ")) ?? []
  const nearby = scene.nearby?.map((each) => each.words) ?? []
  return joined([scene.caption, ...[...clauses, ...nearby].slice(0, most)])
}
