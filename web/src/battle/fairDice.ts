/** The user's part of the seed of a battle: generated here, and kept here until it is revealed. */

import { hex } from "../verify/sha256"
import { browserStorage } from "../storage"

const BYTES = 32
const keyOf = (battle: string, side: string) => `sightline.seed.${battle}.${side}`

/** Return the stored part, null if this browser has none. */
export const keptSeed = (battle: string, side: string): string | null => browserStorage.getItem(keyOf(battle, side))

/** Return the stored part; if there is none yet, generate it with the secure generator of the browser. */
export function ownSeed(battle: string, side: string): string {
  const kept = keptSeed(battle, side)
  if (kept !== null) return kept
  const drawn = hex(crypto.getRandomValues(new Uint8Array(BYTES)))
  browserStorage.setItem(keyOf(battle, side), drawn)
  return drawn
}

export const forgetSeed = (battle: string, side: string): void => browserStorage.removeItem(keyOf(battle, side))
