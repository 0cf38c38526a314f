/** The muted sides, kept in this browser by battle, and sent to nobody. */

import { SvelteSet } from "svelte/reactivity"
import { browserStorage } from "../storage"

const KEY = "sightline.muted"
const MAX_BATTLES = 200

/** The sides of a battle whose messages are not shown here. */
export class Mutes {
  readonly #sides: SvelteSet<string>

  constructor(readonly battle: string) {
    this.#sides = new SvelteSet(kept().find(([id]) => id === battle)?.[1] ?? [])
  }

  has(side: string | null): boolean {
    return side !== null && this.#sides.has(side)
  }

  /** Mute a side, or unmute it. */
  toggle(side: string): void {
    if (!this.#sides.delete(side)) this.#sides.add(side)
    const others = kept().filter(([id]) => id !== this.battle)
    browserStorage.setItem(KEY, JSON.stringify([[this.battle, [...this.#sides]], ...others].slice(0, MAX_BATTLES)))
  }
}

function kept(): [string, string[]][] {
  try {
    return (JSON.parse(browserStorage.getItem(KEY) ?? "[]") as [string, string[]][] | null) ?? []
  } catch {
    return [] // written by other code
  }
}
