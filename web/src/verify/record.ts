/** The JSON form of a battle record, limited to the verified parts. */

import type { Json } from "../api/types"

export type Mapping = { [key: string]: Json }
export type BattleEvent = Mapping & { event: string }

export interface Parts {
  server: string
  sides: Record<string, string>
}

export interface Step {
  n: number
  action: Mapping
  events: BattleEvent[]
  hash: string
  state: Mapping
}

export interface Result {
  winner: string | null
  how: string
}

export interface BattleRecord {
  sightline: string
  rules: string
  rules_revision: number
  rulings: Record<string, string>
  scenario: string
  formations: Record<string, string> | null
  seed: string | null
  dice?: { commitments: Parts; seeds: Parts | null }
  limit: number
  opening: BattleEvent[]
  start: Mapping
  steps: Step[]
  result: Result | null
}

/** Return a value as a record, null if it cannot be one; the types of its inner parts are not checked. */
export function asRecord(value: unknown): BattleRecord | null {
  if (!isMapping(value)) return null
  const areTexts = ["sightline", "rules", "scenario"].every((key) => typeof value[key] === "string")
  const areMappings = ["start", "rulings"].every((key) => isMapping(value[key]))
  const { opening, steps } = value
  if (!areTexts || !areMappings || !Array.isArray(opening) || !Array.isArray(steps)) return null
  const isRead = opening.every(isMapping) && steps.every(isStep)
  return isRead ? (value as unknown as BattleRecord) : null
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isStep = (step: unknown): boolean =>
  isMapping(step) &&
  isMapping(step["action"]) &&
  isMapping(step["state"]) &&
  Array.isArray(step["events"]) &&
  step["events"].every(isMapping)
