/** A piece that has moved slides to its new place; where the person asks for little motion it is there at once. */

import type { Scene } from "../api/types"

const STILL = matchMedia("(prefers-reduced-motion: reduce)")

interface Point {
  x: number
  y: number
}

const STRAIGHT = 180
const LONGEST = 400
let before = new Map<string, Point>()

/** Slide the pieces of a scene from where they were shown last, along `paths` of cells where they have gone by them;
 * `dropped` is where one was put down by hand. */
export function slidePieces(
  picture: Element,
  scene: Scene,
  dropped: Map<string, Point>,
  paths: ReadonlyMap<string, string[]> = new Map(),
): void {
  const now = new Map(scene.pieces.map(({ name, x, y }) => [name, { x, y }]))
  for (const [name, { x, y }] of now) {
    const from = dropped.get(name) ?? before.get(name)
    if (!from || (from.x === x && from.y === y)) continue
    dropped.delete(name)
    if (STILL.matches) continue
    const way = [from, ...(paths.get(name) ?? []).map((label) => centreOf(scene, label)), { x, y }]
    const frames = way.flatMap((each) => (each ? [{ translate: `${each.x - x}px ${each.y - y}px` }] : []))
    const duration = Math.min(STRAIGHT + 50 * (frames.length - 2), LONGEST)
    for (const part of partsOf(picture, name)) part.animate(frames, { duration, easing: "ease-out" })
  }
  before = now
}

const centreOf = (scene: Scene, label: string): Point | undefined =>
  scene.cells.list.find((each) => each.label === label)

/** Return the drawn parts of a piece: its group, and what is written beside it. */
export function partsOf(picture: Element, name: string): SVGElement[] {
  const quoted = CSS.escape(name)
  return [...picture.querySelectorAll<SVGElement>(`[data-piece="${quoted}"], [data-of="${quoted}"]`)]
}

/** Hold a piece beside its place; null puts it back. */
export function holdPiece(picture: Element, name: string, by: { x: number; y: number } | null): void {
  for (const part of partsOf(picture, name)) part.style.translate = by ? `${by.x}px ${by.y}px` : ""
}
