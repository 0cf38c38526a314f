/** The answers under each choice of a ruling, and their changes. */

import { getAnswer, getChartChanges } from "../api/questions"
import type { Ask, ChartChange, Json, Verdict } from "../api/types"
import type { Changes } from "../table/view.svelte"
import { t } from "../i18n"
import { answerCells } from "./overlays"
import { change, further } from "./verdict"

/** The changes by another choice of a ruling. */
export interface Changed {
  choice: string
  /** The rows of the chart and the cells of an area question that differ from the current ones. */
  rows: ChartChange[]
  cells: string[]
}

/** The verdict on a shot under one choice of a ruling. */
export interface Judged {
  choice: string
  verdict: Verdict
}

interface Compared {
  scenario: string
  name: string
  choices: string[]
}

/** Return the changes by each choice of a ruling, in the chart and in the answer to an area question. */
export async function compareChoices({ scenario, name, choices }: Compared, onCells: Ask | null): Promise<Changed[]> {
  const now = onCells && (await getAnswer({ scenario }, onCells))
  return Promise.all(
    choices.map(async (choice) => {
      const rulings = { [name]: choice }
      const [rows, then] = await Promise.all([
        getChartChanges(scenario, rulings),
        onCells && getAnswer({ scenario, rulings }, onCells),
      ])
      return { choice, rows, cells: otherCells(now, then) }
    }),
  )
}

/** Return the verdicts on a shot under each choice of a ruling. */
export const verdictsUnder = ({ scenario, name, choices }: Compared, shot: Ask): Promise<Judged[]> =>
  Promise.all(
    choices.map(async (choice) => {
      const verdict = await getAnswer({ scenario, rulings: { [name]: choice } }, shot)
      return { choice, verdict: verdict as unknown as Verdict }
    }),
  )

/** Return the changes by a choice on the board. */
export const changesOf = ({ cells, rows }: Changed): Changes => ({
  cells,
  pairs: rows.map(({ from, to }): [string, string] => [from, to]),
})

/** Return the differences between two verdicts besides sight and roll: "defense 0 → 1". */
export function otherwise(now: Verdict, then: Verdict): string[] {
  const changesIn = ({ findings }: Verdict) => findings.map((each) => `${each.clause} ${change(each)}`)
  const before = new Map(further(now))
  return [
    ...changesIn(then).filter((each) => !changesIn(now).includes(each)),
    ...further(then)
      .filter(([name, value]) => before.get(name) !== value)
      .map(([name, value]) => `${name} ${before.get(name) ?? t("none")} → ${value}`),
  ]
}

function otherCells(now: Json, then: Json): string[] {
  const [before, after] = [now, then].map((each) => answerCells<Json>(each) ?? {})
  const labels = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...labels].filter((label) => JSON.stringify(before?.[label]) !== JSON.stringify(after?.[label]))
}
