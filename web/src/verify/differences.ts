/** Differences between two JSON values, each with its path. */

import type { Json } from "../api/types"
import { canonicalJson } from "./canonicalJson"

export interface Difference {
  path: string
  found: string
  expected: string
}

const NOTHING = "–"

/** Yield the differences between two values; lists are compared as a whole. */
export function* differences(found: Json | undefined, expected: Json | undefined, path = ""): Generator<Difference> {
  if (isMapping(found) && isMapping(expected)) {
    for (const key of new Set([...Object.keys(found), ...Object.keys(expected)]))
      yield* differences(found[key], expected[key], path ? `${path}.${key}` : key)
    return
  }
  const [one, other] = [found, expected].map((each) => (each === undefined ? NOTHING : canonicalJson(each)))
  if (one !== other) yield { path, found: one ?? NOTHING, expected: other ?? NOTHING }
}

const isMapping = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)
