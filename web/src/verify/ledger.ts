/** Books of a rule system: the state of a battle as its events alone make it. */

import type { BattleEvent, BattleRecord, Mapping } from "./record"

export interface Ledger {
  /** The state so far. */
  state: Mapping
  /**
   * Enter the events of an action, and return the names of those that do not fit what was before.
   *
   * `told` is the state that the record has afterwards: numbers that no record states, such as how fast somebody is,
   * are learned from the first state that shows them, and hold from then on.
   */
  write(action: Mapping, events: BattleEvent[], told: Mapping): string[]
}

/** Make the books of a record whose rules they are for. */
export type LedgerMaker = (record: BattleRecord) => Ledger
