/** A piece that has moved slides to its new place; where the person asks for little motion it is there at once. */

import type { Scene } from "../api/types"

const STILL = matchMedia("(prefers-reduced-motion: reduce)")
let before = new Map<string, { x: number; y: number }>()

/** Slide the pieces of a scene from where they were shown last; `dropped` is where one was put down by hand. */
export function slidePieces(ground: SVGGElement, scene: Scene, dropped: Map<string, { x: number; y: number }>): void {
  const now = new Map(scene.pieces.map(({ name, x, y }) => [name, { x, y }]))
  for (const [name, { x, y }] of now) {
    const from = dropped.get(name) ?? before.get(name)
    if (!from || (from.x === x && from.y === y)) continue
    dropped.delete(name)
    if (STILL.matches) continue
    for (const part of partsOf(ground, name))
      part.animate([{ translate: `${from.x - x}px ${from.y - y}px` }, { translate: "0px 0px" }], {
        duration: 180,
        easing: "ease-out",
      })
  }
  before = now
}

/** Return the drawn parts of a piece: its group, and what is written beside it. */
export function partsOf(ground: Element, name: string): SVGElement[] {
  const quoted = CSS.escape(name)
  return [...ground.querySelectorAll<SVGElement>(`[data-piece="${quoted}"], [data-of="${quoted}"]`)]
}

/** Hold a piece beside its place; null puts it back. */
export function holdPiece(ground: Element, name: string, by: { x: number; y: number } | null): void {
  for (const part of partsOf(ground, name)) part.style.translate = by ? `${by.x}px ${by.y}px` : ""
}
