/** The states of SODWA battles in records. */

import type { Mapping } from "../record"

export interface Character {
  side: string
  at: string
  facing: string | null
  health: number
  ip: number
  moved: boolean
  acted: string[]
  carries: string[]
}

export interface Thing {
  is: string
  at: string | null
}

export interface Effect {
  id: number
  is: string
  on: string | string[]
  by: string
  turns: number | null
  strength: number | null
}

export interface State {
  tick: number
  active: string | null
  choosing: string | null
  last: string | null
  due: string[]
  karma: Record<string, number>
  pieces: Record<string, Character | Thing>
  terrain: Record<string, string>
  damage: Record<string, number>
  effects: Effect[]
}

export const asState = (state: Mapping): State => state as unknown as State

const isCharacter = (piece: Character | Thing): piece is Character => !("is" in piece)

/** Return the characters of a state, with their names. */
export const charactersOf = (state: State): [string, Character][] =>
  Object.entries(state.pieces).filter((entry): entry is [string, Character] => isCharacter(entry[1]))

/** Return the effects on tiles and borders. */
export const placeEffects = (effects: Effect[]) =>
  effects.filter((each): each is Effect & { on: string[] } => Array.isArray(each.on))
