/** Battles, maps, teams and characters from the server. */

import { language } from "../i18n"
import { request } from "./client"
import { asGuest } from "./guest"
import { namedSystem } from "./namedSystem"
import { getSystems } from "./questions"
import type { Json, SystemSummary } from "./types"

/** A character in a team: the key of one in the roster, or its own values. */
export type StatedCharacter = string | { like?: string; [key: string]: Json | undefined }

export interface Team {
  name?: string
  limit: number
  points?: number
  characters: Record<string, StatedCharacter>
  formations: Record<string, Record<string, string>>
}

export interface BattleMap {
  title: string
  limit: number
  /** By side, the columns and rows of the formation grid that are on its zone. */
  zones: Record<string, [number, number]>
  picture: string
}

export type Clock = { kind: "live"; seconds: number; increment: number } | { kind: "days"; days: number }
export type Against = "computer" | "invite" | "open" | "self"

export interface NewBattle {
  rules: string
  map: string
  limit: number
  team: Team
  against: Against
  level?: string
  opponent?: Team
  side: string | null
  clock: Clock | null
  takebacks: boolean
  spectators: number | null
}

export interface ListedBattle {
  id: string
  phase: "seats" | "formations" | "dice" | "battle" | "over"
  against: Against
  created: number
  rules: string
  map: Json
  title: string
  limit: number
  clock: Clock | null
  takebacks: boolean
  spectators: number | null
  sides: string[]
  names: Record<string, string>
  free: string[]
  winner: string | null
  how: string | null
  to_act: string | null
  side: string | null
}

/** The predefined maps, teams and characters for battles of a system. */
export interface Kit {
  system: SystemSummary
  maps: Record<string, BattleMap>
  teams: Team[]
  players: ComputerPlayer[]
  /** That there is no system of the requested key, or "". */
  notice: string
}

/** A computer player: the level of a battle against it, and how it plays. */
export interface ComputerPlayer {
  key: string
  about: string
}

/** Return the predefined content for battles of a system, by default of the first playable one. */
export async function getKit(rules: string | null): Promise<Kit> {
  const played = (await getSystems()).filter((each) => each.playable)
  const { system, notice } = namedSystem(played, rules)
  if (system === undefined) throw new Error("no rule system can be played here")
  const key = encodeURIComponent(system.key)
  const [maps, teams, players] = await Promise.all([
    request<Record<string, BattleMap>>(`/maps/${key}`),
    request<Team[]>(`/teams/${key}`),
    request<ComputerPlayer[]>(`/players/${key}?lang=${language}`),
  ])
  return { system, maps, teams, players, notice }
}

export const getOpenBattles = () => request<ListedBattle[]>("/battles?open")
export const getOwnBattles = () => request<ListedBattle[]>("/battles?mine")

export const makeBattle = (battle: NewBattle, name?: string) =>
  asGuest<{ id: string; side: string; invite: string | null }>("/battles", { ...battle, lang: language }, name)

const addressOf = (id: string) => `/battles/${encodeURIComponent(id)}`

/** Return a battle to a person who may take its second seat. */
export const getInvitation = (id: string, invite: string | null) =>
  request<ListedBattle>(`${addressOf(id)}/invitation`, { body: { invite, lang: language } })

export const takeSeat = (id: string, invite: string | null, team: Team, name?: string) =>
  asGuest<{ side: string }>(`${addressOf(id)}/seat`, { invite, team, lang: language }, name)
