/** Rows of a chart. */

import type { Verdict } from "../api/types"
import { sightWord, t } from "../i18n"
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
  /** Its chance under the other ruling, if its answer differs. */
  other: string | null
}

/** Return the common name of the rolls of all attacks, such as "target number"; null if their names differ. */
export function rollName(verdicts: Verdict[]): string | null {
  const [name, ...others] = new Set(verdicts.filter((each) => each.to_hit).map(toHitNames))
  return name && !others.length ? name : null
}

/** Return the rows of a chart, with the changes by another ruling. Rolls with a common name are only numbers. */
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
      sight: sightWord(each.sight),
      roll: rollOf(each),
      percent: each.odds?.percent ?? -1,
      chance: shortChance(each),
      other: other && isOther(each, other) ? [shortChance(other), toHit(other)].filter(Boolean).join(", ") : null,
    }
  })
}

const keyOf = ({ from, to, weapon }: Verdict) => JSON.stringify([from, to, weapon])

/** Return whether two verdicts differ in anything except deciding rulings. */
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

/** Return rows as CSV, by RFC 4180; the column of rolls has their common name as heading, if there is one. */
export function csvOf(rows: Row[], rolled: string | null): string {
  const lines = rows.map((row) => COLUMNS.map(([column]) => quoted(column === "percent" ? row.chance : row[column])))
  const headings = COLUMNS.map(([column, name]) => quoted((column === "roll" && rolled) || name()))
  return [headings, ...lines].map((line) => line.join(",")).join("\r\n") + "\r\n"
}

/** Quote a field; one that a spreadsheet would interpret as a formula gets an apostrophe in front. */
function quoted(value: string | number | null): string {
  const text = String(value ?? "")
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
