/** The events of the actions that all characters have. */

import type { BattleEvent } from "../record"
import type { EventContext, EventHandler, SodwaSimulation } from "./sodwaSimulation"
import { facingTo } from "./facing"
import { placeEffects } from "./state"

const MOVE = 250
const ATTACK = 250
const STURDY = 3
const EASY = 50

export const actionEvents: Record<string, EventHandler> = {
  moved(battle, { event }) {
    const piece = battle.character(event["who"])
    const at = (event["path"] as string[]).at(-1) ?? ""
    Object.assign(piece, { at, facing: event["facing"], ip: piece.ip - MOVE, moved: true })
    piece.acted.push("move")
    return piece.ip >= 0
  },

  turned(battle, { event, action }) {
    const piece = battle.character(event["who"])
    piece.facing = String(event["facing"])
    if (action["do"] === "turn") piece.acted.push("turn")
    return action["do"] !== "turn" || action["facing"] === event["facing"]
  },

  "picked-up"(battle, { event }) {
    const piece = battle.character(event["who"])
    const target = String(event["target"])
    const thing = battle.now.pieces[target]
    Object.assign(piece, { ip: piece.ip - MOVE, moved: true })
    piece.acted.push("move")
    piece.carries.push(target)
    const lies = thing !== undefined && "is" in thing && thing.at !== null
    if (thing && "is" in thing) thing.at = null
    return lies
  },

  "put-down"(battle, { event, action }) {
    const thing = battle.now.pieces[String(event["target"])]
    if (action["do"] === "put-down") {
      const piece = battle.character(event["who"])
      piece.acted.push("put-down")
      piece.carries = piece.carries.filter((each) => each !== event["target"])
    }
    const isCarried = thing !== undefined && "is" in thing && thing.at === null
    if (thing && "is" in thing) thing.at = String(event["at"])
    return isCarried
  },

  attacked(battle, context) {
    const { event, action } = context
    const piece = battle.character(event["who"])
    if (action["do"] === "attack") {
      piece.ip -= ATTACK
      piece.acted.push("attack")
    }
    return event["roll"] === null ? struck(battle, event) : fought(battle, context)
  },

  karma: (battle, context) => (Number(context.event["gained"]) < 0 ? rob(battle, context) : reward(battle, context)),

  "knocked-back"(battle, { event, events }) {
    battle.character(event["who"]).at = String(event["to"])
    return events.some((each) => each.event === "attacked" && each["doubles"] === true && each["success"] === true)
  },

  destroyed(battle, { event }) {
    const { now } = battle
    const place = String(event["at"])
    const isBarrier = placeEffects(now.effects ?? []).some((each) => each.is === "barrier" && each.on.includes(place))
    now.damage = Object.fromEntries(Object.entries(now.damage).filter(([each]) => each !== place))
    if (isBarrier) battle.endEffectsAt(place)
    else for (const tile of battle.terrain.destroy(place, now.effects ?? [], battle.recorded)) battle.endEffectsAt(tile)
    return Number(event["damage"]) >= STURDY
  },
}

/** Take points from a side, as by Jinx. */
function rob({ now: { karma } }: SodwaSimulation, { event, action }: EventContext): boolean {
  const side = String(event["side"])
  karma[side] = (karma[side] ?? 0) + Number(event["gained"])
  return action["ability"] === "jinx" && event["cancelled"] === 0 && karma[side] === event["points"]
}

/** Give a side points, which first cancel those of the other side. */
function reward({ now: { karma } }: SodwaSimulation, { event, action, events }: EventContext): boolean {
  const [side, gained, cancelled] = [String(event["side"]), Number(event["gained"]), Number(event["cancelled"])]
  const other = Object.keys(karma).find((each) => each !== side) ?? ""
  const isDue = action["ability"] === "jinx" || events.some((each) => earns(each) === gained)
  const held = karma[other] ?? 0
  karma[other] = held - cancelled
  karma[side] = (karma[side] ?? 0) + gained - cancelled
  return isDue && cancelled === Math.min(gained, held) && karma[side] === event["points"]
}

/** Apply an attack on a wall, which has no dice. */
function struck(battle: SodwaSimulation, event: BattleEvent): boolean {
  const piece = battle.character(event["who"])
  const [target, damage] = [String(event["target"]), Number(event["damage"])]
  piece.facing = facingTo(piece.at, target) ?? null
  const taken = battle.now.damage
  if (battle.addsUp && damage) taken[target] = (taken[target] ?? 0) + damage
  return event["success"] === true && event["karma_spent"] === 0
}

/** Apply an attack on a character: the result of the dice, and the costs. */
function fought(battle: SodwaSimulation, { event, action, events }: EventContext): boolean {
  const { karma } = battle.now
  const [piece, other] = [battle.character(event["who"]), battle.character(event["target"])]
  piece.facing = facingTo(piece.at, other.at) ?? null
  other.health = Math.max(0, other.health - Number(event["damage"]))
  const side = battle.character(action["who"]).side
  const held = karma[side] ?? 0
  karma[side] = held - Number(event["karma_spent"])
  const earned = earns(event)
  const isEarned = earned <= 0 || events.some((each) => each.event === "karma" && each["gained"] === earned)
  const isHarmless = event["success"] === true || event["damage"] === 0
  return other.health === event["health"] && isRolled(event, held) && isEarned && isHarmless
}

/** Return whether the dice of an attack give its stated result, with the points of its side. */
function isRolled(event: BattleEvent, held: number): boolean {
  const [tens, ones] = event["dice"] as [number, number]
  const roll = 10 * tens + ones || 100
  const difficulty = Number(event["defense_value"]) - Number(event["attack_value"])
  const lacks = difficulty - roll
  const hits = roll === 100 || (roll !== 1 && lacks <= 0)
  const spent = hits || roll === 1 || lacks > held ? 0 : lacks
  const found = [event["difficulty"], event["roll"], event["doubles"], event["karma_spent"], event["success"]]
  return String(found) === String([difficulty, roll, tens === ones, spent, hits || spent > 0])
}

/** Return the karma that a failure earns; a difficulty below 1 counts as 1. */
const earns = (event: BattleEvent): number =>
  event.event === "attacked" && event["success"] === false ? EASY - Math.max(1, Number(event["difficulty"])) : 0
