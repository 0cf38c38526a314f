import type { BoardView } from "../board/boardView"
import type { Piece } from "../api/types"
import type { BattleState } from "./battleState.svelte"

/** The interaction state shown on the board of a battle: the active piece, the inspected piece, shown places. */
export class BattleView implements BoardView {
  readonly tool = "select"
  readonly trial = null
  readonly ruler = null
  readonly overlay = null
  /** Cells that a finding or an action is about. */
  shown = $state.raw<string[]>([])

  constructor(private battle: BattleState) {}

  get selected(): string | null {
    return this.battle.active
  }

  get piece(): Piece | null {
    return this.#piece(this.selected)
  }

  get target(): string | null {
    return this.battle.inspected
  }

  select(): void {}
  point(): void {}
  measure(): void {}

  #piece(name: string | null): Piece | null {
    return this.battle.playback.scene?.pieces.find((each) => each.name === name) ?? null
  }
}
