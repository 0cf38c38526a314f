/** The start of a table page: its scenario, and where that is stored. */

import { Refusal } from "../api/client"
import { canEditTable, editScenario, getGallery, getSystem, getTable } from "../api/questions"
import type { SharedTable } from "../api/types"
import { t } from "../i18n"
import { readDraft, secretsOf } from "../table/memory"

const NOT_FOUND = 404

/** A scenario, and what the address asks for that there is not. */
type Found = { scenario: string; notice: string }
export type Start = Found & { table: SharedTable | null; secret: string | null }

/** Return the scenario of a shared table, of `/new?gallery=KEY` or `/new?system=KEY&grid=hex`, or the last one here. */
export async function startOf(id: string | null): Promise<Start> {
  if (id !== null) {
    if (document.querySelector('meta[name="table"][content="missing"]'))
      throw new Refusal(NOT_FOUND, t("There is no such table. Tables that nobody opens for a year are deleted."))
    const table = await getTable(id)
    return { scenario: table.scenario, notice: "", table, secret: await findSecret(table) }
  }
  const asked = new URLSearchParams(location.search)
  const known = (await picked(asked.get("gallery"))) ?? (await fresh(asked)) ?? whole(readDraft())
  return { ...(known ?? (await example("penance", "hex"))), table: null, secret: null }
}

/** Return the secret of a table: the stored one, unless it is wrong and the address bar has another one. */
async function findSecret({ id, revision }: SharedTable): Promise<string | null> {
  const [first, ...others] = secretsOf(id)
  if (first === undefined) return null
  return !others.length || (await canEditTable(id, first, revision)) ? first : (others[0] ?? null)
}

const whole = (scenario: string | null): Found | null => (scenario === null ? null : { scenario, notice: "" })

async function picked(key: string | null): Promise<Found | null> {
  if (key === null) return null
  const entry = (await getGallery()).find((each) => each.key === key)
  if (!entry) throw new Refusal(NOT_FOUND, t("The gallery has no dispute “{key}”.", { key }))
  return whole(entry.scenario)
}

/** A new table: an empty one of the requested kind and size, or the system's example. */
async function fresh(asked: URLSearchParams): Promise<Found | null> {
  const [rules, grid] = [asked.get("system"), asked.get("grid")]
  if (rules === null) return null
  const [columns, rows] = [asked.get("columns"), asked.get("rows")]
  if (!grid || !columns || !rows) return example(rules, grid)
  const empty = { sightline: 1, rules, map: { grid, size: `${columns}x${rows}` } }
  return whole((await editScenario(JSON.stringify(empty), [])).scenario)
}

/** The example of a system on a kind of board, or else its first one. */
async function example(rules: string, grid: string | null): Promise<Found> {
  const { examples, title } = await getSystem(rules)
  const grids = Object.keys(examples)
  const isUnknown = grid !== null && !grids.includes(grid)
  return {
    scenario: examples[grid ?? ""] ?? Object.values(examples)[0] ?? "",
    notice: isUnknown
      ? t("{rules} has no board “{grid}”, only: {names}.", { rules: title, grid, names: grids.join(", ") })
      : "",
  }
}
