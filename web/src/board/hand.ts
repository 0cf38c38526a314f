import type { Cell, Person, Piece, ReachCell, Scene } from "../api/types"
import { answerCells } from "../panels/overlays"
import type { BoardView } from "./boardView"
import type { Point } from "./directions"

export interface Ghost {
  x: number
  y: number
  radius: number
}

/** Return the cells of a piece, or its middle if it is between cells or on a free table. */
export function placesOf(piece: Piece, cells: ReadonlyMap<string, Cell>): (Point & { isCell: boolean })[] {
  const labels = Array.isArray(piece.at) ? piece.at : [piece.at]
  const found = labels.map((label) => cells.get(String(label))).filter((each) => each !== undefined)
  return found.length ? found.map(({ x, y }) => ({ x, y, isCell: true })) : [{ x: piece.x, y: piece.y, isCell: false }]
}

/** Return the corners of a cell as polygon points; transforms would make each a compositing layer of the browser. */
export function cornersAt(outline: string, x: number, y: number): string {
  return cornersOf(outline)(x, y)
}

/** Return the function that `cornersAt` is for one outline. */
export function cornersOf(outline: string): (x: number, y: number) => string {
  const corners = outline.split(" ").map((corner) => corner.split(",").map(Number))
  return (x, y) => corners.map(([dx = 0, dy = 0]) => `${rounded(x + dx)},${rounded(y + dy)}`).join(" ")
}

const rounded = (value: number) => Math.round(100 * value) / 100

/** Half the height of a cell for which marks are drawn, in pixels. */
const HALF_CELL = 38

/** Return the scale of marks in the cells of a scene, at least one at which they are legible. */
export const markScale = (scene: Scene, least: number): number => Math.max(least, halfHeight(scene) / HALF_CELL)

/** Return half the height of the cells of a scene, in pixels of the picture; infinity on a free table. */
export const halfHeight = ({ cells }: Scene): number =>
  cells.outline ? Math.max(...cells.outline.split(" ").map((corner) => Number(corner.split(",")[1]))) : Infinity

/** Return the point of the picture at a place, which is a cell or in inches. */
export function cellOf(scene: Scene, at: Person["at"]): Point | null {
  if (Array.isArray(at)) return toPicture(scene, ...at)
  return scene.cells.list.find((each) => each.label === at) ?? null
}

function toPicture({ table }: Scene, x: number, y: number): Point | null {
  return table && { x: table.left + table.inch * x, y: table.top + table.inch * y }
}

/** Return a point of the picture in inches, rounded to a quarter, within the table. */
export function toInches({ table }: Scene, { x, y }: Point): [number, number] | null {
  if (!table) return null
  const within = (value: number, size: number) => Math.min(Math.max(Math.round(value * 4) / 4, 0), size)
  return [within((x - table.left) / table.inch, table.width), within((y - table.top) / table.inch, table.height)]
}

/** Return a name that fits beside a pointer. */
export const nameTag = (name: string) => (name.length > 16 ? `${name.slice(0, 15)}…` : name)

/** Return the path of the selected piece to the cell at the pointer, if the shown answer has one. */
export function pathPoints(scene: Scene, view: BoardView, focused: string | null): string | null {
  const ways = view.overlay === "reach" ? answerCells<ReachCell>(scene.answer) : null
  const place = view.over ?? focused
  const way = place !== null && ways?.[place]
  if (!way || !view.piece) return null
  const points = way.path.map((label) => cellOf(scene, label)).filter((each) => each !== null)
  return [view.piece, ...points].map(({ x, y }) => `${x},${y}`).join(" ")
}
