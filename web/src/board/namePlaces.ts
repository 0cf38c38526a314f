/** Places for the names that a picture does not show: beside their pieces, free of its texts and of other pieces. */

import type { Piece } from "../api/types"
import type { Point } from "./directions"

/** Left, top, right, bottom. */
export type Box = readonly [number, number, number, number]

/** The size of a name, as a part of half the height of a cell. */
export const NAME = 0.42

/** The estimated width of a bold character, as a part of its size. */
const WIDTH = 0.66
const CJK = /[\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/u
const LONGEST = 26

/** The name of a piece, and the middle of that text. */
export interface PlacedName extends Point {
  name: string
  text: string
}

/** Return the names of pieces, each below its piece, above, right or left of it: where it covers least.
 * `edge` is half the height of a cell. */
export function placeNames(unnamed: Piece[], pieces: Piece[], texts: readonly Box[], edge: number): PlacedName[] {
  const taken = [...texts, ...pieces.map(({ x, y, radius }) => boxAround(x, y, 2 * radius, 2 * radius))]
  return unnamed.map(({ name, x, y, radius }) => {
    const text = shortened(name)
    const [width, height] = [widthOf(text, NAME * edge), NAME * edge]
    const [down, across] = [radius + height / 2, radius + width / 2]
    const sides = [
      [x, y + down],
      [x, y - down],
      [x + across, y],
      [x - across, y],
    ] as const
    const around = boxAround(x, y, 2 * across + width, 2 * down + height)
    const near = taken.filter((each) => overlap(around, each) > 0)
    const choices = sides.map(([left, top]) => {
      const box = boxAround(left, top, width, height)
      return { x: left, y: top, box, covered: near.reduce((sum, other) => sum + overlap(box, other), 0) }
    })
    const best = choices.reduce((one, other) => (other.covered < one.covered ? other : one))
    taken.push(best.box)
    return { name, text, x: best.x, y: best.y }
  })
}

export const boxAround = (x: number, y: number, width: number, height: number): Box => [
  x - width / 2,
  y - height / 2,
  x + width / 2,
  y + height / 2,
]

/** Return about how wide a text of a size is. */
export const widthOf = (text: string, size: number): number =>
  size * [...text].reduce((sum, each) => sum + (CJK.test(each) ? 1 : WIDTH), 0)

/** Return the area that is in both of two boxes. */
function overlap(one: Box, other: Box): number {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0])
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1])
  return width > 0 && height > 0 ? width * height : 0
}

function shortened(name: string): string {
  const chars = [...name]
  return chars.length > LONGEST ? `${chars.slice(0, LONGEST - 1).join("")}…` : name
}
