/** Rows of a chart. */

import type { Verdict } from "../api/types"
import { t } from "../i18n"
import { shortChance, toHit, toHitNames, toHitValues } from "./verdict"

export type Column = "from" | "to" | "weapon" | "sight" | "roll" | "percent"

export const COLUMNS: [Column, () => string][] = [
  ["from", () => t("attacker")],
  ["to", () => t("target")],
  ["weapon", () => t("weapon")],
  ["sight", () => t("sight")],
  ["roll", () => t("roll")],
  ["percent", () => t("chance")],
]

export interface Row {
  key: string
  from: string
  to: string
  weapon: string | null
  sight: string
  roll: string
  percent: number
  chance: string
  /** Its chance under the other ruling, where its answer is another. */
  other: string | null
}

/** Return what the rolls of all attacks are called, such as "target number"; null where they have different names. */
export function rollName(verdicts: Verdict[]): string | null {
  const [name, ...others] = new Set(verdicts.filter((each) => each.to_hit).map(toHitNames))
  return name && !others.length ? name : null
}

/** Return the rows of a chart, with what another ruling changes. Rolls of one name are their numbers alone. */
export function rowsOf(now: Verdict[], then: Verdict[] | null): Row[] {
  const rollOf = rollName(now) === null ? toHit : toHitValues
  const others = new Map(then?.map((each) => [keyOf(each), each]))
  return now.map((each) => {
    const other = others.get(keyOf(each))
    return {
      key: keyOf(each),
      from: each.from,
      to: each.to,
      weapon: each.weapon,
      sight: each.sight,
      roll: rollOf(each),
      percent: each.odds?.percent ?? -1,
      chance: shortChance(each),
      other: other && isOther(each, other) ? [shortChance(other), toHit(other)].filter(Boolean).join(", ") : null,
    }
  })
}

const keyOf = ({ from, to, weapon }: Verdict) => JSON.stringify([from, to, weapon])

/** Return whether two verdicts differ in anything but the rulings that decide. */
export function isOther(one: Verdict, other: Verdict): boolean {
  const bare = (each: Verdict) => JSON.stringify({ ...each, rulings: null })
  return bare(one) !== bare(other)
}

export function sortedBy(rows: Row[], column: Column, falling: boolean): Row[] {
  const sign = falling ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [one[column] ?? "", other[column] ?? ""]
    return (
      sign *
      (typeof a === "number" && typeof b === "number"
        ? a - b
        : String(a).localeCompare(String(b), undefined, { numeric: true }))
    )
  })
}

/** Return rows as CSV, by RFC 4180; the rolls have their name for a heading, if they have one. */
export function csvOf(rows: Row[], rolled: string | null): string {
  const lines = rows.map((row) => COLUMNS.map(([column]) => quoted(column === "percent" ? row.chance : row[column])))
  const headings = COLUMNS.map(([column, name]) => quoted((column === "roll" && rolled) || name()))
  return [headings, ...lines].map((line) => line.join(",")).join("\r\n") + "\r\n"
}

/** Quote a field; one that a spreadsheet would take for a formula begins with an apostrophe. */
function quoted(value: string | number | null): string {
  const text = String(value ?? "")
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
