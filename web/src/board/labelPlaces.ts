/** Places for the labels of cells: as far up as they do not touch what is drawn along the sides of a cell. */

import type { Scene } from "../api/types"
import { widthOf } from "./namePlaces"

/** The size of a label and the width of its halo, as parts of half the height of a cell. */
export const LABEL = 0.3
export const HALO = 0.1
/** The height of its letters, as a part of its size. */
const LETTERS = 0.73
/** The space along sides as parts of half the height of a cell: for a plain line, for one drawn thick or inside it. */
const [PLAIN, THICK] = [0.07, 0.24]
/** The space between a label and the borders round groups, which can be nested. */
const GAP = 0.02
const WITH_THICK_SIDES = ["zones", "groups", "borders"]

/** Return the function from a label to the distance of its baseline above the middle of its cell. */
export function baselines({ cells, layers }: Pick<Scene, "cells" | "layers">, edge: number): (label: string) => number {
  const isThick = layers.some(({ name }) => WITH_THICK_SIDES.includes(name))
  const margin = Math.max((isThick ? THICK : PLAIN) * edge, cells.inset + GAP * edge) + (HALO / 2) * edge
  const sides = sidesOf(cells.outline)
  const height = LETTERS * LABEL * edge
  const known = new Map<number, number>()
  return (label) => {
    const width = widthOf(label, LABEL * edge)
    const above = known.get(width) ?? highest(sides, width, height, margin) - height / 2
    known.set(width, above)
    return above
  }
}

/** A side of a cell: its direction outward, of length 1, and its distance from the middle. */
type Side = readonly [across: number, down: number, far: number]

function sidesOf(outline: string): Side[] {
  const corners = outline.split(" ").map((corner) => corner.split(",").map(Number))
  return corners.map(([x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = corners[(index + 1) % corners.length] ?? []
    const [across, down] = [(x + nextX) / 2, (y + nextY) / 2]
    const far = Math.hypot(across, down)
    return [across / far, down / far, far] as const
  })
}

/** Return how far the middle of a box can be above the middle of a cell with a margin to its sides. */
function highest(sides: Side[], width: number, height: number, margin: number): number {
  const limits = sides.flatMap(([across, down, far]) =>
    down < 0 ? [(far - margin - (Math.abs(across) * width - down * height) / 2) / -down] : [],
  )
  return Math.max(0, Math.min(...limits))
}
