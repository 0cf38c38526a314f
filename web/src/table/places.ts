/** Places in words. */

import type { Json } from "../api/types"
import { number } from "../i18n"
import type { Spot } from "./outlines"

export const spotWords = ([x, y]: Spot) => `${number(x)}, ${number(y)}`

/** Return a place in words: a cell, several cells, or a spot of a free table in inches. */
export function whereWords(at: Json): string {
  if (!Array.isArray(at)) return String(at)
  const [x, y] = at
  return typeof x === "number" && typeof y === "number" ? spotWords([x, y]) : at.map(String).join(", ")
}
