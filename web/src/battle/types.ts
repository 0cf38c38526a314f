/** The types of a battle: its log, its live connection, its scenes, as described in docs/online.md. */

import type { Finding, Json, Scene } from "../api/types"

export type Phase = "seats" | "formations" | "dice" | "battle" | "over"
export type OfferKind = "draw" | "takeback" | "rematch"

/** An action of the game; its further keys depend on its kind. */
export interface Action {
  do: string
  who?: string
  [key: string]: Json | undefined
}

/** An event, as listed in docs/battles.md. */
export interface BattleEvent {
  event: string
  [key: string]: Json | undefined
}

export interface PieceState {
  side?: string
  at: string | null
  health?: number
  acted?: string[]
}

export interface State {
  tick: number
  active: string | null
  choosing: string | null
  karma: Record<string, number>
  pieces: Record<string, PieceState>
}

/** The remaining milliseconds of each side, and the sides whose clock is running. */
export interface Clock {
  left: Record<string, number>
  running: string[]
}

export type ClockSetting = { kind: "live"; seconds: number; increment: number } | { kind: "days"; days: number }
type Formations = Record<string, { name: string; tiles: Record<string, string> }>

interface Situation {
  state: State
  to_act: string | null
  turn: string | null
  clock: Clock | null
}

export interface Created {
  rules: string
  map: Json
  title: string
  limit: number
  sides: [string, string]
  against: "open" | "invite" | "computer" | "self"
  clock: ClockSetting | null
  takebacks: boolean
  spectators: number | null
  server_commitment: string
}

export interface Seated {
  side: string
  name: string
  level: string | null
  /** By side of the user: the tiles of each formation, and the roster keys of characters. */
  formations?: Record<string, Record<string, Record<string, string>>>
  like?: Record<string, Record<string, string>>
}

export interface StepTaken extends Situation {
  action: Action
  events: BattleEvent[]
}

/** The fields of each kind of entry besides `n`, `time` and `by`. */
interface Entries {
  created: Created
  seated: Seated
  "formation-chosen": { side: string; name?: string }
  formations: { formations: Formations }
  committed: { side: string; hash: string }
  revealed: { side: string; seed: string }
  start: Situation & { opening: BattleEvent[] }
  step: StepTaken
  offered: { offer?: OfferKind }
  answered: { offer?: OfferKind; answer?: "yes" | "no" }
  "taken-back": Situation & { steps: number }
  over: { winner: string | null; how: string }
  seed: { seed: string }
  rematch: { id: string }
  chat: { text: string }
  left: object
  back: { since: number | null }
}

export type EntryKind = keyof Entries
export type Entry = {
  [Kind in EntryKind]: { type: "entry"; what: Kind; n: number; time: number; by: string | null } & Entries[Kind]
}[EntryKind]
export type EntryOf<Kind extends EntryKind> = Extract<Entry, { what: Kind }>

export interface Welcome {
  type: "welcome"
  side: string | null
  sides: string[]
  phase: Phase
  n: number
  clock: Clock | null
}

export interface Done {
  type: "done"
  id: string
  n?: number
  answer?: Json
}

export interface RefusedCommand {
  type: "refused"
  id: string
  message: string
  findings: Finding[]
}

export type ServerMessage = Welcome | Entry | Done | RefusedCommand | { type: "ping" }
export type Command = { what: string; side?: string } & Record<string, unknown>

interface Chances {
  hit: string
  with_karma: string
}

/** The preview of an action, without dice; keys that only some actions have are optional. */
export interface Preview {
  words: string[]
  ip?: number
  next?: number
  to?: string
  targets?: (Chances & { target: string })[]
  threats?: (Chances & { who: string })[]
  odds?: Chances & { doubles: string }
  tiles?: string[]
  [further: string]: Json | undefined | object
}

export interface UpcomingTurn {
  who: string
  ticks: number
}

/** How much of its turn the active piece may use, and the ticks until its next turn in that case. */
export interface TurnLength {
  name: string
  ticks: number
}

export interface SheetRow {
  label: string
  value: string | number
  kind?: string | null
  clause?: string | null
}

export interface SheetGroup {
  key: string
  rows: SheetRow[]
}

export interface SheetAbility {
  key: string
  name: string
  text: string
  cost: string | number | null
  legal: boolean
  why: string[]
}

/** The sheet of a character, in the requested language. */
export interface Sheet {
  side: string
  at: string | null
  like: string | null
  health: { now: number; full: number }
  groups: SheetGroup[]
  badges: string[]
  abilities: SheetAbility[]
  ticks: number | null
}

export interface BattleScene extends Scene {
  n: number
  phase: Phase
  order: UpcomingTurn[]
  lengths: TurnLength[]
  side_colours: Record<string, string>
  sheets?: Record<string, Sheet>
}

/** A step in words, with the clauses that applied. */
export interface LogLine {
  n: number
  who: string | null
  words: string[]
  findings: { clause: string; why: string }[]
}
