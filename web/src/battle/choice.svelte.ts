import { cellsByLabel } from "../board/directions"
import { groupsOf, isSame, nextPicks, picksOf, settled, type ActionGroup } from "./actions"
import type { Action, BattleScene } from "./types"

/** Groups whose actions can be picked on the board without choosing a kind first. */
const PLAIN = ["choose", "attack", "move", "pick-up"]

/** The action being chosen: its kind, its picks so far, and the possible next picks. */
export class Choice {
  legal = $state.raw<Action[]>([])
  /** Whether the battle has moved on, so that nothing can be picked until the new list has arrived. */
  isStale = $state(false)
  /** The chosen kind; null for everything that can be picked on the board. */
  group = $state.raw<ActionGroup | null>(null)
  picked = $state.raw<string[]>([])
  /** The proposed action: it is previewed, and executed after confirmation. */
  proposed = $state.raw<Action | null>(null)
  /** The pick at the pointer. */
  pointed = $state.raw<Action | null>(null)
  groups = $derived(groupsOf(this.legal))

  /** What is picked so far: the picks of the proposed action, or those of one that is not complete. */
  picks = $derived(this.proposed ? picksOf(this.proposed) : this.picked)

  /** The previewed action. */
  shown = $derived(this.pointed ?? this.proposed)

  /** The kinds of action by possible next pick. */
  options = $derived.by(() => {
    const options = new Map<string, ActionGroup[]>()
    if (this.isStale) return options
    for (const group of this.group ? [this.group] : this.#plain)
      for (const pick of nextPicks(group.actions, this.#begun)) options.set(pick, [...(options.get(pick) ?? []), group])
    return options
  })

  /** The final picks: the last pick of a complete action can still be changed. */
  get #begun(): string[] {
    if (!this.group) return []
    const isWhole = this.proposed !== null && nextPicks(this.group.actions, this.picked).length === 0
    return isWhole ? this.picked.slice(0, -1) : this.picked
  }

  get #plain(): ActionGroup[] {
    return this.groups
      .filter((each) => each.ability === null && PLAIN.includes(each.do))
      .sort((one, other) => PLAIN.indexOf(one.do) - PLAIN.indexOf(other.do))
  }

  /** Set the actions that are legal now; the current choice is kept if it is still possible. */
  settle(legal: Action[]): void {
    this.legal = legal
    this.isStale = false
    const stays = (action: Action | null) => legal.find((each) => isSame(each, action)) ?? null
    this.pointed = null
    this.proposed = stays(this.proposed)
    const key = this.group?.key
    this.group = this.groups.find((each) => each.key === key) ?? null
    if (!this.proposed) this.picked = []
  }

  /** Choose a kind of action; an action without picks is proposed at once. */
  start(group: ActionGroup): void {
    if (this.isStale) return
    this.#clear()
    this.group = group
    this.proposed = settled(group.actions, [])
  }

  propose(action: Action): void {
    this.#clear()
    this.group = this.groups.find((each) => each.actions.some((other) => isSame(other, action))) ?? null
    this.picked = picksOf(action)
    this.proposed = action
  }

  /** Pick something; return whether that was possible. */
  pick(pick: string): boolean {
    const [group] = this.options.get(pick) ?? []
    if (!group) return false
    const picked = [...this.#begun, pick]
    const action = settled(group.actions, picked)
    if (action && !this.group) {
      this.pointed = null
      this.proposed = action
      return true
    }
    this.group = group
    this.picked = picked
    this.proposed = action
    this.pointed = null
    return true
  }

  /** Return the action that results from a pick, null if more picks are necessary. */
  wouldBe(pick: string): Action | null {
    const [group] = this.options.get(pick) ?? []
    return group ? settled(group.actions, [...this.#begun, pick]) : null
  }

  /** Undo the last pick; return whether there was one. */
  back(): boolean {
    if (this.picked.length && this.group) {
      this.picked = this.picked.slice(0, -1)
      this.proposed = null
      return true
    }
    const had = this.group !== null || this.proposed !== null
    this.#clear()
    return had
  }

  #clear(): void {
    this.group = this.proposed = this.pointed = null
    this.picked = []
  }
}

/** Return the cell of a pick: the cell itself, or that of the piece or thing with this name. */
export function cellOfPick(scene: BattleScene, pick: string): string | null {
  const piece = scene.pieces.find((each) => each.name === pick)
  if (piece) return String(piece.at)
  return cellsByLabel(scene.cells.list).has(pick) ? pick : null
}

/** Return the place of a pick in the picture: that of its cell, or the middle of a border; null if it has none. */
export function placeOfPick(scene: BattleScene, pick: string): { x: number; y: number; isBorder: boolean } | null {
  const labels = [cellOfPick(scene, pick) ?? pick.split("/")].flat()
  const [one, other = one] = labels.map((label) => cellsByLabel(scene.cells.list).get(label))
  return one && other ? { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, isBorder: one !== other } : null
}

/** Return the possible picks at a cell: the pieces there, the things there, the cell itself, in this order. */
export function picksAt(scene: BattleScene, cell: string, options: ReadonlyMap<string, unknown>): string[] {
  const there = scene.pieces.filter((each) => String(each.at) === cell).map((each) => each.name)
  return [...there, cell].filter((each) => options.has(each))
}
