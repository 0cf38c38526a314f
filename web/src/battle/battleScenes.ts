/** What the server tells of a battle besides its log: scenes, words, and whether it may be seen at all. */

import { language } from "../i18n"
import { request } from "../api/client"
import { SceneSource } from "../api/scenes"
import type { BattleScene, LogLine } from "./types"

const addressOf = (id: string) => `/battles/${encodeURIComponent(id)}`

/** Return the source of the scenes of a battle, with what is known of them already. */
export const battleScenes = (id: string) => new SceneSource<BattleScene>(`${addressOf(id)}/scene`)

/** Raise `Refusal` unless there is such a battle and one may see it. */
export const checkBattle = (id: string) => request<object>(addressOf(id))

/** Return the steps behind an entry in words. */
export const getWords = (id: string, after: number) =>
  request<LogLine[]>(`${addressOf(id)}/words?after=${after}&lang=${language}`)
