/** The visible effects of events on the board: dice, damage, and texts beside the pieces concerned. */

import { t, tn } from "../i18n"
import { cellOfPick } from "./choice.svelte"
import type { BattleEvent, BattleScene } from "./types"

export interface Effect {
  key: string
  /** The cell at which it is shown. */
  at: string
  text: string
  tone: "good" | "bad" | "plain"
  dice: [number, number] | null
}

type EffectOn = Omit<Effect, "key" | "at"> & { on: string }

const plain = (on: unknown, text: string): EffectOn => ({ on: String(on), text, tone: "plain", dice: null })

const EFFECTS: Record<string, (event: BattleEvent) => EffectOn | null> = {
  attacked: (event) => ({
    on: String(event["target"]),
    text: outcome(event),
    tone: event["success"] ? "bad" : "plain",
    dice: diceOf(event),
  }),
  saved: (event) => ({
    on: String(event["who"]),
    text: event["success"] ? t("resisted") : t("not resisted"),
    tone: event["success"] ? "good" : "bad",
    dice: diceOf(event),
  }),
  hurt: (event) => ({ ...plain(event["who"], lost(event)), tone: "bad" }),
  healed: (event) => ({
    ...plain(event["who"], t("{health} Health", { health: Number(event["health"]) })),
    tone: "good",
  }),
  destroyed: (event) => plain(event["at"], t("destroyed")),
  defeated: (event) => ({ ...plain(event["who"], t("defeated")), tone: "bad" }),
  "knocked-back": (event) => plain(event["to"], t("knocked back")),
}

/** Return the visible effects of events, at the places of pieces and things before them. */
export function effectsOf(events: BattleEvent[], scene: BattleScene): Effect[] {
  return events.flatMap((event, index) => {
    const effect = EFFECTS[event.event]?.(event)
    const at = effect && placeOf(scene, effect.on)
    return effect && at ? [{ ...effect, at, key: `${scene.n} ${index}` }] : []
  })
}

/** Return the paths of pieces that have moved. */
export const pathsOf = (events: BattleEvent[]): Map<string, string[]> =>
  new Map(
    events
      .filter((each) => Array.isArray(each["path"]))
      .map((each) => [String(each["who"]), (each["path"] as unknown[]).map(String)]),
  )

/** Return the dice of an event, tens and ones, null if none were rolled. */
export function diceOf(event: BattleEvent): [number, number] | null {
  const dice = event["dice"]
  return Array.isArray(dice) ? [Number(dice[0]), Number(dice[1])] : null
}

/** Return the first cell of a border, or the cell of the piece or thing with this name. */
const placeOf = (scene: BattleScene, name: string) => cellOfPick(scene, name) ?? name.split("/")[0] ?? null

const lost = (event: BattleEvent) => tn("−{number} Health", "−{number} Health", Number(event["damage"]))

function outcome(event: BattleEvent): string {
  if (!event["success"]) return t("missed")
  const spent = Number(event["karma_spent"])
  const damage = lost(event)
  return spent ? t("{damage}, {karma} karma spent", { damage, karma: spent }) : damage
}
