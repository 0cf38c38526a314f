/** Names beside pieces on boards of small cells: larger than these, and so too large once the board is zoomed in. */

import type { Piece } from "../api/types"
import { boxAround, placeNames, widthOf, type Box, type PlacedName } from "./namePlaces"

/** Half the height of a cell, in pixels, beside which a name in the smallest text is not too large. */
const ROOM = 15

/** Return the part of its size that a name has at a zoom, `edge` being half the height of a cell: on the screen never
 * less than without zoom. */
export const sizeOfNames = (edge: number, zoom: number): number => Math.max(1 / zoom, Math.min(1, edge / ROOM))

/** The layers with the names of pieces, on these and beside them, and with the levels around them. */
export const NAME_LAYERS = ["pieces", "names", "levels"]

/** The names on pieces and on crates; the other texts there are badges. */
const ON_PIECES = `[data-layer="pieces"] [data-piece] > :is([class^="name-"], .crate + text)`

/** Let the names in a picture keep their distance from their pieces when they become smaller. Return those that it
 * does not show with places for them; `edge` is half the height of a cell. */
export function anchorNames(picture: Element, pieces: Piece[], edge: number): PlacedName[] {
  const beside = new Map<string | undefined, SVGTextElement[]>()
  for (const text of all<SVGTextElement>(picture, `[data-layer="names"] text[data-of]`))
    beside.set(text.dataset["of"], [...(beside.get(text.dataset["of"]) ?? []), text])
  const boxes = pieces.flatMap((piece) => anchor(piece, beside.get(piece.name) ?? [], edge))

  const unnamed = pieces.length && edge < Infinity ? withoutNames(picture, pieces, beside) : []
  if (!unnamed.length) return []
  return placeNames(unnamed, pieces, [...boxes, ...all(picture, `[data-layer="levels"] text`).map(boxOf)], edge)
}

/** Return the pieces without a name in the picture, but for those that it only counts: in a stack, or on a crate. */
function withoutNames(picture: Element, pieces: Piece[], beside: ReadonlyMap<string | undefined, unknown>): Piece[] {
  const drawn = new Set(all(picture, "[data-piece]").map((each) => each.dataset["piece"]))
  const named = new Set(all(picture, ON_PIECES).map((text) => text.parentElement?.dataset["piece"]))
  const places = new Set(pieces.flatMap(({ name, x, y }) => (named.has(name) ? [`${x} ${y}`] : [])))
  return pieces.filter(({ name, x, y }) => drawn.has(name) && !beside.has(name) && !places.has(`${x} ${y}`))
}

const all = <Kind extends SVGElement>(picture: Element, selector: string): Kind[] => [
  ...picture.querySelectorAll<Kind>(selector),
]

/** Return the box of a text in the middle of its place, from its attributes: to measure thousands would take long. */
function boxOf(text: Element): Box {
  const [x = 0, y = 0, size = 0] = ["x", "y", "font-size"].map((name) => Number(text.getAttribute(name)))
  return boxAround(x, y - 0.36 * size, widthOf(text.textContent, size), size)
}

/** Shrink texts towards the point of their box that is nearest to the middle of a piece. Return their boxes when they
 * are shrunk. */
function anchor({ x, y }: Piece, texts: SVGTextElement[], edge: number): Box[] {
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
  const part = sizeOfNames(edge, Infinity)
  return boxes.map(({ x: left, y: top, width, height }) => [
    across + part * (left - across),
    down + part * (top - down),
    across + part * (left + width - across),
    down + part * (top + height - down),
  ])
}

const within = (value: number, among: number[]): number =>
  Math.min(Math.max(value, Math.min(...among)), Math.max(...among))
