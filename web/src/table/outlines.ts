/** Outlines of drawn shapes on a free table, in inches. */

export type Spot = [number, number]
export const SHAPES = ["rectangle", "circle", "wall", "outline"] as const
/** The shapes, drawn from one place to another, or, for an outline, corner by corner. */
export type Shape = (typeof SHAPES)[number]

const CORNERS_OF_CIRCLE = 24
const THICK = 0.5

const DRAWN: Record<Exclude<Shape, "outline">, (from: Spot, to: Spot) => Spot[]> = {
  rectangle: ([left, top], [right, bottom]) => [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ],
  circle: ([x, y], to) => {
    const radius = apart([x, y], to)
    return Array.from({ length: CORNERS_OF_CIRCLE }, (_, corner) => {
      const angle = (2 * Math.PI * corner) / CORNERS_OF_CIRCLE
      return rounded([x + radius * Math.sin(angle), y - radius * Math.cos(angle)])
    })
  },
  wall: ([x, y], [toX, toY]) => {
    const length = apart([x, y], [toX, toY])
    const [dx, dy] = [((toY - y) / length) * (THICK / 2), ((x - toX) / length) * (THICK / 2)]
    return [
      rounded([x + dx, y + dy]),
      rounded([toX + dx, toY + dy]),
      rounded([toX - dx, toY - dy]),
      rounded([x - dx, y - dy]),
    ]
  },
}

/** Return the outline of a shape drawn from one place to another, or null if it has no size. */
export function outlineOf(shape: Exclude<Shape, "outline">, from: Spot, to: Spot): Spot[] | null {
  const hasSize = shape === "rectangle" ? from[0] !== to[0] && from[1] !== to[1] : apart(from, to) > 0
  return hasSize ? DRAWN[shape](from, to) : null
}

/** Return an outline moved by a vector. */
export const shifted = (outline: Spot[], [dx, dy]: Spot): Spot[] => outline.map(([x, y]) => rounded([x + dx, y + dy]))

/** Return the place in a text "x,y". */
export function spotOf(text: string): Spot {
  const [x = 0, y = 0] = text.split(",").map(Number)
  return [x, y]
}

export const apart = ([x, y]: Spot, [toX, toY]: Spot): number => Math.hypot(toX - x, toY - y)

/** Return the middle of the bounding box of an outline. */
export function middleOf(outline: Spot[]): Spot {
  const [left, top, right, bottom] = boxOf(outline)
  return rounded([(left + right) / 2, (top + bottom) / 2])
}

/** Return the minimum x and y and the maximum x and y of an outline. */
export function boxOf(outline: Spot[]): [number, number, number, number] {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Return whether a place is inside an outline. */
export function isWithin(outline: Spot[], [x, y]: Spot): boolean {
  return outline.reduce((within, [x1, y1], index) => {
    const [x2, y2] = outline.at(index - 1) ?? [x1, y1]
    return y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1 ? !within : within
  }, false)
}

const rounded = ([x, y]: Spot): Spot => [Math.round(x * 100) / 100, Math.round(y * 100) / 100]
