import type { Ask, Json, Piece, Problem, Scene, Verdict } from "../api/types"

export const TOOLS = ["select", "move", "ruler", "terrain", "borders", "level", "piece"] as const
export type Tool = (typeof TOOLS)[number]
export const OVERLAYS = ["see", "reach", "threat", "advise"] as const
export type Overlay = (typeof OVERLAYS)[number]

export interface Trial {
  piece: string
  at: string | [number, number]
}

/** What another choice of a ruling would change: cells by label, and pairs of pieces. */
export interface Changes {
  cells: string[]
  pairs: [string, string][]
}

/** What one is looking at: the piece in hand, who it aims at, which overlay, which tool. */
export class View {
  scene = $state.raw<Scene | null>(null)
  /** What the scene answers. */
  answered = $state.raw<Ask | null>(null)
  selected = $state<string | null>(null)
  /** The feature of a free table in hand, by its number. */
  feature = $state<number | null>(null)
  /** Whom the selected piece aims at: pinned by a click, or for as long as one points there. */
  pinned = $state<string | null>(null)
  pointed = $state<string | null>(null)
  weapon = $state<string | null>(null)
  overlay = $state<Overlay | null>(null)
  /** What is asked of the overlay besides: options of `reach`, the side of `threat`. */
  options = $state.raw<Record<string, Json>>({})
  /** The cell that one points at, or that has the focus. */
  over = $state<string | null>(null)
  ruler = $state.raw<{ from: string; to: string } | null>(null)
  tool = $state<Tool>("select")
  /** A piece held over another place, not put down yet. */
  trial = $state.raw<Trial | null>(null)
  /** The last trial that was in vain, and why. */
  vain = $state.raw<(Trial & { problems: Problem[] }) | null>(null)
  /** Cells that a finding or a change is about. */
  shown = $state.raw<string[]>([])
  changes = $state.raw<Changes | null>(null)
  whyNot = $state(false)
  panel = $state("answer")

  get target(): string | null {
    return this.pointed ?? this.pinned
  }

  get piece(): Piece | null {
    return this.scene?.pieces.find((each) => each.name === this.selected) ?? null
  }

  /** What is asked of the server now. */
  get ask(): Ask | null {
    if (this.ruler) return this.#asksLine(this.ruler)
    if (this.selected && this.target) {
      const weapon = this.weapon && this.piece?.name === this.selected ? { weapon: this.weapon } : {}
      return { question: "shot", from: this.selected, to: this.target, ...weapon }
    }
    return this.#asksOverlay()
  }

  /** Whether the scene still answers an earlier question, of another kind or about another piece. */
  get isAsking(): boolean {
    const { ask, answered } = this
    return ask?.question !== answered?.question || ask?.from !== answered?.from
  }

  /** The question whose answer says something of each cell: of the overlay, else what the piece in hand sees. */
  get asksCells(): Ask | null {
    const asked = this.#asksOverlay()
    if (asked && asked.question !== "advise") return asked
    return this.selected === null ? null : { question: "see", from: this.selected }
  }

  /** On a free table the ruler measures, and the rules have nothing to say of it; nor of one that is only begun. */
  #asksLine(ruler: { from: string; to: string }): Ask | null {
    return this.scene?.grid === "free" || ruler.from === ruler.to ? null : { question: "line", ...ruler }
  }

  #asksOverlay(): Ask | null {
    if (this.overlay === "threat") return this.side === null ? null : { question: "threat", side: this.side }
    return this.overlay && this.piece && { question: this.overlay, from: this.piece.name, ...this.options }
  }

  /** The side whose danger is asked: the one that was chosen, else that of the piece in hand, else the first. */
  get side(): string | null {
    return (this.options["side"] as string | undefined) ?? this.piece?.side ?? this.scene?.sides[0] ?? null
  }

  /** The verdict that is drawn, if a shot was asked. */
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
    this.whyNot = false
    this.shown = []
  }

  /** Aim the selected piece at another, for good. */
  aim(name: string | null): void {
    this.pinned = name
    this.pointed = null
    this.whyNot = false
    this.shown = []
    this.panel = "answer"
  }

  point(name: string | null): void {
    this.pointed = this.selected && name !== this.selected ? name : null
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

  /** Forget what is gone from the board. */
  settle(scene: Scene, answered: Ask | null): void {
    this.scene = scene
    this.answered = answered
    const has = (name: string | null) => name !== null && scene.pieces.some((each) => each.name === name)
    if (this.selected && !has(this.selected)) this.select(null)
    if (this.feature !== null && this.feature >= scene.features.length) this.feature = null
    if (this.pinned && !has(this.pinned)) this.aim(null)
  }
}
