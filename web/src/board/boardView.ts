import type { Piece } from "../api/types"
import type { Changes, Overlay, Tool, Trial } from "../table/view.svelte"

/** What a board has to know of what one looks at, and tells it. */
export interface BoardView {
  readonly tool: Tool
  readonly selected: string | null
  readonly piece: Piece | null
  readonly target: string | null
  readonly shown: string[]
  readonly overlay: Overlay | null
  /** The cell that one points at, before that which has the focus. */
  readonly over?: string | null
  readonly changes?: Changes | null
  trial: Trial | null
  ruler: { from: string; to: string } | null
  select(name: string | null): void
  point(name: string | null): void
}
