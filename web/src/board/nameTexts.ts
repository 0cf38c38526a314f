/** Names beside pieces on boards of small cells: larger than these, and so too large once the board is zoomed in. */

import type { Piece } from "../api/types"

/** Half the height of a cell, in pixels, beside which a name in the smallest text is not too large. */
const ROOM = 15

/** Return the part of its size that a name has at a zoom, `edge` being half the height of a cell: on the screen never
 * less than without zoom. */
export const sizeOfNames = (edge: number, zoom: number): number => Math.max(1 / zoom, Math.min(1, edge / ROOM))

/** The layers with the names of pieces, on these and beside them. */
export const NAME_LAYERS = ["pieces", "names"]

/** Let the names in a picture keep their distance from their pieces when they become smaller. Return the pieces whose
 * names it does not show. */
export function anchorNames(picture: Element, pieces: Piece[]): Piece[] {
  const texts = NAME_LAYERS.flatMap((name) => [
    ...picture.querySelectorAll<SVGTextElement>(`[data-layer="${name}"] :is([data-piece] text, text[data-of])`),
  ])
  const named = new Set(texts.map((text) => text.closest<SVGElement>("[data-piece]")?.dataset["piece"]))
  return pieces.filter((piece) => {
    const beside = texts.filter((text) => text.dataset["of"] === piece.name)
    anchor(piece, beside)
    return !beside.length && !named.has(piece.name)
  })
}

/** Shrink texts towards the point of their box that is nearest to the middle of a piece. */
function anchor({ x, y }: Piece, texts: SVGTextElement[]): void {
  const boxes = texts.map((text) => text.getBBox())
  const across = within(
    x,
    boxes.flatMap((box) => [box.x, box.x + box.width]),
  )
  const down = within(
    y,
    boxes.flatMap((box) => [box.y, box.y + box.height]),
  )
  for (const text of texts) text.style.transformOrigin = `${across}px ${down}px`
}

const within = (value: number, among: number[]): number =>
  Math.min(Math.max(value, Math.min(...among)), Math.max(...among))
