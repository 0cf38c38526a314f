import type { Ask, Piece, Scene, Verdict } from "../api/types"

export const TOOLS = ["select", "move", "ruler", "terrain", "borders", "level", "piece"] as const
export type Tool = (typeof TOOLS)[number]
export const OVERLAYS = ["see", "reach", "threat", "advise"] as const
export type Overlay = (typeof OVERLAYS)[number]

export interface Trial {
  piece: string
  at: string | [number, number]
}

/** What one is looking at: the piece in hand, who it aims at, which overlay, which tool. */
export class View {
  scene = $state.raw<Scene | null>(null)
  selected = $state<string | null>(null)
  /** Whom the selected piece aims at: pinned by a click, or for as long as one points there. */
  pinned = $state<string | null>(null)
  pointed = $state<string | null>(null)
  weapon = $state<string | null>(null)
  overlay = $state<Overlay | null>(null)
  ruler = $state.raw<{ from: string; to: string } | null>(null)
  tool = $state<Tool>("select")
  /** A piece held over another place, not put down yet. */
  trial = $state.raw<Trial | null>(null)
  /** Cells that a finding or a change is about. */
  shown = $state.raw<string[]>([])
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
    if (this.ruler) return { question: "line", ...this.ruler }
    if (this.selected && this.target) {
      const weapon = this.weapon && this.piece?.name === this.selected ? { weapon: this.weapon } : {}
      return { question: "shot", from: this.selected, to: this.target, ...weapon }
    }
    return this.#asksOverlay()
  }

  #asksOverlay(): Ask | null {
    if (!this.overlay || !this.piece) return null
    if (this.overlay !== "threat") return { question: this.overlay, from: this.piece.name }
    return this.piece.side === null ? null : { question: "threat", side: this.piece.side }
  }

  /** The verdict that is drawn, if a shot was asked. */
  get verdict(): Verdict | null {
    const answer = this.scene?.answer
    return answer && typeof answer === "object" && "findings" in answer ? (answer as unknown as Verdict) : null
  }

  select(name: string | null): void {
    if (name !== this.selected) this.weapon = null
    this.selected = name
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
    this.pinned = this.pointed = null
    this.ruler = null
    this.panel = "answer"
  }

  /** Forget what is gone from the board. */
  settle(scene: Scene): void {
    this.scene = scene
    const has = (name: string | null) => name !== null && scene.pieces.some((each) => each.name === name)
    if (this.selected && !has(this.selected)) this.select(null)
    if (this.pinned && !has(this.pinned)) this.aim(null)
  }
}
