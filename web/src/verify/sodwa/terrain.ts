/** What differs from the map of the scenario: what has fallen, and what effects lie on. */

import type { Effect, State } from "./state"
import { laidOf } from "./state"

const MADE: Record<string, string> = { barrier: "obstructing", flood: "liquid", ice: "icy", corrosion: "corrosive" }
const RUBBLE = "difficult"

/**
 * The terrain of a battle. States tell only of what differs from the scenario, so that a place where something is made
 * shows whether it was the same before; from then on it has to be so.
 */
export class Terrain {
  #ruins = new Map<string, string>()
  #before = new Map<string, string>()
  #notBefore = new Set<string>()

  /** Let what obstructs at a place fall; return the tiles on which rubble falls. */
  destroy(place: string, effects: Effect[], told: State): string[] {
    const isBorder = place.includes("/")
    const tiles = isBorder ? place.split("/").filter((tile) => hasRubble(tile, effects, told)) : [place]
    if (isBorder) this.#ruins.set(place, "clear")
    for (const tile of tiles) this.#ruins.set(tile, RUBBLE)
    return tiles
  }

  /** Return `terrain` of a state with effects, where `told` is the state that the record has. */
  show(effects: Effect[], told: State): Record<string, string> {
    const made = new Map(this.#ruins)
    for (const effect of laidOf(effects)) {
      const kind = MADE[effect.is]
      if (kind !== undefined) for (const place of effect.on) made.set(place, kind)
    }
    return Object.fromEntries([...made].filter(([place, kind]) => this.#differs(place, kind, place in told.terrain)))
  }

  /** Return whether a kind differs from what was at a place before; where that is not known, `told` says it. */
  #differs(place: string, kind: string, told: boolean): boolean {
    const before = this.#before.get(place)
    if (before !== undefined) return before !== kind
    if (this.#notBefore.has(`${place} ${kind}`)) return true
    if (told) this.#notBefore.add(`${place} ${kind}`)
    else this.#before.set(place, kind)
    return told
  }
}

/** Return whether rubble of a border has fallen on a tile, as the state afterwards shows: not on ramps and walls. */
function hasRubble(tile: string, effects: Effect[], told: State): boolean {
  for (const effect of laidOf(effects)) {
    if (!effect.on.includes(tile)) continue
    const later = laidOf(told.effects).find((each) => each.id === effect.id)
    if (later) return !later.on.includes(tile)
  }
  return told.terrain[tile] === RUBBLE
}
