/** Verification of a record by the browser alone, without requests to a server. */

import type { Json } from "../api/types"
import { canonicalJson } from "./canonicalJson"
import { differences } from "./differences"
import { DiceReader, seedFaults } from "./fairDice"
import { fault, type Fault } from "./faults"
import type { Simulation, Simulator } from "./simulation"
import { asRecord, type BattleRecord, type Result, type Step } from "./record"
import { sha256Hex } from "./sha256"
import { simulateSodwa } from "./sodwa/sodwaSimulation"

const SIMULATORS: Record<string, Simulator> = { sodwa: simulateSodwa }
const MAX_DIFFERENCES = 3
const WITHOUT_EVENT = ["draw", "forfeit", "time"]

export interface Verification {
  faults: Fault[]
  steps: number
  /** The number of dice compared with the seed, and of those without a step, because it was taken back. */
  dice: number
  skipped: number
  isOver: boolean
  /** Whether the record has commitments, and whether states were computed from events. */
  hasCommitments: boolean
  isSimulated: boolean
}

/** Verify a record step by step: yield the number of verified steps, return the result. */
export function* verifying(
  value: unknown,
  { canTakeBack = true }: { canTakeBack?: boolean } = {},
): Generator<number, Verification> {
  const record = asRecord(value)
  if (record === null) return { ...NONE, faults: [fault("unreadable", null)] }
  const verifier = new Verifier(record, canTakeBack)
  verifier.open()
  for (const [index, step] of record.steps.entries()) {
    verifier.add(step, index + 1)
    yield index + 1
  }
  return verifier.close()
}

/** Verify a record at once. */
export function verified(value: unknown, options: { canTakeBack?: boolean } = {}): Verification {
  const each = verifying(value, options)
  for (;;) {
    const { done, value: found } = each.next()
    if (done) return found
  }
}

const NONE: Verification = {
  faults: [],
  steps: 0,
  dice: 0,
  skipped: 0,
  isOver: false,
  hasCommitments: false,
  isSimulated: false,
}

class Verifier {
  readonly faults: Fault[] = []
  readonly #dice: DiceReader
  #simulation: Simulation | undefined
  #hash = ""
  #over: Result | null = null

  constructor(
    readonly record: BattleRecord,
    canTakeBack: boolean,
  ) {
    this.#dice = new DiceReader(record.seed, sidesOf(record), canTakeBack)
    const make = Object.hasOwn(SIMULATORS, record.rules) ? SIMULATORS[record.rules] : undefined
    this.#guard(0, () => (this.#simulation = make?.(record)))
  }

  /** Verify the part before the first step. */
  open(): void {
    const { rules, rules_revision, rulings, scenario, start, opening } = this.record
    this.#guard(0, () => {
      this.faults.push(...seedFaults(this.record))
      this.#hash = sha256Hex(canonicalJson({ rules, rules_revision, rulings, scenario, start }))
      for (const event of opening) this.faults.push(...this.#dice.read(event, 0))
      this.#over = overOf(opening)
      if (!leadsTo(opening, start)) this.faults.push(fault("start", 0))
    })
  }

  /** Verify a step, which must have this number. */
  add(step: Step, number: number): void {
    if (step.n !== number) this.faults.push(fault("number", number, { expected: number }))
    if (this.#over !== null) this.faults.push(fault("result", number))
    this.#guard(number, () => {
      const { action, events, state } = step
      const content: Json = { action, events, state }
      this.#hash = sha256Hex(this.#hash + canonicalJson(content))
      if (step.hash !== this.#hash) this.faults.push(fault("hash", number))
      this.#hash = String(step.hash) // so that one wrong step does not make all following ones wrong
      for (const event of events) this.faults.push(...this.#dice.read(event, number))
      this.#over = overOf(events)
    })
    this.#guard(number, () => this.#simulate(step, number))
  }

  #simulate({ action, events, state }: Step, number: number): void {
    const simulation = this.#simulation
    if (!simulation) return
    try {
      for (const event of simulation.apply(action, events, state)) this.faults.push(fault("event", number, { event }))
      const found = [...differences(state, simulation.state)].slice(0, MAX_DIFFERENCES)
      this.faults.push(...found.map((each) => fault("state", number, { ...each })))
    } finally {
      simulation.state = structuredClone(state)
    }
  }

  close(): Verification {
    const { record, faults } = this
    this.#guard(null, () => {
      if (!this.#isResult(record.result)) faults.push(fault("result", null))
      if (record.result === null && record.seed !== null) faults.push(fault("seed", null))
    })
    const { compared: dice, skipped } = this.#dice
    return {
      faults,
      steps: record.steps.length,
      dice,
      skipped,
      isOver: record.result !== null,
      hasCommitments: record.dice !== undefined,
      isSimulated: this.#simulation !== undefined,
    }
  }

  #isResult(result: Result | null): boolean {
    if (result !== null && this.#over === null) {
      return this.record.dice !== undefined && WITHOUT_EVENT.includes(result.how)
    }
    return result?.winner === this.#over?.winner && result?.how === this.#over?.how
  }

  /** Execute a function on unvalidated data, and note a fault if the data is unreadable. */
  #guard(step: number | null, run: () => unknown): void {
    try {
      run()
    } catch {
      this.faults.push(fault("unreadable", step))
    }
  }
}

/** Return the sides in the order of seats. */
function sidesOf({ dice, start }: BattleRecord): string[] {
  const parts = dice as { commitments?: { sides?: unknown } } | null | undefined
  return Object.keys(Object(parts?.commitments?.sides ?? start["karma"]))
}

function overOf(events: BattleRecord["opening"]): Result | null {
  const over = events.findLast((each) => each.event === "over")
  return over ? { winner: over["winner"] as string | null, how: String(over["how"]) } : null
}

/** Return whether the events before the first state agree with it: the clock, the active piece, whether it is over. */
function leadsTo(opening: BattleRecord["opening"], start: BattleRecord["start"]): boolean {
  const latest = (kind: string) => opening.findLast((each) => each.event === kind)
  const began = overOf(opening) === null ? latest("turn-began") : undefined
  const tick = latest("tick")?.["tick"] ?? 0
  return start["tick"] === tick && (began ? hasBegun(start, began) : start["active"] === null)
}

function hasBegun(start: BattleRecord["start"], { who, ip }: BattleRecord["opening"][number]): boolean {
  const pieces = start["pieces"] as Record<string, { ip?: number }>
  return start["active"] === who && pieces[String(who)]?.ip === ip
}
