/** The local storage: tables with their secrets, an unshared table, the user's name and colour. */

import { browserStorage, tabStorage } from "../storage"

export interface KnownTable {
  id: string
  title: string
  rules: string
  secret: string | null
  opened: string
}

const TABLES = "sightline.tables"
const DRAFT = "sightline.draft"
const PERSON = "sightline.person"
const WAITING = "sightline.waiting."

function read<Value>(key: string, otherwise: Value): Value {
  try {
    return (JSON.parse(browserStorage.getItem(key) ?? "null") as Value | null) ?? otherwise
  } catch {
    return otherwise // written by other code
  }
}

const write = (key: string, value: unknown) => browserStorage.setItem(key, JSON.stringify(value))

/** Return the tables that were opened here, the latest first. */
export const knownTables = (): KnownTable[] => read<KnownTable[]>(TABLES, [])

/** Remember a table as opened now; a known secret is kept. Return whether it is remembered after the page too. */
export function rememberTable(table: Omit<KnownTable, "opened">): boolean {
  const before = knownTables()
  const secret = table.secret ?? before.find((each) => each.id === table.id)?.secret ?? null
  const others = before.filter((each) => each.id !== table.id)
  return write(TABLES, [{ ...table, secret, opened: new Date().toISOString() }, ...others].slice(0, 200))
}

export const forgetTable = (id: string) =>
  write(
    TABLES,
    knownTables().filter((each) => each.id !== id),
  )

/** Return the secrets that may open a table for editing: the stored one, and that of the link in the address bar. */
export function secretsOf(id: string): string[] {
  const kept = knownTables().find((each) => each.id === id)?.secret
  const linked = new URLSearchParams(location.hash.slice(1)).get("edit")
  return [...new Set([kept, linked])].filter((each) => each !== null && each !== undefined)
}

/** The scenario here that is not shared yet, if any. */
export const readDraft = (): string | null => tabStorage.getItem(DRAFT) ?? browserStorage.getItem(DRAFT)

/** Store it for this tab, and for the next visit. */
export function keepDraft(scenario: string): void {
  tabStorage.setItem(DRAFT, scenario)
  browserStorage.setItem(DRAFT, scenario)
}

export interface Waiting<Edits> {
  id: string
  base: number
  edits: Edits
}

/** Edits of a table that the server has not confirmed, oldest first. */
export const readWaiting = <Edits>(id: string): Waiting<Edits>[] => read<Waiting<Edits>[]>(WAITING + id, [])

export function keepWaiting<Edits>(id: string, edits: Waiting<Edits>[]): void {
  if (edits.length) write(WAITING + id, edits)
  else browserStorage.removeItem(WAITING + id)
}

export interface Me {
  name: string
  colour: string
}

const COLOURS = ["#8a3ffc", "#007d79", "#b28600", "#ba4e00", "#0072c3", "#9f1853"]

/** Return the user's name and colour as shown to others. */
export function me(): Me {
  const known = read<Me | null>(PERSON, null)
  if (known) return known
  const colour = COLOURS[Math.floor(Math.random() * COLOURS.length)] ?? "#007d79"
  const fresh = { name: "", colour }
  write(PERSON, fresh)
  return fresh
}

export const callMyself = (name: string) => write(PERSON, { ...me(), name })
