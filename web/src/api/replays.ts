/** Records of battles, replayed by the server. */

import { language } from "../i18n"
import type { BattleRecord } from "../verify/record"
import { API, Refusal, request } from "./client"
import type { Finding, Scene } from "./types"

export interface ReplayedStep {
  n: number
  side: string | null
  turn: string | null
  words: string[]
  findings: Finding[]
}

export interface Luck {
  attacks: number
  hits: number
  expected_hits: string
  damage: number
  expected_damage: string
  luckier_than: number | null
  saves: number
  resisted: number
  expected_resisted: string
  spent: number
  gained: number
}

export interface Replay {
  title: string
  record: BattleRecord
  opening: string[]
  steps: ReplayedStep[]
  luck: Record<string, Luck>
}

export interface ReplayScene extends Scene {
  n: number
  order: { who: string; ticks: number }[]
}

/** Information about a battle on this server that its record does not contain. */
export interface ShownBattle {
  sides: Record<string, string | null>
  takebacks: boolean
}

export const getBattle = (id: string) => request<ShownBattle>(`/battles/${encodeURIComponent(id)}`)

/** Return the text of the record of a battle on this server. */
export async function getRecord(id: string): Promise<string> {
  const response = await fetch(recordAddress(id), { headers: { "Accept-Language": language } })
  const text = await response.text()
  if (response.ok) return text
  throw new Refusal(response.status, messageOf(text))
}

export const recordAddress = (id: string) => `${API}/battles/${encodeURIComponent(id)}/record`

export const replayRecord = (record: string) => request<Replay>("/replay", { body: { record, lang: language } })

function messageOf(text: string): string {
  try {
    return String((JSON.parse(text) as { message?: string }).message ?? text)
  } catch {
    return text
  }
}
