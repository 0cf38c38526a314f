import type { BattleState } from "./battleState.svelte"

/** The kinds of action that nobody regrets not having taken at the end of a turn. */
const IDLE = new Set(["end", "turn", "put-down", "pick-up"])

/** Return whether ending the turn now forgoes something regrettable: an attack, an ability, or the whole turn. */
export function isRegrettable({ choice, match, active, playback }: BattleState): boolean {
  const people = new Set(playback.scene?.pieces.filter((each) => each.side !== null).map((each) => each.name))
  const acted = (active && match.state?.pieces[active]?.acted) || []
  return choice.legal.some(
    (each) =>
      each.do === "ability" ||
      (each.do === "attack" && people.has(String(each["target"]))) ||
      (acted.length === 0 && !IDLE.has(each.do)),
  )
}
