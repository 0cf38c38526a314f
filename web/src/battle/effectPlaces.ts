/** The places of effects on the picture: below each other at their cells, free of each other, and within the picture. */

import type { Scene } from "../api/types"
import { widthOf } from "../board/namePlaces"
import type { Effect } from "./effects"

export interface PlacedEffect extends Effect {
  x: number
  y: number
}

/** The size of a text, half the width of two dice, and how far an effect reaches above its middle and below it. */
const [TEXT, DICE] = [24, 42]
const [ABOVE_WITH_DICE, ABOVE, BELOW] = [80, 18, 18]

/** Return effects with their places; `size` is their scale. An effect whose cell is not known is left out. */
export function placeEffects(
  effects: readonly Effect[],
  middles: ReadonlyMap<string, { x: number; y: number }>,
  size: number,
  [left, top, width, height]: Scene["view_box"],
): PlacedEffect[] {
  const reach = ({ dice }: Effect) => (dice ? ABOVE_WITH_DICE : ABOVE) * size
  return [...new Set(effects.map(({ at }) => at))].flatMap((at) => {
    const stack = effects.filter((each) => each.at === at)
    const middle = middles.get(at)
    const first = stack[0]
    if (!middle || !first) return []
    let bottom = middle.y - reach(first)
    const placed = stack.map((effect) => {
      const y = bottom + reach(effect)
      bottom = y + BELOW * size
      const half = Math.min(Math.max(widthOf(effect.text, TEXT) / 2, effect.dice ? DICE : 0) * size, width / 2)
      return { ...effect, x: Math.min(Math.max(middle.x, left + half), left + width - half), y }
    })
    const down = Math.max(top + reach(first) - middle.y, 0) + Math.min(top + height - bottom, 0)
    return placed.map((effect) => ({ ...effect, y: effect.y + down }))
  })
}
