/** Canonical JSON as hashed in records: keys sorted by code points, no spaces, integers only. */

import type { Json } from "../api/types"

/** Return the canonical JSON of a value. Throw RangeError for a number that browsers do not represent exactly. */
export function canonicalJson(value: Json): string {
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not kept exactly`)
    return Object.is(value, -0) ? "0" : String(value)
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  const entries = Object.entries(value).sort(([one], [other]) => byCodePoint(one, other))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(",")}}`
}

/** Compare texts in the order of their UTF-8; JavaScript compares halves of surrogate pairs. */
export function byCodePoint(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  let index = 0
  while (index < length && one.charCodeAt(index) === other.charCodeAt(index)) index++
  if (index === length) return one.length - other.length
  // If second halves of pairs differ, the first halves are equal, and the order is the same.
  return rank(one.charCodeAt(index)) - rank(other.charCodeAt(index))
}

/** Return the rank of a UTF-16 code unit in the order of code points: surrogates come after all others. */
const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)
