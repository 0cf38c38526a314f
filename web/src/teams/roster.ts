/** The characters that teams can take, and who somebody of a team is. */

import type { StatedCharacter } from "../api/battles"
import { request } from "../api/client"
import { language } from "../i18n"

/** What one character can do and others cannot, with the clause that tells it. */
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
  /** Words by which it is told from others. */
  traits: string[]
  /** Its numbers by what they are called. */
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

/** Return the key of the roster that a character of a team is like, null for one of its own. */
export const keyOf = (stated: StatedCharacter): string | null =>
  typeof stated === "string" ? stated : (stated.like ?? null)
