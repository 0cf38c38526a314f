import { SvelteSet } from "svelte/reactivity"
import type { Json, Piece, Scene } from "../api/types"
import type { BoardView } from "./boardView"
import { borderAt, cellAt, cellsBetween, type Point } from "./directions"
import { toInches, type Ghost } from "./hand"
import { holdPiece } from "./sliding"

/** The actions of presses, drags and pointing on the board. */
export interface BoardActions {
  /** A press on a piece, or at a place. */
  pressTarget(where: { piece: string | null; at: string | [number, number] | null }): void
  move(piece: string, at: string | [number, number]): Promise<boolean>
  paint(cells: string[]): void
  border(label: string): void
  pointAt(at: string | [number, number] | null): void
  goTo(place: string): void
  /** Go to a stop of the keyboard, and press it. */
  pressAt(place: string): void
  shapes?: ShapeActions
}

/** The actions of presses with a tool, or on a grip, on a free table. */
export interface ShapeActions {
  /** Return whether the press is for drawing or changing a shape. */
  press(at: [number, number], grip: string | null): boolean
  drag(at: [number, number]): void
  release(at: [number, number]): void
  cancel(): void
}

interface Board {
  scene: Scene
  view: BoardView
  canEdit: boolean
  /** The stacked layers, and the element in the coordinates of the scene. */
  picture: HTMLElement | undefined
  plane: SVGGElement | undefined
}

const SLACK = 5 // screen pixels of movement up to which a press is not a drag

/** The pointer on the board: mouse, finger or pen. */
export class Pointing {
  painted = new SvelteSet<string>()
  border = $state<string | null>(null)
  ghost = $state.raw<Ghost | null>(null)
  /** The places where pieces were dropped, shown until the server has answered. */
  dropped = new Map<string, Point>()
  #pressed: { screen: Point; piece: Piece | null; from: Point; last: Point } | null = null
  #isDrag = false
  #isShaping = false
  #pointedAt: string | [number, number] | null = null

