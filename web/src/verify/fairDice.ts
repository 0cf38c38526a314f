/** The dice of a battle: commitments, the seed, and the digits derived from it. */

import { fault, type Fault } from "./faults"
import type { BattleEvent, BattleRecord } from "./record"
import { hmacSha256, sha256Hex, utf8 } from "./sha256"

const REJECTED = 250
const FACES = 10

/** Return the digit of a number: the first byte below 250 of HMAC-SHA256(seed, number), modulo 10. */
export function digitOf(seed: string, number: number): number {
  const key = utf8(seed)
  for (let block = 0; ; block++) {
    const message = block === 0 ? String(number) : `${number}/${block}`
    const byte = hmacSha256(key, utf8(message)).find((each) => each < REJECTED)
    if (byte !== undefined) return byte % FACES
  }
}

/** Yield the faults of the parts of a record's seed. */
export function* seedFaults({ dice, seed }: BattleRecord): Generator<Fault> {
  if (dice === undefined) return
  const { commitments, seeds } = dice
  if (seeds === null) {
    if (seed !== null) yield fault("seed", null)
    return
  }
  if (sha256Hex(seeds.server) !== commitments.server) yield fault("commitment", null, { who: "" })
  const sides = Object.keys(commitments.sides)
  for (const side of sides) {
    if (sha256Hex(seeds.sides[side] ?? "") !== commitments.sides[side]) yield fault("commitment", null, { who: side })
  }
  const parts = [seeds.server, ...sides.map((side) => seeds.sides[side] ?? "")]
  if (Object.keys(seeds.sides).length !== sides.length || sha256Hex(parts.join("/")) !== seed) yield fault("seed", null)
}

/** The sequence of dice, consumed by events. */
export class DiceReader {
  /** The number of the next die, and the counts of compared dice and of dice without a step. */
  next = 0
  compared = 0
  skipped = 0

  constructor(
    readonly seed: string | null,
    readonly sides: string[],
    readonly canTakeBack: boolean,
  ) {}

  /** Yield the faults of the dice of an event. */
  *read(event: BattleEvent, step: number): Generator<Fault> {
    const shown = this.#shown(event)
    if (shown === null) return
    const die = event["die"]
    if (typeof die !== "number" || shown.length === 0) yield fault("unreadable", step)
    else yield* this.#compare(shown, die, event.event === "coin", step)
  }

  /** Return the digits of an event's dice, null for an event without any; for a coin they give a side. */
  #shown({ event, dice, side }: BattleEvent): unknown[] | null {
    if (event === "coin") return [this.sides.indexOf(String(side))]
    if (dice === undefined || dice === null) return null
    return Array.isArray(dice) ? dice : []
  }

  *#compare(shown: unknown[], die: number, isCoin: boolean, step: number): Generator<Fault> {
    yield* this.#place(die, shown.length, step)
    const { seed } = this
    if (seed === null) return
    this.compared += shown.length
    const expected = shown.map((_, index) => digitOf(seed, die + index) % (isCoin ? this.sides.length : FACES))
    if (String(shown) !== String(expected))
      yield fault("die", step, { die, found: shown.join(" "), expected: expected.join(" ") })
  }

  *#place(die: number, count: number, step: number): Generator<Fault> {
    const left = die - this.next
    if (left < 0 || !Number.isSafeInteger(die)) yield fault("order", step, { die, expected: this.next })
    if (left > 0 && !this.canTakeBack) yield fault("skipped", step, { die, count: left })
    this.skipped += Math.max(0, left)
    this.next = die + count
  }
}
