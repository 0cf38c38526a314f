/** What verification finds wrong with a record: whoever shows it has the words. */

/**
 * - `unreadable`: a part is not what it has to be
 * - `commitment`: the part of the seed of `who` does not have the hash that it was committed to by
 * - `seed`: the seed does not follow from its parts
 * - `die`: the dice from number `die` on show `found`, and the seed says `expected`
 * - `order`: die number `die` is thrown where it is the turn of `expected`
 * - `skipped`: `count` dice before number `die` are in no step, where nothing can be taken back
 * - `hash`: the hash is not that of the step and all before it
 * - `number`: the number of the step is not `expected`
 * - `event`: the event `event` does not fit what was before
 * - `state`: at `path` the state has `found`, and the events make it `expected`
 * - `start`: the events before the first state do not lead to it
 * - `result`: the result is not what the events say
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
  /** The number of the step, 0 for what was before the first, null for the record as a whole. */
  step: number | null
  fields: Record<string, string | number>
}

export const fault = (kind: FaultKind, step: number | null, fields: Fault["fields"] = {}): Fault => ({
  kind,
  step,
  fields,
})
