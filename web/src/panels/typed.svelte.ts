import type { Json, States } from "../api/types"

/** Typed values of a form: shown at once, and, if refused, submitted again with the next change.

Some keys belong together, such as a mount and the second cell that it needs: neither can be set without the other. */
export class Typed {
  isRefused = $state(false)
  #values = $state.raw<Record<string, { value: Json; isTaken: boolean }>>({})

  /** Return the states, overridden by the typed values. */
  over(states: Record<string, Json | undefined>): Record<string, Json | undefined> {
    return { ...states, ...this.#where(() => true) }
  }

  /** Store typed values; return all that are not accepted yet. */
  set(key: string, value: Json): States {
    this.#values = { ...this.#values, [key]: { value, isTaken: false } }
    return this.#where((each) => !each.isTaken)
  }

  /** Note whether values were accepted; values typed since then are still pending. */
  settle(asked: States, isTaken: boolean): void {
    this.isRefused = !isTaken
    if (!isTaken) return
    const settled = Object.entries(this.#values).map(([key, { value, ...rest }]) => {
      const isAsked = key in asked && asked[key] === value
      return [key, { value, isTaken: rest.isTaken || isAsked }] as const
    })
    this.#values = Object.fromEntries(settled)
  }

  /** Drop accepted values, which the table now has. */
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
