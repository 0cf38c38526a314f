import { announce } from "../announce"
import { nextInCycle, pieceThatWay, stepOf, stepsBetween, Walk, type Arrow } from "../board/directions"
import { cellOfPiece, isIn, type BoardActions } from "../board/pointing.svelte"
import { labelled, number, t, tn, word } from "../i18n"
import { placeWords } from "../panels/overlays"
import { spoken } from "../panels/verdict"
import { isForOtherElement, executeKey, type Commands } from "../table/keyboard"
import { FreeHand } from "../table/freeHand.svelte"
import { apart, spotOf, type Spot } from "../table/outlines"
import { freeName, newStates } from "../table/newPiece"
import { whereWords } from "../table/places"
import type { Edit, Piece } from "../api/types"
import { toolName, toolsOf } from "../table/tools"
import type { Overlay, Tool } from "../table/view.svelte"
import type { TableState } from "./tableState.svelte"

type Place = string | [number, number]

/** The controller of a table: the effects of presses, drags and keys. */
export class TableControl implements BoardActions, Commands {
  /** The focused cell; on free tables the name of a piece. */
  focused = $state<string | null>(null)
  windows = $state({ keys: false, files: false, share: false, words: false, clause: false })
  #cells = $derived.by(() => this.table.view.scene?.cells.list)
  #walk = $derived.by(() => new Walk(this.#cells ?? []))
  #borderFrom: string | null = null

  /** The drawing and editing on a free table. */
  shapes = new FreeHand(() => ({
    view: this.table.view,
    canEdit: this.table.document.canEdit,
    edit: this.table.edit,
    brush: this.table.brush,
    kinds: this.table.system?.terrain.map((each) => each.key) ?? [],
  }))

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

  /** The tools that can be used here. */
  get tools(): Tool[] {
    return toolsOf(this.table.system, this.isFree, this.table.document.canEdit)
  }

  /** The focused piece. */
  get focusedPiece(): Piece | null {
    return this.#pieceAt(this.focused)
  }

  /** The distance between the ends of the ruler. */
  get measured(): string | null {
    const { ruler, scene } = this.#view
    if (!ruler || !scene) return null
    if (this.isFree) return t("{length} inches", { length: number(apart(spotOf(ruler.from), spotOf(ruler.to))) })
    const steps = stepsBetween(scene.cells.list, ruler.from, ruler.to)
    return steps === null ? null : tn("{number} cell apart", "{number} cells apart", steps)
  }

  // Pointer input

  pressTarget = ({ piece, at }: { piece: string | null; at: Place | null }): void => {
    const view = this.#view
    const stop = this.isFree ? piece : at
    if (typeof stop === "string") this.#focus(stop)
    if (piece !== null) this.#pressPiece(piece)
    else if (at === null) return
    else if (view.tool === "piece") void this.#putPiece(at)
    else if (view.tool === "move" && view.selected) void this.move(view.selected, at)
    else this.#pressGround(at)
  }

