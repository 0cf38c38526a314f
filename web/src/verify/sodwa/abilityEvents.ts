/** The events of abilities and their effects. */

import { ABILITIES } from "./abilities"
import type { EventHandler, SodwaSimulation } from "./sodwaSimulation"
import { facingTo } from "./facing"
import { placeEffects, type Effect } from "./state"

export const abilityEvents: Record<string, EventHandler> = {
  used(battle, { event, action }) {
    const piece = battle.character(event["who"])
    const key = String(event["ability"])
    const ability = ABILITIES[key]
    if (!ability) return false
    piece.ip -= ability.cost
    piece.moved ||= ability.action === "move"
    if (ability.action !== "free") piece.acted.push(key)
    if (ability.action === "attack") faceFirst(battle, String(event["who"]), event["targets"] as string[])
    const keys = ["who", "ability", "targets"]
    return piece.ip === event["ip"] && keys.every((each) => String(action[each]) === String(event[each]))
  },

  saved(_battle, { event }) {
    const [tens, ones] = event["dice"] as [number, number]
    const roll = 10 * tens + ones || 100
    const isHigh = roll + Number(event["save"]) >= 100 + Number(event["strength"])
    return event["roll"] === roll && event["success"] === (roll === 100 || (roll !== 1 && isHigh))
  },

  hurt(battle, { event }) {
    const piece = battle.character(event["who"])
    piece.health = Math.max(0, piece.health - Number(event["damage"]))
    return Number(event["damage"]) >= 0 && piece.health === event["health"]
  },

  healed(battle, { event }) {
    const piece = battle.character(event["who"])
    const isMore = piece.health < Number(event["health"])
    piece.health = Number(event["health"])
    return isMore
  },

  teleported(battle, { event }) {
    const piece = battle.character(event["who"])
    const wasThere = piece.at === event["from"]
    piece.at = String(event["to"])
    return wasThere
  },

  thrown(battle, { event }) {
    const piece = battle.now.pieces[String(event["who"])]
    const end = (event["path"] as string[]).at(-1)
    if (piece && end !== undefined) piece.at = end
    return piece !== undefined
  },

  began(battle, { event }) {
    const { id, is, on, by, turns, strength } = event
    const isLater = Number(id) > battle.latestEffect
    battle.latestEffect = Number(id)
    battle.now.effects.push(structuredClone({ id, is, on, by, turns, strength }) as unknown as Effect)
    return isLater && String(by) in battle.now.pieces
  },

  ended(battle, { event }) {
    const { now } = battle
    const effect = now.effects.find((each) => each.id === event["id"])
    if (!effect) return false
    now.effects = now.effects.filter((each) => each !== effect)
    if (effect.is === "barrier") for (const place of placeEffects([effect]).flatMap(({ on }) => on)) mend(battle, place)
    return event["why"] !== "expired" || effect.turns === 0
  },
}

/** Delete the damage of a barrier that is gone. */
function mend({ now }: SodwaSimulation, place: string): void {
  now.damage = Object.fromEntries(Object.entries(now.damage).filter(([each]) => each !== place))
}

/** Turn the user of an attack ability towards its first target, if that is on another tile. */
function faceFirst(battle: SodwaSimulation, who: string, [first]: string[]): void {
  const piece = battle.character(who)
  const there = first === undefined ? undefined : battle.now.pieces[first]?.at
  if (there && there !== piece.at) piece.facing = facingTo(piece.at, there) ?? null
}
