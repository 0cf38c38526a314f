/** The ledger of SODWA: the changes by each event, with the costs and gains of the clauses. */

import type { Ledger } from "../ledger"
import type { BattleEvent, BattleRecord, Mapping } from "../record"
import { abilityEntries } from "./abilityEntries"
import { actionEntries } from "./actionEntries"
import { turnEntries } from "./turnEntries"
import { Initiatives } from "./clock"
import { asState, charactersOf, laidOf, type Character, type Effect, type State } from "./state"
import { Terrain } from "./terrain"

/** An event, with its action and the events of the same step. */
export interface Entered {
  event: BattleEvent
  action: Mapping
  events: BattleEvent[]
}

/** Apply an event; return whether it is consistent with the state before. */
export type Entry = (books: Books, entered: Entered) => boolean

const ENTRIES: Record<string, Entry> = { ...turnEntries, ...actionEntries, ...abilityEntries }

export const sodwaBooks = (record: BattleRecord): Ledger => new Books(record)

export class Books implements Ledger {
  state: Mapping
  told: State
  /** The highest number of an effect so far. */
  begun = 0
  readonly initiatives = new Initiatives()
  readonly terrain = new Terrain()
  /** Whether damage to walls accumulates. */
  readonly addsUp: boolean

  constructor(record: BattleRecord) {
    this.state = structuredClone(record.start)
    this.told = asState(record.start)
    this.addsUp = record.rulings["wall-damage"] === "cumulative"
    this.terrain.show(this.now.effects ?? [], this.now)
  }

  get now(): State {
    return asState(this.state)
  }

  write(action: Mapping, events: BattleEvent[], told: Mapping): string[] {
    this.told = asState(told)
    this.initiatives.learn(this.now, events, this.told)
    const wrong = events.filter((event) => {
      const enter = Object.hasOwn(ENTRIES, event.event) ? ENTRIES[event.event] : undefined
      return !enter?.(this, { event, action, events })
    })
    const isOver = events.some((each) => each.event === "over")
    if (this.now.active === null && !isOver) this.now.choosing = this.#chooser(events)
    if (this.now.effects) this.now.terrain = this.terrain.show(this.now.effects, this.told)
    return wrong.map((each) => String(each.event))
  }

  /** Return a character; throw TypeError if there is none, which does not happen with genuine records. */
  character(name: unknown): Character {
    const piece = this.now.pieces[String(name)]
    if (!piece || "is" in piece) throw new TypeError("no character")
    return piece
  }

  /** End the effects on a place. */
  lift(place: string): void {
    for (const effect of laidOf(this.now.effects)) effect.on = effect.on.filter((each) => each !== place)
  }

  /** Reduce the turns of effects; those without turns left end by a separate event. */
  countDown(effects: Effect[]): void {
    for (const effect of effects) effect.turns = effect.turns && effect.turns - 1
  }

  /** Return the side that has to choose: that with most IP, or of equal ones the one without the latest turn. */
  #chooser(events: BattleEvent[]): string | null {
    const coin = events.findLast((each) => each.event === "coin")
    if (coin) return String(coin["side"])
    const due = charactersOf(this.now).filter(([name]) => this.now.due.includes(name))
    const most = Math.max(...due.map(([, piece]) => piece.ip))
    const sides = [...new Set(due.filter(([, piece]) => piece.ip === most).map(([, piece]) => piece.side))]
    return (sides.length === 1 ? sides[0] : sides.find((side) => side !== this.now.last)) ?? null
  }
}
