import { groupsOf, isSame, nextPicks, picksOf, settled, type ActionGroup } from "./actions"
import type { Action, BattleScene } from "./types"

/** Groups whose actions are picked on the board without saying first which kind is meant. */
const PLAIN = ["choose", "attack", "move", "pick-up"]

/** What one is about to do: which kind of action, what is picked of it by now, what would be picked next. */
export class Choice {
  legal = $state.raw<Action[]>([])
  /** Whether the battle has gone on since, so that nothing of it can be picked until the new list is there. */
  isStale = $state(false)
  /** The kind that was chosen; null: whatever can be picked on the board. */
  group = $state.raw<ActionGroup | null>(null)
  picked = $state.raw<string[]>([])
  /** What is previewed and done when it is confirmed. */
  proposed = $state.raw<Action | null>(null)
  /** What one points at. */
  pointed = $state.raw<Action | null>(null)
  groups = $derived(groupsOf(this.legal))

  /** What is previewed. */
  shown = $derived(this.pointed ?? this.proposed)

  /** By what can be picked next: the kinds of action that it is picked for. */
  options = $derived.by(() => {
    const options = new Map<string, ActionGroup[]>()
    if (this.isStale) return options
    for (const group of this.group ? [this.group] : this.#plain)
      for (const pick of nextPicks(group.actions, this.#begun)) options.set(pick, [...(options.get(pick) ?? []), group])
    return options
  })

  /** What is picked for good: the last pick of a whole action can still be another. */
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

  /** Take up what is legal now; what was about to be done is kept where it still may be. */
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

  /** Choose a kind of action; one that leaves nothing to pick is proposed at once. */
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

  /** Return what picking something would come to, null where more has to be picked. */
  wouldBe(pick: string): Action | null {
    const [group] = this.options.get(pick) ?? []
    return group ? settled(group.actions, [...this.#begun, pick]) : null
  }

  /** Let go of the last pick; return whether there was anything to let go of. */
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

/** Return the cell of a pick: its own, or that of whoever or whatever is called so. */
export function cellOfPick(scene: BattleScene, pick: string): string | null {
  const piece = scene.pieces.find((each) => each.name === pick)
  if (piece) return String(piece.at)
  return scene.cells.list.some((each) => each.label === pick) ? pick : null
}

/** Return what can be picked at a cell: who stands there, what lies there, the cell itself, in this order. */
export function picksAt(scene: BattleScene, cell: string, options: ReadonlyMap<string, unknown>): string[] {
  const there = scene.pieces.filter((each) => String(each.at) === cell).map((each) => each.name)
  return [...there, cell].filter((each) => options.has(each))
}