  constructor(
    private board: () => Board,
    private actions: BoardActions,
  ) {
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.cancel()
    })
  }

  /** Whether a press or touch moves the picture, not its content. */
  leavesToZoom = (event: Event): boolean => {
    if (event.type === "wheel" || ("touches" in event && (event as TouchEvent).touches.length > 1)) return true
    const { view } = this.board()
    const onThing = (event.target as Element).closest("[data-piece], [data-grip]") !== null
    return (view.tool === "select" || view.tool === "move") && !onThing
  }

  down = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary) return this.cancel()
    const point = this.#point(event)
    if (!point) return
    const piece = this.#pieceAt(event, point)
    this.#isShaping = this.#shapes(event, point)
    ;(event.currentTarget as Element).setPointerCapture(event.pointerId) // so that it is also let go of outside
    if (this.#isShaping) return
    this.#pressed = { screen: { x: event.clientX, y: event.clientY }, piece, from: point, last: point }
    this.#isDrag = false
    if (this.#paints()) this.#paintTo(point)
  }

  /** Press what assistive technology, or a script, clicks on without a pointer. */
  click = (event: MouseEvent): void => {
    const place = event.detail === 0 ? this.#placeOf(event.target as Element) : null
    if (place !== null) this.actions.pressAt(place)
  }

  move = (event: PointerEvent): void => {
    const point = this.#point(event)
    if (!point) return
    if (this.#isShaping) return this.#shape(point, (shapes, at) => shapes.drag(at))
    if (!this.#pressed) return this.#hover(event, point)
    const { screen } = this.#pressed
    this.#isDrag ||= Math.hypot(event.clientX - screen.x, event.clientY - screen.y) > SLACK
    if (this.#isDrag) this.#drag(point)
  }

  up = (event: PointerEvent): void => {
    const point = this.#point(event)
    const pressed = this.#pressed
    const wasShaping = this.#isShaping
    this.#pressed = null
    this.#isShaping = false
    if (point && wasShaping) this.#shape(point, (shapes, at) => shapes.release(at))
    else if (point && pressed) this.#release(pressed.piece, point)
    else this.cancel()
  }

  #release(piece: Piece | null, point: Point): void {
    const { view, scene } = this.board()
    if (this.#paints()) return this.#paintAll()
    if (view.tool === "borders") return this.#putBorder(point)
    if (view.tool === "ruler") return
    if (this.#isDrag) return void this.#drop(piece, point)
    this.actions.pressTarget({ piece: piece?.name ?? null, at: placeAt(scene, point) })
  }

  cancel = (): void => {
    const { picture, view } = this.board()
    if (picture && this.#pressed?.piece) holdPiece(picture, this.#pressed.piece.name, null)
    this.#pressed = null
    this.#isDrag = this.#isShaping = false
    this.actions.shapes?.cancel()
    this.ghost = null
    this.painted.clear()
    view.trial = null
  }

  leave = (): void => {
    if (this.#pressed) return
    this.board().view.point(null)
    this.border = null
    this.#pointAt(null)
  }

  /** Return whether a press is for a shape on a free table; if so, begin it. */
  #shapes(event: PointerEvent, point: Point): boolean {
    const grip = (event.target as Element).closest<SVGElement>("[data-grip]")?.dataset["grip"] ?? null
    const at = toInches(this.board().scene, point)
    return at !== null && (this.actions.shapes?.press(at, grip) ?? false)
  }

  #shape(point: Point, act: (shapes: ShapeActions, at: [number, number]) => void): void {
    const at = toInches(this.board().scene, point)
    if (at && this.actions.shapes) act(this.actions.shapes, at)
  }

  #hover(event: PointerEvent, point: Point): void {
    const { view, scene } = this.board()
    if (view.tool === "borders") this.border = borderAt(scene, point)
    if (event.pointerType !== "mouse") return
    if (view.tool === "select") view.point(this.#pieceAt(event, point)?.name ?? null)
    this.#pointAt(placeAt(scene, point))
  }

  /** Report the place at the pointer, once for each place. */
  #pointAt(at: string | [number, number] | null): void {
    if (String(at) !== String(this.#pointedAt)) this.actions.pointAt(at)
    this.#pointedAt = at
  }

  #drag(point: Point): void {
    const { view } = this.board()
    const { piece, from } = this.#pressed ?? {}
    if (this.#paints()) this.#paintTo(point)
    else if (view.tool === "ruler" && from) this.#measure(from, point)
    else if (piece && this.#carries()) this.#carry(piece, point)
  }

  /** Hold a piece over another place, and request the answer for it there. */
  #carry(piece: Piece, point: Point): void {
    const { scene, view, picture } = this.board()
    if (!picture) return
    holdPiece(picture, piece.name, { x: point.x - piece.x, y: point.y - piece.y })
    this.ghost = { x: piece.x, y: piece.y, radius: piece.radius }
    if (view.selected !== piece.name) view.select(piece.name)
    const at = placeAt(scene, point)
    if (at !== null && String(view.trial?.at) !== String(at)) view.trial = { piece: piece.name, at }
  }

  #carries(): boolean {
    const { view, canEdit } = this.board()
    return canEdit && (view.tool === "select" || view.tool === "move")
  }

  async #drop(piece: Piece | null, point: Point): Promise<void> {
    const { scene, picture, view } = this.board()
    this.ghost = null
    view.trial = null
    const at = placeAt(scene, point)
    if (!piece || !picture || this.#isAt(piece, at)) return this.cancel()
    if (at === null) return void holdPiece(picture, piece.name, null)
    this.dropped.set(piece.name, point)
    if (await this.actions.move(piece.name, at)) return
    this.dropped.delete(piece.name)
    holdPiece(picture, piece.name, null)
  }

  #isAt(piece: Piece, at: string | [number, number] | null): boolean {
    return JSON.stringify(piece.at) === JSON.stringify(at as Json)
  }

  #measure(from: Point, to: Point): void {
    const { scene, view } = this.board()
    const ends = [placeAt(scene, from), placeAt(scene, to)].map((each) => (each === null ? null : String(each)))
    const [first, last] = ends
    if (first && last && first !== last) view.measure(first, last)
  }

  #paints(): boolean {
    const { scene, view, canEdit } = this.board()
    return canEdit && scene.grid !== "free" && (view.tool === "terrain" || view.tool === "level")
  }

  /** Paint the cells from the last point of the stroke to the next: a browser reports only some points of a fast one. */
  #paintTo(point: Point): void {
    if (!this.#pressed) return
    for (const { label } of cellsBetween(this.board().scene, this.#pressed.last, point)) this.painted.add(label)
    this.#pressed.last = point
  }

  #paintAll(): void {
    if (this.painted.size) this.actions.paint([...this.painted])
    this.painted.clear()
  }

  #putBorder(point: Point): void {
    const label = borderAt(this.board().scene, point)
    if (label) this.actions.border(label)
  }

  /** Return the stop of the keyboard that an element is a part of, or whose piece it shows. */
  #placeOf(element: Element): string | null {
    const { scene } = this.board()
    const { cell, piece, stop } = element.closest<SVGElement>("[data-cell], [data-piece], [data-stop]")?.dataset ?? {}
    if (piece === undefined || scene.grid === "free") return cell ?? stop ?? piece ?? null
    const shown = scene.pieces.find(({ name }) => name === piece)
    return shown ? cellOfPiece(shown) : null
  }

  #pieceAt(event: PointerEvent, point: Point): Piece | null {
    const { scene } = this.board()
    const drawn = (event.target as Element).closest<SVGElement>("[data-piece]")?.dataset["piece"]
    const cell = drawn === undefined ? cellAt(scene, point)?.label : undefined
    return (
      scene.pieces.find((each) =>
        drawn === undefined ? cell !== undefined && isIn(each, cell) : each.name === drawn,
      ) ?? null
    )
  }

  #point({ clientX, clientY }: PointerEvent): Point | null {
    const matrix = this.board().plane?.getScreenCTM()
    return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : null
  }
}

/** Return whether a piece is in a cell; one at a corner is in the cell in the corner's label. */
export function isIn({ at }: Piece, label: string): boolean {
  return Array.isArray(at) ? at.includes(label) : String(at).replace(/@.*/, "") === label
}

/** Return the cell of a piece, the first one if there are several. */
export const cellOfPiece = ({ at }: Piece): string => String(Array.isArray(at) ? at[0] : at).replace(/@.*/, "")

function placeAt(scene: Scene, point: Point): string | [number, number] | null {
  return scene.grid === "free" ? toInches(scene, point) : (cellAt(scene, point)?.label ?? null)
}
