import { announce } from "../announce"
import { reasons } from "../api/client"
import { stepsBetween, Walk, type Arrow } from "../board/directions"
import { isIn, type BoardActions } from "../board/pointing.svelte"
import { t, tn } from "../i18n"
import { spoken } from "../panels/verdict"
import { isForOthers, obey, type Commands } from "../table/keyboard"
import { freeName, newStates } from "../table/newPiece"
import type { Piece } from "../api/types"
import type { Overlay, Tool } from "../table/view.svelte"
import type { TableState } from "./tableState.svelte"

type Place = string | [number, number]

const STEPS: Record<Arrow, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** The hand at a table: what presses, drags and keys do. */
export class TableControl implements BoardActions, Commands {
  /** The cell that has the focus; on free tables the name of a piece. */
  focused = $state<string | null>(null)
  windows = $state({ keys: false, files: false, share: false, words: false, clause: false })
  #walk = $derived.by(() => new Walk(this.table.view.scene?.cells.list ?? []))
  #borderFrom: string | null = null

  constructor(readonly table: TableState) {}

  get #view() {
    return this.table.view
  }
  get #pieces(): Piece[] {
    return this.#view.scene?.pieces ?? []
  }
  get isFree(): boolean {
    return this.#view.scene?.grid === "free"
  }

  /** The piece that the focus is on. */
  get weighed(): Piece | null {
    return this.#pieceAt(this.focused)
  }

  /** How far apart the ends of the ruler are. */
  get measured(): string | null {
    const { ruler, scene } = this.#view
    const steps = ruler && scene && !this.isFree ? stepsBetween(scene.cells.list, ruler.from, ruler.to) : null
    return steps === null ? null : tn("{number} cell apart", "{number} cells apart", steps)
  }

  // What the pointer does.

  place = ({ piece, at }: { piece: string | null; at: Place | null }): void => {
    const view = this.#view
    if (typeof at === "string") this.focused = at
    if (piece !== null) this.#pressPiece(piece)
    else if (at === null) return
    else if (view.tool === "piece") void this.#putPiece(at)
    else if (view.tool === "move" && view.selected) void this.move(view.selected, at)
    else if (!view.overlay) view.select(null)
  }

  move = async (name: string, at: Place): Promise<boolean> => {
    const { document } = this.table
    const moved = await document.edit({ piece: name, set: { at } })
    announce(
      moved
        ? t("{piece} is at {place} now.", { piece: name, place: String(at) })
        : reasons(document.refused, document.problems),
    )
    return moved
  }

  paint = (cells: string[]): void => {
    const { brush, document } = this.table
    if (this.#view.tool === "level") void document.edit({ cells, level: brush.level })
    else if (brush.terrain !== null) void document.edit({ cells, terrain: [brush.terrain] })
  }

  border = (label: string): void => {
    const kind = this.table.brush.border
    void this.table.document.edit({ borders: [label], terrain: kind === null ? [] : [kind] })
  }

  pointAt = (at: Place | null): void => this.table.home?.point(at)

  #pressPiece(name: string): void {
    const view = this.#view
    if (view.selected === null || view.tool === "move" || view.overlay) view.select(name)
    else if (view.selected === name) view.select(null)
    else view.aim(name)
  }

  async #putPiece(at: Place): Promise<void> {
    const { system, document } = this.table
    const { scene } = this.#view
    if (!scene || !system) return
    const name = freeName(scene)
    if (!(await document.edit({ piece: name, add: newStates(scene, system, at) }))) return
    this.#view.select(name)
    this.#view.panel = "piece"
    announce(t("{piece} is at {place} now.", { piece: name, place: String(at) }))
  }

  // What the keys do.

  onKey = (event: KeyboardEvent): void => {
    if (!isForOthers(event) && obey(event, this)) event.preventDefault()
  }

  onArrow = (event: KeyboardEvent): void => {
    if (!event.key.startsWith("Arrow") || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const arrow = event.key as Arrow
    if (this.isFree) this.#carry(arrow)
    else if (this.focused !== null) {
      const next = this.#walk.step(this.focused, arrow)
      if (next) this.goTo(next.label)
      else announce(t("The edge."))
    }
  }

  /** Put the focus on a cell, or on a piece of a free table, and point there. */
  goTo(place: string): void {
    const view = this.#view
    this.focused = place
    const quoted = CSS.escape(place)
    document.querySelector<SVGElement>(`[data-cell="${quoted}"], [data-stop="${quoted}"]`)?.focus()
    if (view.trial) view.trial = { ...view.trial, at: place }
    else if (view.selected) view.point(this.#pieceAt(place)?.name ?? null)
  }

  nextPiece(step: 1 | -1): void {
    const pieces = this.#pieces
    const index = pieces.findIndex((each) => each === this.weighed)
    const next = pieces[(index + step + (index < 0 && step < 0 ? 1 : 0) + pieces.length) % pieces.length]
    if (next) this.goTo(this.isFree ? next.name : cellOfPiece(next))
  }

  press(): void {
    const { view, focused } = { view: this.#view, focused: this.focused }
    if (view.trial) this.#putDown()
    else if (focused === null) return
    else if (view.tool === "terrain" || view.tool === "level") this.paint([focused])
    else if (view.tool === "borders") this.#pickBorder(focused)
    else this.place({ piece: this.weighed?.name ?? null, at: this.isFree ? null : focused })
  }

  #putDown(): void {
    const { trial } = this.#view
    this.#view.trial = null
    if (trial) void this.move(trial.piece, trial.at)
  }

  #pickBorder(cell: string): void {
    if (this.#borderFrom === null || this.#borderFrom === cell) {
      this.#borderFrom = cell
      announce(t("A border of {cell}: go to the neighbour beyond it and press Enter.", { cell }))
    } else {
      this.border(`${this.#borderFrom}/${cell}`)
      this.#borderFrom = null
    }
  }

  take(): void {
    const view = this.#view
    const piece = this.weighed ?? view.piece
    if (!piece || !this.table.document.canEdit) return
    view.select(piece.name)
    view.trial = {
      piece: piece.name,
      at: Array.isArray(piece.at) && this.isFree ? numbers(piece.at) : cellOfPiece(piece),
    }
    announce(t("{piece} is taken up. Arrows carry it, Enter puts it down, Escape back.", { piece: piece.name }))
  }

  /** On a free table arrows carry the piece that is taken up, by an inch. */
  #carry(arrow: Arrow): void {
    const { trial } = this.#view
    if (!trial || !Array.isArray(trial.at)) return
    const [x, y] = trial.at
    const [dx, dy] = STEPS[arrow]
    this.#view.trial = { piece: trial.piece, at: [x + dx, y + dy] }
    announce(`${x + dx}, ${y + dy}`)
  }

  escape(): void {
    const view = this.#view
    const held = view.trial && view.piece
    view.trial = null
    if (held) this.goTo(this.isFree ? held.name : cellOfPiece(held))
    else if (view.ruler) view.ruler = null
    else if (view.target) view.aim(null)
    else if (view.overlay) view.overlay = null
    else view.select(null)
  }

  overlay(name: Overlay): void {
    const view = this.#view
    const { system } = this.table
    if (system && view.scene && !system.overlays[view.scene.grid]?.includes(name)) {
      announce(t("{rules} does not answer that on this board.", { rules: system.title }))
      return
    }
    if (!view.selected && this.weighed) view.select(this.weighed.name)
    if (view.selected) view.toggle(name)
  }

  list(): void {
    this.#view.overlay = null
    this.overlay("see")
    this.table.saysAll = this.#view.selected !== null
  }

  everything(): void {
    const { scene, verdict } = this.#view
    if (scene) announce(spoken(scene, verdict, Infinity))
  }

  tool(name: Tool): void {
    this.#view.tool = name
  }

  whyNot = (): void => void this.table.toggleWhyNot()
  undo = (): void => void this.table.undo()
  redo = (): void => void this.table.redo()
  words = (): boolean => (this.windows.words = true)
  keys = (): boolean => (this.windows.keys = true)

  #pieceAt(place: string | null): Piece | null {
    const isThere = (each: Piece, at: string) => (this.isFree ? each.name === at : isIn(each, at))
    return this.#pieces.find((each) => place !== null && isThere(each, place)) ?? null
  }
}

function cellOfPiece({ at }: Piece): string {
  return String(Array.isArray(at) ? at[0] : at).replace(/@.*/, "")
}

const numbers = ([x = 0, y = 0]: unknown[]): [number, number] => [Number(x), Number(y)]
