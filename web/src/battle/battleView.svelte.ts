import type { BoardView } from "../board/boardView"
import type { Piece } from "../api/types"
import type { BattleState } from "./battleState.svelte"

/** What a board of a battle shows of the hand: whoever is active, whoever is looked at, places that are shown. */
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

  #piece(name: string | null): Piece | null {
    return this.battle.playback.scene?.pieces.find((each) => each.name === name) ?? null
  }
}
