/** Sliding of moved pieces to their new places, without animation if the user prefers reduced motion. */

import type { Scene } from "../api/types"
import type { Point } from "./directions"

const STILL = matchMedia("(prefers-reduced-motion: reduce)")

const STRAIGHT = 180
const LONGEST = 400
let before = new Map<string, Point>()

/** Slide the pieces of a scene from their last shown places, along `paths` of cells if there are any;
 * `dropped` is the place where the user dropped one. */
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

/** Return the drawn parts of a piece: its group, and the text beside it. */
export function partsOf(picture: Element, name: string): SVGElement[] {
  const quoted = CSS.escape(name)
  return [...picture.querySelectorAll<SVGElement>(`[data-piece="${quoted}"], [data-of="${quoted}"]`)]
}

/** Draw a piece away from its place; null restores it. */
export function holdPiece(picture: Element, name: string, by: { x: number; y: number } | null): void {
  for (const part of partsOf(picture, name)) part.style.translate = by ? `${by.x}px ${by.y}px` : ""
}
