/** The characters available to teams, and the characters of members. */

import type { StatedCharacter } from "../api/battles"
import { request } from "../api/client"
import { language } from "../i18n"

/** A unique ability of a character, with its clause. */
export interface Ability {
  key: string
  title: string
  text: string
  clause: string
}

export interface RosterCharacter {
  points: number
  about?: string
  portrait: string | null
  /** Words that distinguish it from others. */
  traits: string[]
  /** Its numbers by name. */
  numbers: Record<string, string>
  can: Ability[]
}
export type Roster = Record<string, RosterCharacter>

const rosters = new Map<string, Promise<Roster>>()

/** Return the roster of a rule system; it is fetched once. */
export function getRoster(rules: string): Promise<Roster> {
  const known = rosters.get(rules) ?? request<Roster>(`/rosters/${encodeURIComponent(rules)}?lang=${language}`)
  rosters.set(rules, known)
  known.catch(() => rosters.delete(rules))
  return known
}

/** Return the address of the portrait of a roster character. */
export const portraitOf = (rules: string, key: string): string =>
  `/api/v1/rosters/${encodeURIComponent(rules)}/portraits/${encodeURIComponent(key)}`

/** Return the roster key of a member's character, null for a custom one. */
export const keyOf = (stated: StatedCharacter): string | null =>
  typeof stated === "string" ? stated : (stated.like ?? null)
