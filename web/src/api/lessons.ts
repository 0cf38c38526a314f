/** Lessons that teach a game by playing it. The page sends all actions so far; the server keeps nothing. */

import type { Action, BattleEvent, BattleScene, LogLine, RefusedCommand, State } from "../battle/types"
import { language } from "../i18n"
import { request } from "./client"
import type { Json } from "./types"
import { BATTLE_PART, SceneSource } from "./scenes"

export interface ListedLesson {
  key: string
  title: string
  about: string
  tasks: number
}

export interface LessonTask {
  text: string
  hint: string
  /** The explanation after it is done. */
  done: string
  /** Cells to mark. */
  show: string[]
  /** The number of the entry that fulfilled it. */
  after: number | null
}

/** The start, which has number 1, or a step. */
export interface LessonEntry extends LogLine {
  by: string | null
  action: Action | null
  events: BattleEvent[]
  state: State
  to_act: string | null
  turn: string | null
}

export interface LessonPlayed {
  key: string
  title: string
  rules: string
  about: string
  dice: string
  learner: string
  level: string | null
  sides: [string, string]
  n: number
  entries: LessonEntry[]
  tasks: LessonTask[]
  slips: string[]
  refused: Pick<RefusedCommand, "message" | "findings"> | null
  result: { winner: string | null; how: string } | null
  next: string | null
}

const addressOf = (rules: string, key?: string) =>
  ["/lessons", rules, ...(key === undefined ? [] : [key])].map(encodePart).join("/")
const encodePart = (part: string, index: number) => (index ? encodeURIComponent(part) : part)

export const getLessons = (rules: string) => request<ListedLesson[]>(addressOf(rules))

/** Play a lesson from its start; the answer contains the entries after number `after`. */
export const playLesson = (rules: string, key: string, actions: Action[], after: number) =>
  request<LessonPlayed>(addressOf(rules, key), { body: { actions, after, lang: language } })

/** Ask a question that the connection of a battle answers about a lesson after some actions. */
export const askInLesson = (rules: string, key: string, actions: Action[], query: object) =>
  request<{ answer: Json; refused: LessonPlayed["refused"] }>(`${addressOf(rules, key)}/ask`, {
    body: { actions, query, lang: language },
  })

export const lessonScenes = (rules: string, key: string) =>
  new SceneSource<BattleScene>(`${addressOf(rules, key)}/scene`, BATTLE_PART)
