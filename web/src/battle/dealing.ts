/** The fair dice, dealt automatically: first the user's hash, then, after both hashes, the user's part of the seed. */

import { sha256Hex } from "../verify/sha256"
import { forgetSeed, keptSeed, ownSeed } from "./fairDice"
import type { Match } from "./match.svelte"
import type { Command } from "./types"

/** Return what the dice need from these sides, null for nothing; `lost` are sides whose part is elsewhere. */
export function dueOfDice(id: string, match: Match, sides: string[]): { command: Command | null; lost: string[] } {
  if (match.phase !== "dice") return { command: null, lost: [] }
  const toCommit = sides.find((side) => !match.committed.includes(side))
  if (toCommit !== undefined)
    return { command: { what: "commit", hash: sha256Hex(ownSeed(id, toCommit)), side: toCommit }, lost: [] }
  if (match.committed.length < match.sides.length) return { command: null, lost: [] }
  const toReveal = sides.filter((side) => !match.revealed.includes(side))
  const kept = toReveal.find((side) => keptSeed(id, side) !== null)
  const command = kept === undefined ? null : { what: "reveal", seed: keptSeed(id, kept), side: kept }
  return { command, lost: toReveal.filter((side) => keptSeed(id, side) === null) }
}

/** Delete the parts that have been revealed. */
export function forgetShown(id: string, match: Match, sides: string[]): void {
  for (const side of sides) if (match.revealed.includes(side)) forgetSeed(id, side)
}
