/** Texts about battles in lists. */

import type { Clock, ListedBattle } from "../api/battles"
import { number, t, tn } from "../i18n"

const MINUTE = 60

/** Return the time limit in words. */
export function clockWords(clock: Clock | null): string {
  if (clock === null) return t("no clock")
  if (clock.kind === "days") return tn("{number} day for each turn", "{number} days for each turn", clock.days)
  return t("{minutes} min and {increment} s for each turn", {
    minutes: number(clock.seconds / MINUTE),
    increment: clock.increment,
  })
}

const LEVELS: Record<string, () => string> = { greedy: () => t("greedy"), random: () => t("random") }

/** Return the name of a computer player. */
export const levelName = (key: string): string => LEVELS[key]?.() ?? key

/** Return who plays against whom, or who waits. */
export function opponents({ names, sides, side, against }: ListedBattle): string {
  const nameOf = (name: string | undefined) =>
    name !== undefined && against === "computer" ? t("the computer ({level})", { level: levelName(name) }) : name
  const others = sides.filter((each) => each !== side).map((each) => nameOf(names[each]))
  if (against === "self") return t("both sides at one screen")
  if (side === null) return Object.values(names).join(", ")
  return others[0] === undefined ? t("nobody has come yet") : t("against {name}", { name: others[0] })
}

/** Return the progress of the user's battle, and whether the opponent waits for the user. */
export function standing(battle: ListedBattle): { words: string; isMine: boolean } {
  const { phase, winner, side, to_act: toAct, against } = battle
  if (phase === "over") return { words: result(winner, side), isMine: false }
  if (phase === "seats") return { words: t("waits for somebody to take the other seat"), isMine: false }
  if (phase !== "battle") return { words: t("about to begin"), isMine: true }
  const isMine = against === "self" || toAct === side
  return { words: isMine ? t("your turn") : t("their turn"), isMine }
}

function result(winner: string | null, side: string | null): string {
  if (winner === null) return t("a draw")
  return winner === side ? t("you won") : t("you lost")
}

/** Return the other settings: points, time, taking back. */
export const terms = ({ limit, clock, takebacks }: ListedBattle): string =>
  [
    tn("{number} point", "{number} points", limit),
    clockWords(clock),
    ...(takebacks ? [t("steps can be taken back")] : []),
  ].join(" · ")
