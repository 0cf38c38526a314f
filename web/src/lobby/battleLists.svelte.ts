/** The open battles, and the user's own, fetched repeatedly while the page is visible. */

import { getOpenBattles, getOwnBattles, type ListedBattle } from "../api/battles"
import { Refusal } from "../api/client"

const EACH = 5000

/** Lists that are updated until `close`. */
export class BattleLists {
  open = $state.raw<ListedBattle[] | null>(null)
  own = $state.raw<ListedBattle[] | null>(null)
  failed = $state("")
  #timer = setInterval(() => document.hidden || void this.refresh(), EACH)

  constructor() {
    void this.refresh()
  }

  async refresh(): Promise<void> {
    try {
      const [open, own] = await Promise.all([getOpenBattles(), getOwnBattles()])
      this.open = open.filter((each) => each.side === null)
      this.own = own
      this.failed = ""
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.failed = error.message
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