  #pressGround(at: Place): void {
    const { scene, overlay } = this.#view
    if (overlay) return this.#showWay(at)
    const feature = scene && typeof at !== "string" ? this.shapes.featureAt(scene, at) : null
    if (feature === null) this.#select(null)
    else this.shapes.select(feature)
  }

  /** Request the path to a place pointed out on a free table. */
  #showWay(at: Place): void {
    const view = this.#view
    if (view.overlay === "reach" && typeof at !== "string") view.options = { ...view.options, toward: at }
  }

  move = async (name: string, at: Place): Promise<boolean> => {
    const { document } = this.table
    const { failedTrial } = this.#view
    if (failedTrial?.piece === name && String(failedTrial.at) === String(at)) {
      document.refuse(failedTrial.problems)
      return false
    }
    const isMoved = await this.table.edit({ piece: name, set: { at } })
    if (isMoved) announce(t("{piece} is at {place} now.", { piece: name, place: whereWords(at) }))
    return isMoved
  }

  paint = (cells: string[]): void => {
    const { terrain, level } = this.table.brush
    if (this.#view.tool === "level") void this.#paint({ cells, level }, t("level {level}", { level }))
    else if (terrain !== null) void this.#paint({ cells, terrain: [terrain] }, word(terrain))
    else announce(t("Choose a kind of terrain first."))
  }

  async #paint(edit: Edit & { cells: string[] }, what: string): Promise<void> {
    if (await this.table.edit(edit)) announce(labelled(edit.cells.join(", "), what))
  }

  border = (label: string): void => {
    const kind = this.table.brush.border
    void this.table.document.edit({ borders: [label], terrain: kind === null ? [] : [kind] })
  }

  pointAt = (at: Place | null): void => {
    this.#view.over = typeof at === "string" ? at : null
    this.table.home?.point(at)
  }

  #pressPiece(name: string): void {
    const view = this.#view
    if (view.selected === name && !view.overlay) this.#select(null)
    else if (view.selected === null || view.tool === "move" || view.overlay) this.#select(name)
    else this.#aim(name)
  }

  /** Pin the target; the answer is announced again even if it was already announced while pointing there. */
  #aim(name: string): void {
    const view = this.#view
    const isAnswered = view.target === name && !view.isAsking
    view.aim(name)
    if (isAnswered && view.scene) announce(spoken(view.scene, view.verdict))
  }

  #select(name: string | null): void {
    this.#view.select(name)
    announce(name === null ? t("Nothing is selected.") : t("{piece} is selected.", { piece: name }))
  }

  async #putPiece(at: Place): Promise<void> {
    const { system } = this.table
    const { scene } = this.#view
    if (!scene || !system) return
    const name = freeName(scene)
    if (!(await this.table.edit({ piece: name, add: newStates(scene, system, at) }))) return
    this.#view.select(name)
    this.#view.panel = "piece"
    announce(t("{piece} is at {place} now.", { piece: name, place: whereWords(at) }))
  }

  // Keyboard input

  onKey = (event: KeyboardEvent): void => {
    if (!isForOtherElement(event) && executeKey(event, this)) event.preventDefault()
  }

  onArrow = (event: KeyboardEvent): void => {
    if (!event.key.startsWith("Arrow") || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const arrow = event.key as Arrow
    if (this.isFree) this.#goFreely(arrow, event.shiftKey)
    else if (this.focused !== null) {
      const next = this.#walk.step(this.focused, arrow)
      if (next) this.goTo(next.label)
      else announce(t("The edge."))
    }
  }

  /** Focus a cell, or a piece of a free table, and point there. */
  goTo(place: string): void {
    const view = this.#view
    this.#focus(place)
    view.over = this.isFree ? null : place
    if (this.#pieceAt(place)) view.feature = null // now the keys are for the piece
    announce(this.#nameOf(place))
    if (view.trial && !this.isFree) view.trial = { ...view.trial, at: place }
    else if (view.selected) view.point(this.#pieceAt(place)?.name ?? null)
  }

  /** Focus a cell, a piece of a free table, or the table itself, so that the arrow keys go on from there. */
  #focus(place: string): void {
    this.focused = place
    const quoted = CSS.escape(place)
    document.querySelector<SVGElement>(`[data-cell="${quoted}"], [data-stop="${quoted}"]`)?.focus()
  }

  /** Return the announcement of a place: the cell with its pieces, or the piece, and the overlay on it. */
  #nameOf(place: string): string {
    const { scene, overlay, isAsking } = this.#view
    if (!scene) return ""
    if (place === "" && scene.table)
      return t("The table, {width} by {height} inches", { width: scene.table.width, height: scene.table.height })
    const cell = scene.occupied[place] ?? scene.cells.list.find((each) => each.label === place)?.name
    const name = cell ?? this.#pieceAt(place)?.label ?? place
    return labelled(name, placeWords(scene, isAsking ? null : overlay, place))
  }

  nextPiece(step: 1 | -1): void {
    const next = nextInCycle(this.#pieces, (each) => each === this.focusedPiece, step)
    if (next) this.goTo(this.isFree ? next.name : cellOfPiece(next))
  }

  pressAt = (place: string): void => {
    this.goTo(place)
    this.press()
  }

  press(): void {
    if (this.#view.trial) this.#putDown()
    else if (!(this.isFree && this.#pressFreely()) && this.focused !== null) this.#pressPlace(this.focused)
  }

  #pressPlace(focused: string): void {
    const { tool } = this.#view
    if (!this.isFree && (tool === "terrain" || tool === "level")) this.paint([focused])
    else if (tool === "borders") this.#pickBorder(focused)
    else if (tool === "ruler") this.#measureTo(focused)
    else this.pressTarget({ piece: this.focusedPiece?.name ?? null, at: this.isFree ? null : focused })
  }

  /** On a free table, drop the held feature, or use a tool at the keyboard cursor; return whether there is either. */
  #pressFreely(): boolean {
    const { cursor, isHolding } = this.shapes
    if (isHolding) void this.shapes.putDown()
    else if (this.#view.tool === "select") return false
    else if (cursor) this.#uses[this.#view.tool]?.(cursor)
    else this.shapes.step([0, 0])
    return true
  }

  #uses: Partial<Record<Tool, (at: Spot) => unknown>> = {
    terrain: (at) => this.shapes.mark(at),
    piece: (at) => this.#putPiece(at),
    move: (at) => this.#view.selected && this.move(this.#view.selected, at),
    ruler: (at) => this.#measureTo(String(at)),
  }

  /** Extend the ruler to a place, or start it there. */
  #measureTo(place: string): void {
    const { ruler } = this.#view
    const isBegun = ruler !== null && ruler.from === ruler.to
    this.#view.measure(isBegun ? ruler.from : place, place)
    if (isBegun) announce(this.measured ?? "")
    else {
      const start = whereWords(this.isFree ? spotOf(place) : place)
      announce(t("The ruler begins at {place}: go to its other end and press Enter.", { place: start }))
    }
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
    const piece = view.feature === null ? (this.focusedPiece ?? view.piece) : null
    if (!this.table.document.canEdit) return announce(t("You are watching: this link cannot change the table."))
    if (!piece) {
      this.shapes.take(null)
      if (this.shapes.isHolding) this.#focus(this.focused ?? "")
      else announce(t("Select a piece first."))
      return
    }
    view.select(piece.name)
    view.trial = {
      piece: piece.name,
      at: Array.isArray(piece.at) && this.isFree ? numbers(piece.at) : cellOfPiece(piece),
    }
    view.panel = "answer" // which shows and says the odds from where it is carried
    this.#focus(this.isFree ? piece.name : cellOfPiece(piece))
    announce(
      t("{piece} is picked up. Arrows carry it, Enter puts it down, Escape puts it back.", { piece: piece.name }),
    )
  }

  /** On a free table, arrows move the held feature or tool cursor by an inch or a quarter; otherwise the focus. */
  #goFreely(arrow: Arrow, isSmall: boolean): void {
    const { trial, tool } = this.#view
    const step = stepOf(arrow, isSmall ? 0.25 : 1)
    if (trial && typeof trial.at !== "string") {
      const [x, y] = trial.at
      this.#view.trial = { piece: trial.piece, at: [x + step[0], y + step[1]] }
    } else if (this.shapes.isHolding || tool !== "select") this.shapes.step(step)
    else this.#goToPiece(arrow)
  }

  #goToPiece(arrow: Arrow): void {
    const from = this.focusedPiece
    const next = from ? pieceThatWay(this.#pieces, from, arrow) : (this.#pieces[0] ?? null)
    if (next) this.goTo(next.name)
    else announce(t("The edge."))
  }

  nextFeature(step: 1 | -1): void {
    if (this.isFree) this.shapes.next(step)
  }

  escape(): void {
    const view = this.#view
    const held = view.trial && view.piece
    view.trial = null
    if (this.shapes.isHolding || this.shapes.corners.length)
      return this.#putAway(() => this.shapes.cancel(), t("Let go."))
    if (held) {
      this.goTo(this.isFree ? held.name : cellOfPiece(held))
      announce(t("{piece} is back at {place}.", { piece: held.name, place: whereWords(held.at) }))
    } else if (view.ruler) this.#putAway(() => (view.ruler = null), t("The ruler is put away."))
    else if (view.target) this.#putAway(() => view.aim(null), t("No target."))
    else if (view.overlay) this.#putAway(() => (view.overlay = null), t("The overlay is put away."))
    else this.#select(null)
  }

  #putAway(put: () => void, announcement: string): void {
    put()
    announce(announcement)
  }

  overlay(name: Overlay): void {
    const view = this.#view
    const missing = this.#missingFor(name)
    if (missing) return announce(missing)
    if (!view.selected && this.focusedPiece) view.select(this.focusedPiece.name)
    if (view.overlay === name) this.#putAway(() => view.toggle(name), t("The overlay is put away."))
    else view.toggle(name)
  }

  /** Return the missing requirement of an overlay, or "". */
  #missingFor(name: Overlay): string {
    const { selected, side } = this.#view
    const missing = this.table.missingFor(name)
    if (missing) return missing
    if (name === "threat") return side === null ? t("No piece is on a side.") : ""
    return selected || this.focusedPiece ? "" : t("Select a piece first.")
  }

  list(): void {
    this.#view.overlay = null
    this.overlay("see")
    this.table.saysAll = this.#view.selected !== null
  }

  sayAll(): void {
    const { scene, verdict } = this.#view
    if (scene) announce(spoken(scene, verdict, Infinity))
  }

  tool(name: Tool): void {
    if (!this.tools.includes(name)) return announce(t("This table has no tool “{tool}”.", { tool: toolName(name) }))
    this.use(name)
    announce(t("Tool: {tool}", { tool: toolName(name) }))
  }

  /** Take a tool in hand, and put away what is begun with the last one. */
  use(name: Tool): void {
    this.#view.tool = name
    this.#view.ruler = null
    this.#borderFrom = null
    this.shapes.cancel()
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

const numbers = ([x = 0, y = 0]: unknown[]): [number, number] => [Number(x), Number(y)]
