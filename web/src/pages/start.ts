/** The start of a table page: its scenario, and where that is stored. */

import { Refusal } from "../api/client"
import { canEditTable, editScenario, getGallery, getSystem, getTable } from "../api/questions"
import type { SharedTable } from "../api/types"
import { t } from "../i18n"
import { readDraft, secretsOf } from "../table/memory"

const NOT_FOUND = 404

export type Start = { scenario: string; table: SharedTable | null; secret: string | null }

/** Return the scenario of a shared table, of `/new?gallery=KEY` or `/new?system=KEY&grid=hex`, or the last one here. */
export async function startOf(id: string | null): Promise<Start> {
  if (id !== null) {
    if (document.querySelector('meta[name="table"][content="missing"]'))
      throw new Refusal(NOT_FOUND, t("There is no such table. Tables that nobody opens for a year are deleted."))
    const table = await getTable(id)
    return { scenario: table.scenario, table, secret: await findSecret(table) }
  }
  const asked = new URLSearchParams(location.search)
  const scenario =
    (await picked(asked.get("gallery"))) ?? (await fresh(asked)) ?? readDraft() ?? (await example("penance", "hex"))
  return { scenario, table: null, secret: null }
}

/** Return the secret of a table: the stored one, unless it is wrong and the address bar has another one. */
async function findSecret({ id, revision }: SharedTable): Promise<string | null> {
  const [first, ...others] = secretsOf(id)
  if (first === undefined) return null
  return !others.length || (await canEditTable(id, first, revision)) ? first : (others[0] ?? null)
}

async function picked(key: string | null): Promise<string | null> {
  if (key === null) return null
  const entry = (await getGallery()).find((each) => each.key === key)
  if (!entry) throw new Refusal(NOT_FOUND, t("The gallery has no dispute “{key}”.", { key }))
  return entry.scenario
}

/** A new table: an empty one of the requested kind and size, or the system's example. */
async function fresh(asked: URLSearchParams): Promise<string | null> {
  const [rules, grid] = [asked.get("system"), asked.get("grid")]
  if (rules === null) return null
  const [columns, rows] = [asked.get("columns"), asked.get("rows")]
  if (!grid || !columns || !rows) return example(rules, grid)
  const empty = { sightline: 1, rules, map: { grid, size: `${columns}x${rows}` } }
  return (await editScenario(JSON.stringify(empty), [])).scenario
}

/** The example of a system on a kind of board, or else its first one. */
async function example(rules: string, grid: string | null): Promise<string> {
  const { examples } = await getSystem(rules)
  return examples[grid ?? ""] ?? Object.values(examples)[0] ?? ""
}
