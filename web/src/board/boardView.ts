import type { Piece } from "../api/types"
import type { Changes, Overlay, Tool, Trial } from "../table/view.svelte"

/** The interaction state that a board reads and updates. */
export interface BoardView {
  readonly tool: Tool
  readonly selected: string | null
  readonly piece: Piece | null
  readonly target: string | null
  readonly shown: string[]
  readonly overlay: Overlay | null
  /** The cell at the pointer, otherwise the focused one. */
  readonly over?: string | null
  readonly changes?: Changes | null
  trial: Trial | null
  readonly ruler: { from: string; to: string } | null
  select(name: string | null): void
  point(name: string | null): void
  measure(from: string, to: string): void
}
