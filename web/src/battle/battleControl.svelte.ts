import { announce } from "../announce"
import type { Piece } from "../api/types"
import { nextInCycle, Walk, type Arrow } from "../board/directions"
import type { BoardActions } from "../board/pointing.svelte"
import { labelled, t } from "../i18n"
import { isForOtherElement } from "../table/keyboard"
import { attackOn, isSame, picksOf, refusalWords, sentenceOf, type ActionGroup } from "./actions"
import { executeBattleKey, type BattleCommands } from "./battleKeys"
import type { BattleState } from "./battleState.svelte"
import { inPercent } from "./chances"
import { cellOfPick, picksAt } from "./choice.svelte"
import { endInWords } from "./endWords"
import { isRegrettable } from "./regrets"
import type { Action, Done, RefusedCommand } from "./types"

/** The controller of a battle: the effects of presses and keys on the board. */
export class BattleControl implements BoardActions, BattleCommands {
  /** The cell that has the focus. */
  focused = $state<string | null>(null)
  windows = $state({ keys: false, list: false, typed: false, resign: false, clause: false })
  clause = $state<string | null>(null)
  /** The visible sheet if there is only room for one. */
  sheet = $state("now")
  /** Whether the keyboard was used last, so that previews are announced. */
  isByKeys = false
  #walk = $derived.by(() => new Walk(this.battle.playback.scene?.cells.list ?? []))

  constructor(readonly battle: BattleState) {}

