/** One's own part of the seed of a battle: drawn here, kept here until it is shown. */

import { hex } from "../verify/sha256"

const BYTES = 32
const keyOf = (battle: string, side: string) => `sightline.seed.${battle}.${side}`

/** Return one's part as it is kept, null where this browser has none. */
export const keptSeed = (battle: string, side: string): string | null => localStorage.getItem(keyOf(battle, side))

/** Return one's part, drawn by the secure generator of the browser where there is none yet. */
export function ownSeed(battle: string, side: string): string {
  const kept = keptSeed(battle, side)
  if (kept !== null) return kept
  const drawn = hex(crypto.getRandomValues(new Uint8Array(BYTES)))
  localStorage.setItem(keyOf(battle, side), drawn)
  return drawn
}

export const forgetSeed = (battle: string, side: string): void => localStorage.removeItem(keyOf(battle, side))
