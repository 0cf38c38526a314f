/** The end of a battle, in words. */

import { t } from "../i18n"
import type { BattleState } from "./battleState.svelte"

/** The reasons of a defeat, as told to others, and to the defeated side. */
const WAYS_TO_LOSE: Record<string, [() => string, () => string]> = {
  defeat: [() => t("the other side has nobody left"), () => t("you have nobody left")],
  resigned: [() => t("the other side has resigned"), () => t("you have resigned")],
  time: [() => t("the other side ran out of time"), () => t("you ran out of time")],
  forfeit: [() => t("the other side did not begin in time"), () => t("you did not begin in time")],
}
const WAYS_TO_DRAW: Record<string, () => string> = {
  draw: () => t("a draw"),
  limit: () => t("the battle reached its time limit"),
}

/** Return how a battle has ended, for the player of one side, of both, or of none. */
export function endInWords({ match, sides, plays, nameOf }: BattleState): string {
  if (!match.over) return ""
  const { winner, how } = match.over
  if (winner === null) return t("Nobody has won: {how}.", { how: WAYS_TO_DRAW[how]?.() ?? how })
  if (sides.length !== 1)
    return t("{name} ({side}) has won: {how}.", { name: nameOf(winner), side: winner, how: lossOf(how) })
  return plays(winner)
    ? t("You have won: {how}.", { how: lossOf(how) })
    : t("You have lost: {how}.", { how: lossOf(how, true) })
}

function lossOf(how: string, isOwn = false): string {
  const [ofOther, ofSelf] = WAYS_TO_LOSE[how] ?? []
  return (isOwn ? ofSelf : ofOther)?.() ?? how
}
