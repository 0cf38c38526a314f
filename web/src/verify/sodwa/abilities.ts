/** The costs of active abilities, and their types of action, from the page of abilities. */

interface Ability {
  action: "move" | "attack" | "special" | "free"
  cost: number
}

const special = (cost = 250): Ability => ({ action: "special", cost })

export const ABILITIES: Partial<Record<string, Ability>> = {
  immolate: { action: "attack", cost: 250 },
  invisibility: special(),
  teleportation: { action: "move", cost: 250 },
  healing: special(),
  "mind-control": special(500),
  immobilize: special(),
  "bestow-regeneration": special(),
  stasis: special(500),
  telekinesis: { action: "attack", cost: 250 },
  barrier: special(),
  portal: special(),
  flood: special(),
  ice: special(),
  corrosion: special(),
  rally: special(),
  jinx: special(),
  vigilance: { action: "free", cost: 0 },
}
