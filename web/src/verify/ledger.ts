/** The ledger of a rule system: the state of a battle, computed from its events alone. */

import type { BattleEvent, BattleRecord, Mapping } from "./record"

export interface Ledger {
  /** The state so far. */
  state: Mapping
  /**
   * Apply the events of an action, and return the names of those inconsistent with the state before.
   *
   * `told` is the state in the record afterwards: values that records do not contain, such as the speed of a character,
   * are inferred from the first state that shows them, and must be the same from then on.
   */
  write(action: Mapping, events: BattleEvent[], told: Mapping): string[]
}

/** Create the ledger of a record, if it supports the record's rules. */
export type LedgerMaker = (record: BattleRecord) => Ledger
