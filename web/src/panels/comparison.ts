/** The answers under each choice of a ruling, and what each changes. */

import { getAnswer, getChartChanges, getShot } from "../api/questions"
import type { Ask, ChartChange, Json, Verdict } from "../api/types"
import type { Changes } from "../table/view.svelte"
import { answerCells } from "./overlays"

export interface Side {
  choice: string
  verdict: Verdict | null
  /** The rows of the chart that differ from those of now, and the cells of the question on cells that do. */
  changed: ChartChange[]
  cells: string[]
}

interface Compared {
  scenario: string
  name: string
  choices: string[]
  ask: Ask | null
  /** The piece in hand: what it sees is compared where nothing else about cells is asked. */
  selected: string | null
}

/** Return the answers under all choices of a ruling, side by side. */
export async function compareChoices({ scenario, name, choices, ask, selected }: Compared): Promise<Side[]> {
  const onCells = cellQuestion(ask, selected)
  const now = onCells && (await getAnswer({ scenario }, onCells))
  return Promise.all(
    choices.map(async (choice) => {
      const rulings = { [name]: choice }
      const position = { scenario, rulings }
      const [changed, verdict, then] = await Promise.all([
        getChartChanges(scenario, rulings),
        ask?.question === "shot" && ask.from && ask.to
          ? getShot({ ...position, from: ask.from, to: ask.to, ...(ask.weapon && { weapon: ask.weapon }) })
          : null,
        onCells && getAnswer(position, onCells),
      ])
      return { choice, verdict, changed, cells: otherCells(now, then) }
    }),
  )
}

/** Return what a side changes on the board. */
export const changesOf = ({ cells, changed }: Side): Changes => ({
  cells,
  pairs: changed.map(({ from, to }): [string, string] => [from, to]),
})

function cellQuestion(ask: Ask | null, selected: string | null): Ask | null {
  if (ask && ["see", "reach", "threat"].includes(ask.question)) return ask
  return selected === null ? null : { question: "see", from: selected }
}

function otherCells(now: Json, then: Json): string[] {
  const [before, after] = [now, then].map((each) => answerCells<Json>(each) ?? {})
  const labels = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...labels].filter((label) => JSON.stringify(before?.[label]) !== JSON.stringify(after?.[label]))
}
