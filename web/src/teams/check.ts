/** What the server finds of a team that somebody builds. */

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

/** Check a team, an object or the text of a file; with a map also in its zones. */
export const checkTeam = (rules: string, team: Team | string, map: string | null, signal?: AbortSignal) =>
  request<TeamChecked>(`/teams/${encodeURIComponent(rules)}/check`, {
    body: { team, map, lang: language },
    ...(signal ? { signal } : {}),
  })

/** Return `checkTeam` of which only the newest counts. */
export const newestCheck = () =>
  newest((signal, rules: string, team: Team, map: string | null) => checkTeam(rules, team, map, signal))
