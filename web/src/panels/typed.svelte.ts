import type { Json, States } from "../api/types"

/** What was typed into a form of keys: shown at once, and tried again with the next change where it was refused.

Some keys belong together, such as a mount and the second cell that it needs: neither can be set without the other. */
export class Typed {
  isRefused = $state(false)
  #values = $state.raw<Record<string, { value: Json; isTaken: boolean }>>({})

  /** Return the states with what was typed over them. */
  over(states: Record<string, Json | undefined>): Record<string, Json | undefined> {
    return { ...states, ...this.#where(() => true) }
  }

  /** Note what was typed; return all that is not taken yet. */
  set(key: string, value: Json): States {
    this.#values = { ...this.#values, [key]: { value, isTaken: false } }
    return this.#where((each) => !each.isTaken)
  }

  /** Note whether values were taken; what was typed since stays to be tried. */
  settle(asked: States, isTaken: boolean): void {
    this.isRefused = !isTaken
    if (!isTaken) return
    const settled = Object.entries(this.#values).map(([key, { value, ...rest }]) => {
      const isAsked = key in asked && asked[key] === value
      return [key, { value, isTaken: rest.isTaken || isAsked }] as const
    })
    this.#values = Object.fromEntries(settled)
  }

  /** Forget what was taken: the table states it itself now. */
  forgetTaken(): void {
    this.#values = Object.fromEntries(Object.entries(this.#values).filter(([, { isTaken }]) => !isTaken))
  }

  forget(): void {
    this.#values = {}
    this.isRefused = false
  }

  #where(holds: (each: { isTaken: boolean }) => boolean): States {
    const chosen = Object.entries(this.#values).filter(([, each]) => holds(each))
    return Object.fromEntries(chosen.map(([key, { value }]) => [key, value]))
  }
}
