/** Actions as a sequence of picks: a kind first, then the targets one by one. Contains no rules. */

import type { Json } from "../api/types"
import { joined, labelled, t, word } from "../i18n"
import type { Action, RefusedCommand } from "./types"

/** Actions with the same kind of picks: all moves, all attacks, one ability. */
export interface ActionGroup {
  key: string
  do: string
  ability: string | null
  actions: Action[]
}

const NOT_PICKED = new Set(["do", "who", "ability", "side"])

/** Return the picks of an action in order: the end of a move, the target of an attack, targets of an ability. */
export function picksOf(action: Action): string[] {
  if (action.do === "choose") return [String(action.who)]
  return Object.entries(action)
    .filter(([key]) => !NOT_PICKED.has(key))
    .flatMap(([key, value]) =>
      key === "path" ? [lastOf(value)] : Array.isArray(value) ? value.map(String) : [String(value)],
    )
}

const lastOf = (path: Json | undefined) => (Array.isArray(path) ? String(path[path.length - 1]) : String(path))

export const groupKey = (action: Action): string =>
  typeof action["ability"] === "string" ? `${action.do} ${action["ability"]}` : action.do

/** Return actions by their first pick, in the order of the list. */
export function groupsOf(actions: Action[]): ActionGroup[] {
  const groups = new Map<string, ActionGroup>()
  for (const action of actions) {
    const key = groupKey(action)
    const ability = typeof action["ability"] === "string" ? action["ability"] : null
    const group = groups.get(key) ?? { key, do: action.do, ability, actions: [] }
    group.actions.push(action)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Return the actions that begin with these picks. */
export const withPicks = (actions: Action[], picked: string[]): Action[] =>
  actions.filter((action) => {
    const picks = picksOf(action)
    return picked.every((each, index) => picks[index] === each)
  })

/** Return the distinct possible next picks. */
export function nextPicks(actions: Action[], picked: string[]): string[] {
  const next = withPicks(actions, picked).map((action) => picksOf(action)[picked.length])
  return [...new Set(next.filter((each) => each !== undefined))]
}

/** Return the action determined by the picks, null if several are still possible. */
export function settled(actions: Action[], picked: string[]): Action | null {
  const left = withPicks(actions, picked)
  return left.find((action) => picksOf(action).length === picked.length) ?? null
}

/** Return the attack of one piece on another, legal or not. */
export const attackOn = (who: string, target: string): Action => ({ do: "attack", who, target })

export const isSame = (one: Action | null, other: Action | null) => JSON.stringify(one) === JSON.stringify(other)

const NAMES: Record<string, () => string> = {
  move: () => t("Move"),
  attack: () => t("Attack"),
  turn: () => t("Turn"),
  "pick-up": () => t("Pick up"),
  "put-down": () => t("Put down"),
  choose: () => t("Choose who is next"),
  end: () => t("End the turn"),
  resign: () => t("Resign"),
}

const SENTENCES: Record<string, (picks: string[], who: string) => string> = {
  move: ([to = ""], who) => t("{who}: move to {place}", { who, place: to }),
  attack: ([target = ""], who) => t("{who}: attack {target}", { who, target }),
  turn: ([facing = ""], who) => t("{who}: turn to face {facing}", { who, facing: word(facing) }),
  "pick-up": ([target = ""], who) => t("{who}: pick up {target}", { who, target }),
  "put-down": ([target = "", at = ""], who) => t("{who}: put {target} down at {place}", { who, target, place: at }),
  choose: (_, who) => t("{who} is next", { who }),
  end: (_, who) => t("{who}: end the turn", { who }),
}

/** Return the name of a group; names of abilities come from the server. */
export const nameOfGroup = ({ do: kind, ability }: ActionGroup, abilities: Record<string, string>): string =>
  ability === null ? (NAMES[kind]?.() ?? word(kind)) : (abilities[ability] ?? word(ability))

/** Return an action in words. */
export function sentenceOf(action: Action, abilities: Record<string, string>): string {
  const who = action.who ?? ""
  const picks = picksOf(action)
  const ability = action["ability"]
  if (typeof ability === "string")
    return [labelled(who, abilities[ability] ?? word(ability)), picks.map(placeWord).join(", ")]
      .filter(Boolean)
      .join(" – ")
  return SENTENCES[action.do]?.(picks, who) ?? [who, word(action.do), ...picks].join(" ")
}

/** Return a pick as text: facings are translated, everything else is unchanged. */
export const placeWord = (pick: string): string => (FACINGS.includes(pick) ? word(pick) : pick)

export const FACINGS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

/** Return the reasons why an action was refused as a sentence, with clauses. */
export const refusalWords = ({ message, findings }: Pick<RefusedCommand, "message" | "findings">): string =>
  joined([message, ...findings.map(({ clause, why }) => `${clause}, ${why}`)])
