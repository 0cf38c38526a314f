/** The differences from the map of the scenario: fallen terrain, and places with effects. */

import type { Effect, State } from "./state"
import { placeEffects } from "./state"

const MADE: Record<string, string> = { barrier: "obstructing", flood: "liquid", ice: "icy", corrosion: "corrosive" }
const RUBBLE = "difficult"

/**
 * The terrain of a battle. States contain only differences from the scenario, so a place where something is created
 * shows whether it was the same before; from then on that must remain true.
 */
export class Terrain {
  #ruins = new Map<string, string>()
  #before = new Map<string, string>()
  #notBefore = new Set<string>()

  /** Remove the obstruction at a place; return the tiles on which rubble falls. */
  destroy(place: string, effects: Effect[], recorded: State): string[] {
    const isBorder = place.includes("/")
    const tiles = isBorder ? place.split("/").filter((tile) => hasRubble(tile, effects, recorded)) : [place]
    if (isBorder) this.#ruins.set(place, "clear")
    for (const tile of tiles) this.#ruins.set(tile, RUBBLE)
    return tiles
  }

  /** Return `terrain` of a state with effects; `recorded` is the state in the record. */
  show(effects: Effect[], recorded: State): Record<string, string> {
    const made = new Map(this.#ruins)
    for (const effect of placeEffects(effects)) {
      const kind = MADE[effect.is]
      if (kind !== undefined) for (const place of effect.on) made.set(place, kind)
    }
    return Object.fromEntries(
      [...made].filter(([place, kind]) => this.#differs(place, kind, place in recorded.terrain)),
    )
  }

  /** Return whether a kind differs from the original one at a place; if that is unknown, `recorded` decides. */
  #differs(place: string, kind: string, recorded: boolean): boolean {
    const before = this.#before.get(place)
    if (before !== undefined) return before !== kind
    if (this.#notBefore.has(`${place} ${kind}`)) return true
    if (recorded) this.#notBefore.add(`${place} ${kind}`)
    else this.#before.set(place, kind)
    return recorded
  }
}

/** Return whether rubble of a border has fallen on a tile, by the state afterwards: not on ramps and walls. */
function hasRubble(tile: string, effects: Effect[], recorded: State): boolean {
  for (const effect of placeEffects(effects)) {
    if (!effect.on.includes(tile)) continue
    const later = placeEffects(recorded.effects).find((each) => each.id === effect.id)
    if (later) return !later.on.includes(tile)
  }
  return recorded.terrain[tile] === RUBBLE
}
