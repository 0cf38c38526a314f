/** The faults that verification finds in a record, without texts. */

/**
 * - `unreadable`: a part does not have the required form
 * - `commitment`: the part of the seed of `who` does not match the committed hash
 * - `seed`: the seed is not the one derived from its parts
 * - `die`: the dice from number `die` on are `found`, but the seed gives `expected`
 * - `order`: die number `die` is rolled when number `expected` is next
 * - `skipped`: `count` dice before number `die` are in no step, although steps cannot be taken back
 * - `hash`: the hash is not that of the step and all previous ones
 * - `number`: the number of the step is not `expected`
 * - `event`: the event `event` is inconsistent with the state before it
 * - `state`: at `path` the state has `found`, but the events give `expected`
 * - `start`: the events before the first state do not lead to it
 * - `result`: the result is inconsistent with the events
 */
export type FaultKind =
  | "unreadable"
  | "commitment"
  | "seed"
  | "die"
  | "order"
  | "skipped"
  | "hash"
  | "number"
  | "event"
  | "state"
  | "start"
  | "result"

export interface Fault {
  kind: FaultKind
  /** The number of the step, 0 for the part before the first, null for the record as a whole. */
  step: number | null
  fields: Record<string, string | number>
}

export const fault = (kind: FaultKind, step: number | null, fields: Fault["fields"] = {}): Fault => ({
  kind,
  step,
  fields,
})
