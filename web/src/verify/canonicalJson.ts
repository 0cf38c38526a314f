/** Canonical JSON as records hash it: keys in the order of their code points, no spaces, whole numbers. */

import type { Json } from "../api/types"

/** Return the canonical JSON of a value. Raise RangeError for a number that JSON in a browser does not keep exactly. */
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

/** Compare texts as UTF-8 sorts them; JavaScript compares halves of surrogate pairs. */
export function byCodePoint(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  let index = 0
  while (index < length && one.charCodeAt(index) === other.charCodeAt(index)) index++
  if (index === length) return one.length - other.length
  // What differs may be the second half of a pair; then the first halves are equal, and the order is the same.
  return rank(one.charCodeAt(index)) - rank(other.charCodeAt(index))
}

/** Return the place of a half of UTF-16 in the order of code points: surrogates behind all others. */
const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)
