/** The shapes of requests and answers under /api/v1 that the page reads. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type States = Record<string, Json>

export interface Problem {
  file: string | null
  line: number | null
  column: number | null
  key: string | null
  message: string
}

export interface Ask {
  question: "shot" | "see" | "reach" | "threat" | "advise" | "line" | "chart"
  from?: string
  to?: string
  side?: string
  weapon?: string
  /** What a system lets one ask of `reach` besides. */
  [option: string]: Json | undefined
}

export interface SceneRequest {
  scenario: string
  ask: Ask | null
  colours: "colour" | "dark" | "print"
  rulings?: Record<string, string>
  set?: Record<string, States>
}

export interface Layer {
  name: string
  hash: string
  svg: string
}

export interface Cell {
  label: string
  x: number
  y: number
  name: string
  neighbours: Record<string, string>
}

export interface Piece {
  name: string
  side: string | null
  colour: string | null
  at: Json
  x: number
  y: number
  radius: number
  label: string
  states: States
}

export interface Nearby {
  name: string
  distance: number
  direction: string
  sight: string
  words: string
}

export interface Feature {
  is: string
  /** Corners in inches, or as texts with a unit. */
  outline: [number | string, number | string][]
  [key: string]: Json | undefined
}

export interface FreeTable {
  left: number
  top: number
  inch: number
  width: number
  height: number
}

export interface Scene {
  title: string
  rules: string
  grid: "hex" | "square" | "free"
  sides: string[]
  rulings: Record<string, string>
  features: Feature[]
  view_box: [number, number, number, number]
  layers: Layer[]
  style: { hash: string; css: string }
  cells: { hash: string; outline: string; list: Cell[] }
  occupied: Record<string, string>
  pieces: Piece[]
  table: FreeTable | null
  legend: { svg: string; text: string }[]
  caption: string
  note: string
  remarks: { key: string; value: string; words: string }[]
  nearby: Nearby[] | null
  answer: Json
  /** Why what was tried with `set` may not be; the scene is then that without it. */
  problems: Problem[]
}

export interface Finding {
  clause: string
  effect: string
  on: string | null
  value: number | null
  at: string[]
  why: string
}

export interface Odds {
  hit: string
  percent: number
  outcomes?: Record<string, string>
}

export interface Verdict {
  from: string
  to: string
  weapon: string | null
  distance: number | null
  sight: "clear" | "impeded" | "blocked"
  legal: boolean
  to_hit: Record<string, Json> | null
  odds: Odds | null
  findings: Finding[]
  rulings: Record<string, string>
  why_not?: Opening[]
  [further: string]: unknown
}

export interface Opening {
  change: "remove" | "turn" | "move"
  what: string
  to: string | null
  sight: string
  legal: boolean
  why: string
}

export interface ReachCell {
  cost: number
  path: string[]
  may_stop: boolean
}

/** Who can hit a cell, and the best chance among them. */
export interface Hits {
  attackers: string[]
  best: string
}

/** A place that a piece can attack from. */
export interface AdvisedPlace {
  at: string
  facing: string | null
  cost: number
  target: string
  weapon: string | null
  hit: string
  back: Hits
}

/** A row of the chart that another choice of a ruling changes. */
export interface ChartChange {
  from: string
  to: string
  weapon: string | null
  now: Verdict
  then: Verdict
}

export interface Clause {
  id: string
  title: string
  text: string
  source: string
}

export interface Ruling {
  name: string
  question: string
  choices: string[]
  default: string
}

export interface Kind {
  key: string
  title: string
  letter: string | null
  meaning: string | null
}

export interface Schema {
  type?: string | string[]
  enum?: Json[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
  title?: string
  description?: string
  default?: Json
  additionalProperties?: boolean | Schema
}

export interface ReachOption {
  key: string
  names_piece: boolean
  description: string
}

export interface SystemSummary {
  key: string
  title: string
  grids: string[]
  playable: boolean
  /** Whether there are lessons. */
  taught: boolean
}

export interface System extends SystemSummary {
  clauses: Clause[]
  rulings: Ruling[]
  terrain: Kind[]
  borders: Kind[]
  levels: [number, number] | null
  /** What a piece states, by kind of board. */
  pieces: Record<string, Schema>
  /** What a feature of a free table states. */
  feature: Schema | null
  /** The overlays that its rules answer, by kind of board. */
  overlays: Record<string, string[]>
  /** What one may ask of `reach` besides, by kind of board. */
  reach_options: Record<string, ReachOption[]>
  examples: Record<string, string>
}

export interface GalleryEntry {
  key: string
  title: string
  rules: string
  scenario: string
  ask: Ask
  picture: string
}

export type Edit =
  | { piece: string; set: States }
  | { piece: string; add: States }
  | { piece: string; remove: true }
  | { piece: string; rename: string }
  | { cells: string[]; terrain?: string[]; level?: number }
  | { borders: string[]; terrain: string[] }
  | { feature: number | "new"; set: States | null }
  | { ruling: string; choice: string | null }
  | { title: string }
  | { scenario: string }

export interface Edited {
  scenario: string
  undo: Edit[]
}

export interface SharedTable {
  id: string
  revision: number
  title: string | null
  rules: string
  scenario: string
  expires: string
}

export interface Person {
  name: string
  colour: string
  at: string | [number, number] | null
}

export type LiveMessage =
  | { type: "edit"; revision: number; edits: Edit[]; by: string | null }
  | { type: "here"; people: Person[] }
  | { type: "point"; at: Person["at"]; by: string; colour: string }
  | { type: "ping" }
