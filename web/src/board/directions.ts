/** Navigation over the board by the neighbours of each cell, which the server provides. */

import type { Cell, Piece, Scene } from "../api/types"
import { CellIndex, type Point } from "./cellIndex"

export type { Point }

export type Arrow = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight"

/** By arrow key: the neighbour in that direction, or the two beside it. */
const WAYS: Record<Arrow, readonly [string, string, string]> = {
  ArrowUp: ["N", "NW", "NE"],
  ArrowDown: ["S", "SW", "SE"],
  ArrowLeft: ["W", "NW", "SW"],
  ArrowRight: ["E", "NE", "SE"],
}

const BY_LABEL = new WeakMap<Cell[], ReadonlyMap<string, Cell>>()

/** Return cells by their labels; made once for a list, which stays the same while answers change. */
export function cellsByLabel(list: Cell[]): ReadonlyMap<string, Cell> {
  const known = BY_LABEL.get(list) ?? new Map(list.map((each) => [each.label, each]))
  BY_LABEL.set(list, known)
  return known
}

const INDEX = new WeakMap<Cell[], CellIndex<Cell>>()

/** Return the index of cells by place; made once for a list. */
function indexOf({ list, outline }: Scene["cells"]): CellIndex<Cell> {
  const known = INDEX.get(list) ?? new CellIndex(list, outline)
  INDEX.set(list, known)
  return known
}

export class Walk {
  #cells: ReadonlyMap<string, Cell>
  #line: { horizontal: boolean; at: number; to: string } | null = null

  constructor(cells: Cell[]) {
    this.#cells = cellsByLabel(cells)
  }

  /** Return the cell that an arrow key leads to, or null at the edge; repeated steps stay near their first line. */
  step(from: string, arrow: Arrow): Cell | null {
    const cell = this.#cells.get(from)
    if (!cell) return null
    const horizontal = arrow === "ArrowLeft" || arrow === "ArrowRight"
    const across = (each: Cell) => (horizontal ? each.y : each.x)
    const goesOn = this.#line?.to === from && this.#line.horizontal === horizontal
    const at = goesOn && this.#line ? this.#line.at : across(cell)
    const [straight, ...beside] = WAYS[arrow]
    const choices = straight in cell.neighbours ? [straight] : beside
    const near = choices
      .map((way) => this.#cells.get(cell.neighbours[way] ?? ""))
      .filter((each) => each !== undefined)
      .sort((one, other) => Math.abs(across(one) - at) - Math.abs(across(other) - at))[0]
    this.#line = near ? { horizontal, at, to: near.label } : null
    return near ?? null
  }
}

/** Return the item after or before the one that fits, as if the list were a ring; without one, the first or the last. */
export function nextInCycle<Item>(items: Item[], fits: (each: Item) => boolean, step: 1 | -1): Item | undefined {
  const index = items.findIndex(fits)
  return index < 0 ? items.at(step > 0 ? 0 : -1) : items.at((index + step) % items.length)
}

const AXES: Record<Arrow, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** Return the steps to the right and down of an arrow key. */
export const stepOf = (arrow: Arrow, length: number): [number, number] => {
  const [dx, dy] = AXES[arrow]
  return [dx * length, dy * length]
}

/** Return the nearest piece within 45 degrees of the direction of an arrow, or null. */
export function pieceThatWay(pieces: Piece[], from: Piece, arrow: Arrow): Piece | null {
  const [dx, dy] = AXES[arrow]
  const ahead = ({ x, y }: Piece) => (x - from.x) * dx + (y - from.y) * dy
  const across = ({ x, y }: Piece) => Math.abs((x - from.x) * dy + (y - from.y) * dx)
  const apart = ({ x, y }: Piece) => Math.hypot(x - from.x, y - from.y)
  const found = pieces.filter((each) => each !== from && ahead(each) > 0 && ahead(each) >= across(each))
  return found.sort((one, other) => apart(one) - apart(other))[0] ?? null
}

/** Return the number of steps between two cells, ignoring obstacles; null if they are not connected. */
export function stepsBetween(cells: Cell[], from: string, to: string): number | null {
  const byLabel = cellsByLabel(cells)
  const seen = new Set([from])
  let front = [from]
  for (let steps = 0; front.length; steps += 1) {
    if (front.includes(to)) return steps
    front = front
      .flatMap((label) => Object.values(byLabel.get(label)?.neighbours ?? {}))
      .filter((label) => !seen.has(label) && Boolean(seen.add(label)))
  }
  return null
}

/** Return the cell whose centre is nearest to a point of the picture, or null if the point is outside. */
export const cellAt = ({ cells }: Scene, point: Point): Cell | null => indexOf(cells).at(point)

/** Return the cells on the way from one point of the picture to another. */
export const cellsBetween = ({ cells }: Scene, from: Point, to: Point): Cell[] => indexOf(cells).between(from, to)

/** Return the border of a cell that is nearest to a point: the label of the two cells, or null at the edge. */
export function borderAt(scene: Scene, { x, y }: Point): string | null {
  const cell = cellAt(scene, { x, y })
  if (!cell) return null
  const cells = cellsByLabel(scene.cells.list)
  const near = Object.values(cell.neighbours)
    .map((label) => cells.get(label))
    .filter((each) => each !== undefined)
    .sort((one, other) => Math.hypot(one.x - x, one.y - y) - Math.hypot(other.x - x, other.y - y))[0]
  return near ? `${cell.label}/${near.label}` : null
}
