/** The simulation of a rule system: the state of a battle, computed from its events alone. */

import type { BattleEvent, BattleRecord, Mapping } from "./record"

export interface Simulation {
  /** The state so far. */
  state: Mapping
  /**
   * Apply the events of an action, and return the names of those inconsistent with the state before.
   *
   * `recorded` is the state in the record afterwards: values that records do not contain, such as the speed of a
   * character, are inferred from the first state that shows them, and must be the same from then on.
   */
  apply(action: Mapping, events: BattleEvent[], recorded: Mapping): string[]
}

/** Create the simulation of a record, if it supports the record's rules. */
export type Simulator = (record: BattleRecord) => Simulation
