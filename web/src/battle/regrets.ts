import type { BattleState } from "./battleState.svelte"

/** What a turn may end without, and nobody will miss it. */
const IDLE = new Set(["end", "turn", "put-down", "pick-up"])

/** Return whether a turn that ends now leaves something that one could regret: somebody to attack, an ability, all of it. */
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
