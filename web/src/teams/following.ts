/** Synchronization of a user's teams between devices: the latest state of each team wins. */

import type { Team } from "../api/battles"
import { Refusal, request } from "../api/client"
import { whoAmI } from "../api/guest"
import { replaceTeams, savedTeams, type SavedTeam } from "./saved"
import { browserStorage } from "../storage"

interface KeptTeam {
  name: string
  team: { rules: string; changed: string; team: Team }
}

const FORGOTTEN = "sightline.teams.forgotten"
const MAX_FORGOTTEN = 200
const SOON = 1500
const LONGEST_WAIT = 3000

let waiting: number | undefined

/** Synchronize the teams with the server. Does nothing if that is not possible now. */
export async function followTeams(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT))
  await Promise.race([follow().catch(() => {}), late]) // retried next time, when the server can be reached
}

/** Synchronize after a moment, because teams change with each click. */
export function followSoon(): void {
  clearTimeout(waiting)
  waiting = window.setTimeout(() => void followTeams(), SOON)
}

/** Note that a team has been deleted here, for the other devices. */
export const noteForgotten = (key: string) =>
  browserStorage.setItem(FORGOTTEN, JSON.stringify([key, ...forgotten()].slice(0, MAX_FORGOTTEN)))

/** Do something that signs the user out, and remove their synchronized teams from this browser. */
export async function leaveTeams(person: string, leave: () => Promise<unknown>): Promise<void> {
  await followTeams()
  await leave()
  replaceTeams(savedTeams().filter((each) => each.of !== person))
  browserStorage.removeItem(FORGOTTEN)
}

async function follow(): Promise<void> {
  const me = await whoAmI()
  if (!me?.has_account) return
  await deleteForgotten()
  const there = new Map((await request<KeptTeam[]>("/me/teams")).map((each) => [each.name, each.team]))
  const teams = together(savedTeams(), there, me.id)
  replaceTeams(teams)
  const isLater = ({ key, changed }: SavedTeam) => changed > (there.get(key)?.changed ?? "")
  const mine = teams.filter((each) => each.of === undefined || each.of === me.id)
  for (const each of mine.filter(isLater)) await send(each, me.id)
}

/** Return the local and remote teams, latest first, without those deleted on another device. */
function together(here: SavedTeam[], there: Map<string, KeptTeam["team"]>, person: string): SavedTeam[] {
  const known = new Set(here.map((each) => each.key))
  const left = here.filter((each) => each.of !== person || there.has(each.key))
  const others = [...there].filter(([key]) => !known.has(key)).map(([key, team]) => ({ key, ...team, of: person }))
  const all = [...left.map((each) => latest(each, there, person)), ...others]
  return all.sort((one, other) => (one.changed < other.changed ? 1 : -1))
}

/** Return the later state of a team, local or remote. */
function latest(here: SavedTeam, there: Map<string, KeptTeam["team"]>, person: string): SavedTeam {
  const other = there.get(here.key)
  return other && other.changed > here.changed ? { key: here.key, ...other, of: person } : here
}

/** Upload a team, and note locally that it is on the server. */
async function send({ key, rules, changed, team }: SavedTeam, person: string): Promise<void> {
  await request(addressOf(key), { method: "PUT", body: { team: { rules, changed, team } } })
  replaceTeams(savedTeams().map((each) => (each.key === key ? { ...each, of: person } : each)))
}

async function deleteForgotten(): Promise<void> {
  for (const key of forgotten()) {
    try {
      await request(addressOf(key), { method: "DELETE" })
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 404) throw error // it does not matter if it is already gone
    }
  }
  browserStorage.removeItem(FORGOTTEN)
}

const addressOf = (key: string) => `/me/teams/${encodeURIComponent(key)}`

function forgotten(): string[] {
  try {
    return (JSON.parse(browserStorage.getItem(FORGOTTEN) ?? "[]") as string[] | null) ?? []
  } catch {
    return [] // written by other code
  }
}
