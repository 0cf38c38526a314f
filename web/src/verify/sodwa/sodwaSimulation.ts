/** The simulation of SODWA: the changes of state by each event, with the costs and gains of the clauses. */

import type { Simulation } from "../simulation"
import type { BattleEvent, BattleRecord, Mapping } from "../record"
import { abilityEvents } from "./abilityEvents"
import { actionEvents } from "./actionEvents"
import { turnEvents } from "./turnEvents"
import { Initiatives } from "./clock"
import { asState, charactersOf, placeEffects, type Character, type Effect, type State } from "./state"
import { Terrain } from "./terrain"

/** An event, with its action and the events of the same step. */
export interface EventContext {
  event: BattleEvent
  action: Mapping
  events: BattleEvent[]
}

/** Apply an event; return whether it is consistent with the state before. */
export type EventHandler = (battle: SodwaSimulation, context: EventContext) => boolean

const HANDLERS: Record<string, EventHandler> = { ...turnEvents, ...actionEvents, ...abilityEvents }

export const simulateSodwa = (record: BattleRecord): Simulation => new SodwaSimulation(record)

export class SodwaSimulation implements Simulation {
  state: Mapping
  /** The state in the record after the current step. */
  recorded: State
  /** The highest number of an effect so far. */
  latestEffect = 0
  readonly initiatives = new Initiatives()
  readonly terrain = new Terrain()
  /** Whether damage to walls accumulates. */
  readonly addsUp: boolean

  constructor(record: BattleRecord) {
    this.state = structuredClone(record.start)
    this.recorded = asState(record.start)
    this.addsUp = record.rulings["wall-damage"] === "cumulative"
    this.terrain.show(this.now.effects ?? [], this.now)
  }

  get now(): State {
    return asState(this.state)
  }

  apply(action: Mapping, events: BattleEvent[], recorded: Mapping): string[] {
    this.recorded = asState(recorded)
    this.initiatives.infer(this.now, events, this.recorded)
    const wrong = events.filter((event) => {
      const handle = Object.hasOwn(HANDLERS, event.event) ? HANDLERS[event.event] : undefined
      return !handle?.(this, { event, action, events })
    })
    const isOver = events.some((each) => each.event === "over")
    if (this.now.active === null && !isOver) this.now.choosing = this.#chooser(events)
    if (this.now.effects) this.now.terrain = this.terrain.show(this.now.effects, this.recorded)
    return wrong.map((each) => String(each.event))
  }

  /** Return a character; throw TypeError if there is none, which does not happen with genuine records. */
  character(name: unknown): Character {
    const piece = this.now.pieces[String(name)]
    if (!piece || "is" in piece) throw new TypeError("no character")
    return piece
  }

  /** End the effects on a place. */
  endEffectsAt(place: string): void {
    for (const effect of placeEffects(this.now.effects)) effect.on = effect.on.filter((each) => each !== place)
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
