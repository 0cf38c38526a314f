/** Which cell is at a point of the picture: found by coordinates, not by a search through all cells. */

export interface Point {
  x: number
  y: number
}

/** Cells, by the square of a raster in which their centres are. */
export class CellIndex<Cell extends Point> {
  readonly #cells = new Map<number, Cell[]>()
  readonly #radius: number

  /** `outline` has the corners of every cell, relative to its centre. */
  constructor(list: readonly Cell[], outline: string) {
    this.#radius = Math.max(...cornersOf(outline).map(([x, y]) => Math.hypot(x, y)))
    for (const cell of list) {
      const key = keyOf(this.#column(cell.x), this.#column(cell.y))
      this.#cells.set(key, [...(this.#cells.get(key) ?? []), cell])
    }
  }

  /** Return the cell whose centre is nearest to a point, or null if the point is outside. */
  at({ x, y }: Point): Cell | null {
    let best: Cell | null = null
    let least = this.#radius
    for (const cell of this.#near(x, y)) {
      const distance = Math.hypot(cell.x - x, cell.y - y)
      if (distance < least) [best, least] = [cell, distance]
    }
    return best
  }

  /** Return the cells on the way from one point to another, by points an eighth of a cell apart. */
  between(from: Point, to: Point): Cell[] {
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const steps = Math.ceil(Math.hypot(dx, dy) / (this.#radius / 4)) || 1
    return Array.from({ length: steps }, (_, step) => (step + 1) / steps)
      .map((part) => this.at({ x: from.x + part * dx, y: from.y + part * dy }))
      .filter((each) => each !== null)
  }

  /** Yield the cells whose centres may be nearer to a point than the corners of a cell to its centre. */
  *#near(x: number, y: number): Iterable<Cell> {
    const [column, row] = [this.#column(x), this.#column(y)]
    for (const down of [-1, 0, 1])
      for (const across of [-1, 0, 1]) yield* this.#cells.get(keyOf(column + across, row + down)) ?? []
  }

  /** Return the column of the raster for x; the row for y is found in the same way. */
  #column(x: number): number {
    return Math.floor(x / this.#radius)
  }
}

/** Larger than the number of columns of any raster. */
const STRIDE = 2 ** 20
const keyOf = (column: number, row: number) => row * STRIDE + column

function cornersOf(outline: string): [number, number][] {
  return outline.split(" ").map((each) => {
    const [x = 0, y = 0] = each.split(",").map(Number)
    return [x, y]
  })
}
