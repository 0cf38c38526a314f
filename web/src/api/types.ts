/** The types of requests and answers under /api/v1 used by the page, from the server's description if it is precise.
 *
 * `make check` generates `openapi.d.ts` from the description; a type that is missing there is an error here.
 */

import type { components } from "./openapi"

type Described = components["schemas"]

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type States = Record<string, Json>

export type Problem = Pick<Described["Problem"], "file" | "line" | "column" | "key" | "message">

export interface Ask {
  question: "shot" | "see" | "reach" | "threat" | "advise" | "line" | "chart"
  from?: string
  to?: string
  side?: string
  weapon?: string
  /** The additional options of `reach` in a system. */
  [option: string]: Json | undefined
}

export interface SceneRequest {
  scenario: string
  ask: Ask | null
  colours: "colour" | "dark" | "print"
  rulings?: Record<string, string>
  set?: Record<string, States>
}

export type Layer = Required<Described["ScreenLayer"]>

export type Cell = Described["ScreenCell"]

export interface Piece extends Omit<Described["ScreenPiece"], "at" | "states"> {
  at: Json
  states: States
}

export type Nearby = Described["Nearby"]

export interface Feature {
  is: string
  /** Corners in inches, or as texts with a unit. */
  outline: [number | string, number | string][]
  [key: string]: Json | undefined
}

export type FreeTable = Described["ScreenTable"]

type Shown =
  | "title"
  | "rules"
  | "sides"
  | "rulings"
  | "view_box"
  | "occupied"
  | "table"
  | "legend"
  | "caption"
  | "note"
  | "remarks"
  | "nearby"

export interface Scene extends Pick<Described["SceneAnswer"], Shown> {
  grid: "hex" | "square" | "free"
  features: Feature[]
  layers: Layer[]
  style: Required<Described["ScreenStyle"]>
  cells: Required<Described["ScreenCells"]>
  pieces: Piece[]
  answer: Json
  /** The reasons why a trial with `set` is not allowed; the scene is then the one without it. */
  problems: Problem[]
}

export type Finding = Pick<Described["Finding"], "clause" | "effect" | "on" | "value" | "at" | "why">

export interface Odds {
  hit: string
  percent: number
  outcomes?: Record<string, string>
}

type Judged = "from" | "to" | "weapon" | "distance" | "sight" | "legal" | "rulings"

/** The common fields of verdicts; systems add keys. */
export interface Verdict extends Pick<Described["Verdict"], Judged> {
  to_hit: Record<string, Json> | null
  odds: Odds | null
  findings: Finding[]
  why_not?: Opening[]
  [further: string]: unknown
}

export type Opening = Pick<Described["Change"], "change" | "what" | "to" | "sight" | "legal" | "why">

export type ReachCell = Pick<Described["Place"], "cost" | "path" | "may_stop">

/** Who can hit a cell, and the best chance among them. */
export type Hits = Described["Danger"]

/** A place from which a piece can attack. */
export type AdvisedPlace = Described["Advised"]

/** A row of the chart that changes with another choice of a ruling. */
export interface ChartChange extends Omit<Described["ChartChange"], "now" | "then"> {
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

export type Kind = Described["TerrainKind"]

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

export type ReachOption = Described["ReachOption"]

export type SystemSummary = Pick<Described["SystemSummary"], "key" | "title" | "grids" | "playable" | "taught">

/** A system in the list of all, with its numbers of clauses and rulings. */
export type ListedSystem = SystemSummary & Pick<Described["SystemSummary"], "clauses" | "rulings">

type Stated = "levels" | "terrain" | "borders" | "overlays" | "reach_options" | "examples"

export interface System extends SystemSummary, Pick<Described["System"], Stated> {
  clauses: Clause[]
  rulings: Ruling[]
  /** The schema of a piece's fields, by kind of board. */
  pieces: Record<string, Schema>
  /** The schema of the fields of a feature of a free table. */
  feature: Schema | null
}

export interface GalleryEntry extends Omit<Described["GalleryEntry"], "ask"> {
  ask: Ask
}

export type Edit =
  | { piece: string; set: States }
  | { piece: string; add: States }
  | { piece: string; remove: true }
  | { piece: string; rename: string }
  | { cells: string[]; terrain?: string[]; level?: number }
  | { borders: string[]; terrain: string[] }
  | { feature: number | "new"; set: States | null; before?: number }
  | { ruling: string; choice: string | null }
  | { title: string }
  | { scenario: string }

export interface Edited {
  scenario: string
  undo: Edit[]
}

export type SharedTable = Described["TableState"]

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
