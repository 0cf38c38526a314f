import type { Ask, Edit, Json, Piece, Problem, Scene, Verdict } from "../api/types"

export const TOOLS = ["select", "move", "ruler", "terrain", "borders", "level", "piece"] as const
export type Tool = (typeof TOOLS)[number]
export const OVERLAYS = ["see", "reach", "threat", "advise"] as const
export type Overlay = (typeof OVERLAYS)[number]

export interface Trial {
  piece: string
  at: string | [number, number]
}

/** The changes by another choice of a ruling: cells by label, and pairs of pieces. */
export interface Changes {
  cells: string[]
  pairs: [string, string][]
}

/** Return a question without its target, weapon and destination, which change while one points. */
function subjectOf(ask: Ask | null): string {
  return JSON.stringify({ ...ask, to: null, weapon: null, toward: null })
}

/** The view of a table: the selected piece, its target, the overlay, the tool. */
export class View {
  scene = $state.raw<Scene | null>(null)
  /** The question that the scene answers. */
  answered = $state.raw<Ask | null>(null)
  selected = $state<string | null>(null)
  /** The number of the selected feature of a free table. */
  feature = $state<number | null>(null)
  /** The target of the selected piece: pinned by a click, or the piece at the pointer. */
  pinned = $state<string | null>(null)
  pointed = $state<string | null>(null)
  weapon = $state<string | null>(null)
  overlay = $state<Overlay | null>(null)
  /** The options of the overlay: those of `reach`, the side of `threat`. */
  options = $state.raw<Record<string, Json>>({})
  /** The cell at the pointer, or the focused one. */
  over = $state<string | null>(null)
  ruler = $state.raw<{ from: string; to: string } | null>(null)
  tool = $state<Tool>("select")
  /** A piece held over another place, not dropped yet. */
  trial = $state.raw<Trial | null>(null)
  /** The last failed trial, and the reason. */
  failedTrial = $state.raw<(Trial & { problems: Problem[] }) | null>(null)
  /** Cells that a finding or a change is about. */
  shown = $state.raw<string[]>([])
  changes = $state.raw<Changes | null>(null)
  panel = $state("answer")

  get target(): string | null {
    return this.pointed ?? this.pinned
  }

  get piece(): Piece | null {
    return this.scene?.pieces.find((each) => each.name === this.selected) ?? null
  }

  /** The current question to the server. */
  get ask(): Ask | null {
    if (this.ruler) return this.#asksLine(this.ruler)
    if (this.selected && this.target) {
      const weapon = this.weapon && this.piece?.name === this.selected ? { weapon: this.weapon } : {}
      return { question: "shot", from: this.selected, to: this.target, ...weapon }
    }
    return this.#asksOverlay()
  }

  /** Whether the scene still answers an earlier question, other than about another target or destination. */
  get isAsking(): boolean {
    return subjectOf(this.ask) !== subjectOf(this.answered)
  }

  /** The question with an answer for each cell: that of the overlay, otherwise the sight of the selected piece. */
  get asksCells(): Ask | null {
    const asked = this.#asksOverlay()
    if (asked && asked.question !== "advise") return asked
    return this.selected === null ? null : { question: "see", from: this.selected }
  }

  /** Return the question of the ruler; null on a free table, where it only measures, and for a ruler without length. */
  #asksLine(ruler: { from: string; to: string }): Ask | null {
    return this.scene?.grid === "free" || ruler.from === ruler.to ? null : { question: "line", ...ruler }
  }

  #asksOverlay(): Ask | null {
    if (this.overlay === "threat") return this.side === null ? null : { question: "threat", side: this.side }
    if (this.overlay === null || this.selected === null) return null
    return { question: this.overlay, from: this.selected, ...this.options }
  }

  /** The endangered side in question: the chosen one, otherwise that of the selected piece, otherwise the first. */
  get side(): string | null {
    return (this.options["side"] as string | undefined) ?? this.piece?.side ?? this.scene?.sides[0] ?? null
  }

  /** The shown verdict, if the question is a shot. */
  get verdict(): Verdict | null {
    const answer = this.scene?.answer
    return answer && typeof answer === "object" && "findings" in answer ? (answer as unknown as Verdict) : null
  }

  select(name: string | null): void {
    if (name !== this.selected) {
      this.weapon = null
      this.options = {}
    }
    this.selected = name
    this.feature = null
    this.pinned = this.pointed = null
    this.shown = []
  }

  /** Pin another piece as target of the selected one. */
  aim(name: string | null): void {
    this.pinned = name
    this.pointed = null
    this.shown = []
    this.panel = "answer"
  }

  point(name: string | null): void {
    this.pointed = this.selected && name !== this.selected ? name : null
  }

  /** Lay the ruler, and show what it measures. */
  measure(from: string, to: string): void {
    this.ruler = { from, to }
    this.panel = "answer"
  }

  swap(): void {
    const { selected, target } = this
    this.select(target)
    if (selected) this.aim(selected)
  }

  toggle(overlay: Overlay): void {
    this.overlay = this.overlay === overlay ? null : overlay
    this.options = {}
    this.pinned = this.pointed = null
    this.ruler = null
    this.panel = "answer"
  }

  /** Let go of pieces that edits take away, and keep those that they rename, before anything is asked about them. */
  follow(edits: Edit[]): void {
    for (const edit of edits) {
      if ("scenario" in edit) this.#letGo()
      else if ("remove" in edit) this.#lose(edit.piece)
      else if ("rename" in edit) this.#rename(edit.piece, edit.rename)
      else if ("feature" in edit && this.feature !== null) this.feature = numberAfter(this.feature, edit)
    }
  }

  /** Reduce the question to the pieces that it is about, because the board has changed too much for it. */
  simplify(): void {
    this.weapon = this.ruler = null
    this.options = {}
  }

  #letGo(): void {
    this.select(null)
    this.simplify()
  }

  #lose(piece: string): void {
    if (this.selected === piece) this.select(null)
    if (this.pinned === piece) this.pinned = null
    if (this.pointed === piece) this.pointed = null
    if (this.trial?.piece === piece) this.trial = null
  }

  #rename(from: string, to: string): void {
    if (this.selected === from) this.selected = to
    if (this.pinned === from) this.pinned = to
    if (this.pointed === from) this.pointed = to
    if (this.trial?.piece === from) this.trial = null
  }

  /** Show another scene, and clear references to what is no longer on the board. */
  show(scene: Scene, answered: Ask | null): void {
    this.scene = scene
    this.answered = answered
    const has = (name: string | null) => name !== null && scene.pieces.some((each) => each.name === name)
    if (this.selected && !has(this.selected)) this.select(null)
    if (this.feature !== null && this.feature >= scene.features.length) this.feature = null
    if (this.pinned && !has(this.pinned)) this.aim(null)
  }
}

/** Return the number of a feature after an edit of another or of itself, null if it is removed. */
function numberAfter(number: number, { feature, set, before }: Extract<Edit, { feature: unknown }>): number | null {
  if (feature === "new") return before !== undefined && before <= number ? number + 1 : number
  if (set !== null || feature > number) return number
  return feature === number ? null : number - 1
}
