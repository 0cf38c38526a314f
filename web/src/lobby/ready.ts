/** The defaults for users who have not chosen yet. */

import type { Kit, NewBattle, Team } from "../api/battles"

/** Return the predefined teams for a limit: those made for it, otherwise for the highest limit below it. */
export function readyTeams({ teams }: Kit, limit: number): Team[] {
  const highest = Math.max(...teams.map((each) => each.limit).filter((each) => each <= limit))
  return teams.filter((each) => each.limit === highest)
}

/** Return the battle of "play now": the first map, a predefined team, the computer. */
export function readyBattle(kit: Kit): NewBattle {
  const [map, { limit }] = Object.entries(kit.maps)[0] ?? ["", { limit: 0 }]
  const teams = readyTeams(kit, limit)
  const team = teams[Math.floor(Math.random() * teams.length)]
  if (team === undefined) throw new Error("no team is ready")
  return {
    rules: kit.system.key,
    map,
    limit,
    team,
    against: "computer",
    side: null,
    clock: null,
    takebacks: true,
    spectators: 0,
  }
}
