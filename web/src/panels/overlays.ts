/** Texts of overlays about a single place, only from the keys of the answer. */

import type { AdvisedPlace, Hits, Json, ReachCell, Scene } from "../api/types"
import type { Overlay } from "../table/view.svelte"
import { number, percent, sightWord, t } from "../i18n"

/** Return the cells of an answer by label, or null if it has none. */
export function answerCells<Value>(answer: Json): Record<string, Value> | null {
  if (!answer || typeof answer !== "object" || Array.isArray(answer)) return null
  const cells = answer["cells"]
  return cells && typeof cells === "object" ? (cells as unknown as Record<string, Value>) : null
}

/** Return the advised places of an answer, best first. */
export function advisedPlaces(answer: Json): AdvisedPlace[] {
  if (!answer || typeof answer !== "object" || Array.isArray(answer)) return []
  return Array.isArray(answer["places"]) ? (answer["places"] as unknown as AdvisedPlace[]) : []
}

const WORDS: Partial<Record<Overlay, (scene: Scene, place: string) => string>> = {
  see: (scene, place) =>
    isOwnPlace(scene, place) ? "" : sightWord(answerCells<string>(scene.answer)?.[place] ?? "blocked"),
  reach: ({ answer }, place) => wayWords(answerCells<ReachCell>(answer)?.[place]),
  threat: ({ answer }, place) => hitsWords(answerCells<Hits>(answer)?.[place]),
}

/** Return whether the piece of the question is in a place. */
function isOwnPlace({ answer, pieces }: Scene, place: string): boolean {
  const asked = answer && typeof answer === "object" && !Array.isArray(answer) ? answer["from"] : undefined
  return [pieces.find((each) => each.name === asked)?.at].flat().includes(place)
}

/** Return the text of the shown overlay about a cell, or "". */
export function placeWords(scene: Scene, overlay: Overlay | null, place: string | null): string {
  const words = overlay && answerCells(scene.answer) && WORDS[overlay]
  return words && place !== null ? words(scene, place) : ""
}

function wayWords(way: ReachCell | undefined): string {
  if (!way) return t("cannot be reached")
  const cost = t("cost {cost}", { cost: number(way.cost) })
  return way.may_stop ? cost : t("{cost}, but it cannot stop there", { cost })
}

/** Return who could hit, and how well. */
export function hitsWords(hits: Hits | undefined): string {
  if (!hits?.attackers.length) return t("nobody hits it")
  return t("hit by {names}, at best {chance}", { names: hits.attackers.join(", "), chance: chanceOf(hits.best) })
}

/** Return a fraction as a percentage. */
export function chanceOf(fraction: string): string {
  const [above = 0, below = 1] = fraction.split("/").map(Number)
  return percent((100 * above) / below)
}
