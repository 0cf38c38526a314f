/** The teams stored in this browser; those of users with an account are synchronized with other devices. */

import type { Team } from "../api/battles"
import { followSoon, noteForgotten } from "./following"
import { browserStorage } from "../storage"

export interface SavedTeam {
  key: string
  rules: string
  changed: string
  team: Team
  /** The id of the person to whom it belongs on the server. */
  of?: string
}

const TEAMS = "sightline.teams"
const MAX_TEAMS = 200

/** Return the stored teams, latest first. */
export function savedTeams(): SavedTeam[] {
  try {
    return (JSON.parse(browserStorage.getItem(TEAMS) ?? "[]") as SavedTeam[] | null) ?? []
  } catch {
    return [] // written by other code
  }
}

export const readTeam = (key: string): SavedTeam | null => savedTeams().find((each) => each.key === key) ?? null

/** Replace all stored teams with these, latest first. */
export const replaceTeams = (teams: SavedTeam[]) =>
  browserStorage.setItem(TEAMS, JSON.stringify(teams.slice(0, MAX_TEAMS)))

/** Store a team under a key, replacing the previous one. */
export function keepTeam(key: string, rules: string, team: Team): void {
  const all = savedTeams()
  const of = all.find((each) => each.key === key)?.of
  const kept: SavedTeam = { key, rules, changed: new Date().toISOString(), team, ...(of === undefined ? {} : { of }) }
  replaceTeams([kept, ...all.filter((each) => each.key !== key)])
  void followSoon()
}

export function forgetTeam(key: string): void {
  const all = savedTeams()
  if (all.some((each) => each.key === key && each.of)) noteForgotten(key)
  replaceTeams(all.filter((each) => each.key !== key))
  void followSoon()
}

/** Return a key for a new team. */
export const newTeamKey = (): string => crypto.getRandomValues(new Uint32Array(2)).join("-")
