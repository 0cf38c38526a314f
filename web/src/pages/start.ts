/** How a table page begins: which scenario lies on it, and where. */

import { getGallery, getSystem, getTable } from "../api/questions"
import type { SharedTable } from "../api/types"
import { readDraft } from "../table/memory"

export type Start = { scenario: string; table: SharedTable | null }

/** Return the scenario of a shared table, or of `/new?gallery=KEY`, `/new?system=KEY&grid=hex`, or what lay here last. */
export async function startOf(id: string | null): Promise<Start> {
  if (id !== null) {
    const table = await getTable(id)
    return { scenario: table.scenario, table }
  }
  const asked = new URLSearchParams(location.search)
  return { scenario: await localScenario(asked), table: null }
}

async function localScenario(asked: URLSearchParams): Promise<string> {
  const picked = asked.get("gallery")
  if (picked !== null) {
    const found = (await getGallery()).find((each) => each.key === picked)
    if (found) return found.scenario
  }
  const draft = readDraft()
  if (draft !== null && !asked.has("system")) return draft
  const { examples, grids } = await getSystem(asked.get("system") ?? "penance")
  const grid = asked.get("grid") ?? grids[0] ?? "hex"
  return examples[grid] ?? Object.values(examples)[0] ?? ""
}
