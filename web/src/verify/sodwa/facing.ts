/** The facings of SODWA, and the facing towards a place. */

const FACINGS = ["E", "SE", "S", "SW", "W", "NW", "N", "NE"]
const LETTERS = 26

/** Return the facing nearest to the middle of a tile, or of a border, from another tile. */
export function facingTo(at: string, place: string): string | undefined {
  const [fromX, fromY] = middleOf(at)
  const [toX, toY] = middleOf(place)
  const turn = Math.round(Math.atan2(toY - fromY, toX - fromX) / (Math.PI / 4))
  return FACINGS[(turn + FACINGS.length) % FACINGS.length]
}

function middleOf(place: string): [number, number] {
  const tiles = place.split("/").map(cellOf)
  const mean = (index: 0 | 1) => tiles.reduce((sum, tile) => sum + tile[index], 0) / tiles.length
  return [mean(0), mean(1)]
}

/** Return the column and row of a tile such as B3 or AA12. */
function cellOf(label: string): [number, number] {
  const [, column = "", row = ""] = /^([A-Z]+)(\d+)$/.exec(label) ?? []
  return [[...column].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64, 0), Number(row)]
}
