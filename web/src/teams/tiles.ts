/** Tiles of the formation grid: letters for the column from the left, then the row, 1 at the front. */

export interface Tile {
  column: number
  row: number
}

const LETTERS = 26
const A = 65

/** Return the label of a tile, whose column and row are counted from 0. */
export function labelOf({ column, row }: Tile): string {
  let letters = ""
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS))
    letters = String.fromCharCode(A + ((rest - 1) % LETTERS)) + letters
  return letters + String(row + 1)
}

/** Return the tile of a label, null for an invalid one. */
export function tileOf(label: string): Tile | null {
  const found = /^([A-Z]{1,3})([1-9]\d{0,3})$/.exec(label)
  if (found === null) return null
  const [, letters = "", row = "1"] = found
  const column = [...letters].reduce((sum, each) => sum * LETTERS + each.charCodeAt(0) - A + 1, 0) - 1
  return { column, row: Number(row) - 1 }
}

/** Return the first free tile, starting from the middle of the front. */
export function freeTile(taken: Iterable<string>, columns: number): string {
  const occupied = new Set(taken)
  const middle = Math.floor((columns - 1) / 2)
  const across = Array.from({ length: columns }, (_, index) => index)
  across.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
  for (let row = 0; ; row++)
    for (const column of across) {
      const label = labelOf({ column, row })
      if (!occupied.has(label)) return label
    }
}
