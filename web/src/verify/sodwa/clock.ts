/** The speeds of characters: not in records, so inferred from the first ticks, and required to stay the same. */

import type { BattleEvent } from "../record"
import { charactersOf, type Character, type State } from "./state"

export const TURN = 500
export const NEEDED = 1000

export class Initiatives {
  #known = new Map<string, number>()

  /** Return the gain of a character per tick. */
  of = (name: string): number => this.#known.get(name) ?? 0

  /** Infer unknown speeds from the ticks of a step. */
  infer(before: State, events: BattleEvent[], recorded: State): void {
    const last = events.findLast((each) => each.event === "tick")
    if (!last) return
    const ticks = Number(last["tick"]) - before.tick
    for (const [name, piece] of charactersOf(before)) {
      if (this.#known.has(name)) continue
      const gained = gain(name, piece, events, recorded)
      if (gained !== null) this.#known.set(name, gained / ticks)
    }
  }
}

/** Return the IP that a character has gained from ticks, null if it is unknown. */
function gain(name: string, piece: Character, events: BattleEvent[], recorded: State): number | null {
  const turns = events.filter((each) => each.event === "turn-began" && each["who"] === name)
  const later = recorded.pieces[name]
  const shown = later && "ip" in later ? later.ip : turns.at(-1)?.["ip"]
  return typeof shown === "number" ? shown - piece.ip + TURN * turns.length : null
}
