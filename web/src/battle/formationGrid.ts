interface Placed {
  who: string
  label: string
  column: number
  row: number
}

const A = "A".codePointAt(0) ?? 65
const LETTERS = 26

/** Return the part of the formation grid that a formation occupies: its size, and the places counted from 0. */
export function gridOf(tiles: Record<string, string>): { columns: number; rows: number; placed: Placed[] } {
  const placed = Object.entries(tiles).map(([who, label]) => ({ who, label, ...placeOf(label) }))
  const left = Math.min(...placed.map((each) => each.column))
  const span = Math.max(...placed.map((each) => each.column)) - left + 1
  const rows = Math.max(...placed.map((each) => each.row)) + 1
  return { columns: span, rows, placed: placed.map((each) => ({ ...each, column: each.column - left })) }
}

/** Return the column and row, from 0, of a label such as B1 or AA12. */
function placeOf(label: string): { column: number; row: number } {
  const [, letters = "A", digits = "1"] = /^([A-Z]+)(\d+)$/.exec(label) ?? []
  const column = [...letters].reduce((sum, each) => LETTERS * sum + (each.codePointAt(0) ?? A) - A + 1, 0) - 1
  return { column, row: Number(digits) - 1 }
}
