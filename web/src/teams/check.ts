/** The server's check of a team being built. */

import type { Team } from "../api/battles"
import { newest, request } from "../api/client"
import type { Problem } from "../api/types"
import { language } from "../i18n"

export interface TeamChecked {
  problems: Problem[]
  points: number | null
  team: Team | null
  text: string | null
}

/** Check a team, given as an object or the text of a file; with a map, also against its zones. */
export const checkTeam = (rules: string, team: Team | string, map: string | null, signal?: AbortSignal) =>
  request<TeamChecked>(`/teams/${encodeURIComponent(rules)}/check`, {
    body: { team, map, lang: language },
    ...(signal ? { signal } : {}),
  })

/** Return a version of `checkTeam` in which each call cancels the one under way. */
export const newestCheck = () =>
  newest((signal, rules: string, team: Team, map: string | null) => checkTeam(rules, team, map, signal))