  get #choice() {
    return this.battle.choice
  }
  get #scene() {
    return this.battle.playback.scene
  }
  get #pieces(): Piece[] {
    return this.#scene?.pieces ?? []
  }

  // Pointer input

  pressTarget = ({ piece, at }: { piece: string | null; at: string | [number, number] | null }): void => {
    const cell = typeof at === "string" ? at : this.#pieces.find((each) => each.name === piece)?.at
    if (typeof cell !== "string" || !this.#scene) return
    this.battle.refused = null
    this.focused = cell
    const there = this.#pieces.find((each) => each.at === cell && each.side !== null)
    if (there && there.name !== this.battle.active) this.battle.inspected = there.name
    const [pick] = picksAt(this.#scene, cell, this.#choice.options)
    if (pick !== undefined) this.pick(pick)
    else if (there) this.#lookAt(there)
    else this.#choice.back()
  }

  /** Show a character that cannot be picked; for an enemy, with the reason why it cannot be attacked. */
  #lookAt(piece: Piece): void {
    const { active, acting, isActing, match } = this.battle
    const canAct = isActing && active !== null && !match.state?.pieces[active]?.acted?.includes("attack")
    if (canAct && piece.side !== acting) void this.battle.explain(attackOn(active, piece.name))
    else if (!this.#choice.proposed) this.sheet = "other"
  }

  /** Pick a target of an action; if the action is already proposed, execute it. */
  pick = (pick: string): void => {
    const choice = this.#choice
    const { proposed } = choice
    if (proposed && isSame(choice.wouldBe(pick), proposed)) return void this.confirm()
    if (!choice.pick(pick)) return
    this.sheet = "now"
    if (!choice.proposed) announce(t("{pick} is picked; pick what comes next.", { pick }))
  }

  pointAt = (at: string | [number, number] | null): void => {
    this.isByKeys = false
    this.#point(typeof at === "string" ? at : null)
  }

  #point(cell: string | null): void {
    const scene = this.#scene
    const [pick] = cell !== null && scene ? picksAt(scene, cell, this.#choice.options) : []
    const pointed = pick === undefined ? null : this.#choice.wouldBe(pick)
    if (!isSame(pointed, this.#choice.pointed)) this.#choice.pointed = pointed
  }

  /** Pick the character with a name, as on the board; if it cannot be picked, show it. */
  pickPiece = (name: string): void => {
    if (this.#choice.options.has(name)) this.pick(name)
    if (name !== this.battle.active) this.battle.inspected = name
    const cell = this.#scene && cellOfPick(this.#scene, name)
    if (cell) this.focused = cell
  }

  // There is no dragging or drawing in a battle.
  move = (): Promise<boolean> => Promise.resolve(false)
  paint = (): void => undefined
  border = (): void => undefined

  // Actions

  start = (group: ActionGroup): void => {
    this.battle.refused = null
    this.#choice.start(group)
    this.sheet = "now"
    const { proposed } = this.#choice
    if (proposed?.do === "end" && !isRegrettable(this.battle)) void this.confirm()
    else if (!proposed) announce(t("Pick on the board, or in the list with L."))
  }

  propose = (action: Action): void => {
    this.#choice.propose(action)
    this.windows.list = false
    const goal = this.#scene && cellOfPick(this.#scene, picksOf(action).at(-1) ?? "")
    if (goal) this.focused = goal // where another Enter executes it
    this.sheet = "now"
    this.isByKeys = true
  }

  confirm = async (): Promise<void> => {
    const { proposed } = this.#choice
    if (!proposed || this.battle.isBusy || this.#choice.isStale) return
    this.#choice.pointed = null
    await this.battle.act(proposed)
    this.#choice.proposed = null
    this.#choice.back()
  }

  cancel = (): void => {
    this.battle.refused = null
    this.#choice.pointed = null
    if (!this.#choice.back()) this.battle.inspected = null
  }

  openClause = (clause: string): void => {
    this.clause = clause
    this.windows.clause = true
  }

  // Keyboard input

  onKey = (event: KeyboardEvent): void => {
    this.battle.playback.skip()
    if (!isForOtherElement(event) && executeBattleKey(event, this)) event.preventDefault()
  }

  onArrow = (event: KeyboardEvent): void => {
    if (!event.key.startsWith("Arrow") || event.ctrlKey || event.metaKey || event.altKey || this.focused === null)
      return
    event.preventDefault()
    const next = this.#walk.step(this.focused, event.key as Arrow)
    if (next) this.goTo(next.label)
    else announce(t("The edge."))
  }

  goTo(place: string): void {
    this.focused = place
    this.isByKeys = true
    document.querySelector<SVGElement>(`[data-cell="${CSS.escape(place)}"]`)?.focus()
    this.#point(place)
  }

  nextPiece(step: 1 | -1): void {
    const pieces = this.#pieces.filter((each) => each.side !== null)
    const next = nextInCycle(pieces, (each) => each.at === this.focused, step)
    if (next) this.goTo(String(next.at))
  }

  pressAt(place: string): void {
    this.goTo(place)
    this.pressTarget({ piece: null, at: place })
  }

  press(): void {
    const { proposed } = this.#choice
    const scene = this.#scene
    const hasPick = scene && this.focused !== null && picksAt(scene, this.focused, this.#choice.options).length > 0
    if (proposed && !hasPick) void this.confirm()
    else if (this.focused !== null) this.pressTarget({ piece: null, at: this.focused })
  }

  escape(): void {
    this.cancel()
  }

  kind(name: string): void {
    const group = this.#choice.groups.find((each) => each.key === name)
    if (group) this.start(group)
    else announce(t("That cannot be done now."))
  }

  kindAt(index: number): boolean {
    const group = this.#choice.groups[index]
    if (group) this.start(group)
    return group !== undefined
  }

  toActive(): void {
    const cell = this.#scene && this.battle.active && cellOfPick(this.#scene, this.battle.active)
    if (cell) this.goTo(cell)
  }

  threats(): void {
    const { preview } = this.battle.questions
    const { shown } = this.#choice
    if (!shown || !preview?.threats) return announce(t("Point at a move first: T says who could attack you there."))
    const who = preview.threats.map((each) => `${each.who} ${inPercent(each.with_karma)}`).join(", ")
    announce(labelled(sentenceOf(shown, this.battle.abilityNames), who || t("nobody can attack you there")))
  }

  list(): void {
    this.windows.list = true
  }

  hint = async (): Promise<void> => {
    const wrong = await this.#hint()
    if (wrong !== null) this.battle.refuse(wrong, [])
  }

  typed(): void {
    this.windows.typed = true
  }

  /** The terminal commands that are not actions. */
  readonly #words: Record<string, () => Promise<string | null> | null> = {
    hint: () => this.#hint(),
    board: () => this.#say(() => this.situation()),
    next: () => this.#say(() => this.situation()),
    log: () => this.#say(() => (this.sheet = "log")),
    undo: () => this.#say(() => void this.battle.propose("takeback")),
    help: () => this.#say(() => this.keys()),
  }

  get typedWords(): string[] {
    return ["preview", ...Object.keys(this.#words)]
  }

  /** Execute a terminal command; an action is only proposed. Return the error, null if there is none. */
  async type(line: string): Promise<string | null> {
    const word = this.#words[line.toLowerCase()]
    if (word) return word()
    const text = line.replace(/^preview\s+/i, "")
    return this.#proposeRead(await this.battle.live.send({ what: "read", text, side: this.battle.acting ?? undefined }))
  }

  async #hint(): Promise<string | null> {
    const answer = await this.battle.live.send({ what: "hint", side: this.battle.acting ?? undefined })
    if (answer?.type !== "done") return reasonOf(answer)
    const hint = answer.answer as unknown as { actions: Action[]; reasons: string[] } | null
    const [best] = hint?.actions ?? []
    if (!best) return t("Nothing for you to do at the moment.")
    this.propose(best)
    announce([sentenceOf(best, this.battle.abilityNames), ...(hint?.reasons ?? [])].join(". "))
    return null
  }

  /** Propose a parsed action if it is legal; a custom path can be, even though it is not in the list. */
  async #proposeRead(answer: Done | RefusedCommand | null): Promise<string | null> {
    if (answer?.type !== "done") return reasonOf(answer)
    const action = answer.answer as unknown as Action
    const side = this.battle.acting ?? undefined
    const preview = await this.battle.live.send({ what: "preview", action, side })
    if (preview?.type !== "done") return reasonOf(preview)
    this.propose(action)
    return null
  }

  #say(does: () => void): null {
    does()
    return null
  }

  keys(): void {
    this.windows.keys = true
  }

  #lengthsInWords(): string {
    const lengths =
      this.#scene?.lengths.map(({ name, ticks }) => t("{length}: in {ticks}", { ticks, length: name })) ?? []
    return lengths.length && this.battle.isActing
      ? t("Your next turn: {lengths}.", { lengths: lengths.join(", ") })
      : ""
  }

  situation(): void {
    const { match, active, questions, choice } = this.battle
    const karma = match.sides.map((side) => `${side} ${match.state?.karma[side] ?? 0}`).join(", ")
    const order = this.#scene?.order.slice(0, 5).map(({ who, ticks }) => t("{who} in {ticks}", { who, ticks })) ?? []
    const parts = [
      active ? t("{who} of {side} has the turn.", { who: active, side: match.toAct ?? "" }) : endInWords(this.battle),
      t("Karma: {karma}.", { karma }),
      order.length ? t("Next: {order}.", { order: order.join(", ") }) : "",
      this.#lengthsInWords(),
      choice.shown && questions.preview ? questions.preview.words.join(". ") : "",
    ]
    announce(parts.filter(Boolean).join(" "))
  }
}

/** Return the reasons why a command was refused, with clauses, or a message that its answer was lost. */
const reasonOf = (answer: Done | RefusedCommand | null): string =>
  answer?.type === "refused" ? refusalWords(answer) : t("The connection was lost; try it once more.")
