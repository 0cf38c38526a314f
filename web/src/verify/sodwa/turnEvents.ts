/** The events of the clock and of turns. */

import type { EventHandler, SodwaSimulation } from "./sodwaSimulation"
import { NEEDED, TURN } from "./clock"
import { charactersOf, placeEffects } from "./state"

export const turnEvents: Record<string, EventHandler> = {
  tick(battle, { event }) {
    const { now, initiatives } = battle
    const ticks = Number(event["tick"]) - now.tick
    const people = charactersOf(now)
    // The clock stops at the first turn.
    const isFirst = people.every(([name, piece]) => piece.ip + initiatives.of(name) * (ticks - 1) < NEEDED)
    for (const [name, piece] of people) piece.ip += initiatives.of(name) * ticks
    now.tick += ticks
    now.due = people.filter(([, piece]) => piece.ip >= NEEDED).map(([name]) => name)
    return isFirst && Number.isInteger(ticks) && ticks > 0
  },

  coin: ({ now }, { event }) => now.last === null && String(event["side"]) in now.karma,

  "turn-began"(battle, { event }) {
    const { now } = battle
    const who = String(event["who"])
    const piece = battle.character(who)
    const most = Math.max(...now.due.map((name) => battle.character(name).ip))
    const isNext = now.due.includes(who) && piece.ip >= NEEDED && piece.ip === most
    piece.ip -= TURN
    piece.moved = false
    now.due = now.due.filter((name) => name !== who)
    Object.assign(now, { active: who, choosing: null, last: piece.side })
    battle.countDown(placeEffects(now.effects ?? []).filter((each) => each.by === who))
    return isNext && event["ip"] === piece.ip
  },

  "turn-ended"(battle, { event }) {
    const { now } = battle
    const who = String(event["who"])
    const isActive = now.active === who
    now.active = null
    if (!(who in now.pieces)) return isActive
    battle.character(who).acted = []
    const on = (now.effects ?? []).filter((each) => each.on === who)
    const stasis = on.filter((each) => each.is === "stasis")
    battle.countDown(stasis.length ? stasis : on)
    return isActive
  },

  defeated(battle, { event }) {
    const { now } = battle
    const who = String(event["who"])
    const isDown = battle.character(who).health === 0
    now.pieces = Object.fromEntries(Object.entries(now.pieces).filter(([name]) => name !== who))
    now.due = now.due.filter((name) => name !== who)
    return isDown
  },

  over: (battle, { event, action }) => close(battle, event["winner"], event["how"], action["side"]),
}

/** End the battle; return whether this end is possible. */
function close({ now }: SodwaSimulation, winner: unknown, how: unknown, resigned: unknown): boolean {
  for (const [, piece] of charactersOf(now)) piece.acted = []
  Object.assign(now, { active: null, choosing: null })
  const left = [...new Set(charactersOf(now).map(([, piece]) => piece.side))]
  if (how === "defeat") return left.length === 1 && left[0] === winner
  if (how === "draw") return left.length === 0 && winner === null
  if (how === "resigned") return String(winner) in now.karma && winner !== resigned
  return how === "limit" && winner === null
}
