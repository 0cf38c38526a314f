/** The questions that the page asks, by name. */

import { newId } from "../ids"
import { language } from "../i18n"
import { request } from "./client"
import type {
  Ask,
  ChartChange,
  Edit,
  Edited,
  GalleryEntry,
  Json,
  SharedTable,
  System,
  ListedSystem,
  Verdict,
} from "./types"

interface Position {
  scenario: string
  rulings?: Record<string, string>
}

export const getGallery = () => request<GalleryEntry[]>(`/gallery?lang=${language}`)
export const getSystems = () => request<ListedSystem[]>(`/systems?lang=${language}`)

const systems = new Map<string, Promise<System>>()

/** Return the content of a rule system, which is fetched once. */
export function getSystem(key: string): Promise<System> {
  const known = systems.get(key) ?? request<System>(`/systems/${encodeURIComponent(key)}?lang=${language}`)
  systems.set(key, known)
  known.catch(() => systems.delete(key))
  return known
}

/** Return the verdicts of a chart: of all pairs, or of those from one piece. */
export const getChart = (position: Position & { from?: string; to?: string }, signal?: AbortSignal) =>
  request<Verdict[]>("/chart", { body: { ...position, lang: language }, signal })

/** Return the rows of the chart that change with other choices of rulings. */
export const getChartChanges = (scenario: string, compare: Record<string, string>, signal?: AbortSignal) =>
  request<ChartChange[]>("/chart", { body: { scenario, compare, lang: language }, signal })

/** Return the answer of the API to any question. */
export const getAnswer = (position: Position, { question, ...asked }: Ask, signal?: AbortSignal) =>
  request<Json>(`/${question}`, { body: { ...position, ...asked, lang: language }, signal })

export const getShot = (
  position: Position & { from: string; to: string; weapon?: string; why_not?: boolean },
  signal?: AbortSignal,
) => request<Verdict>("/shot", { body: { ...position, lang: language }, signal })

/** Apply edits to a scenario that is not on a table of the server. */
export const editScenario = (scenario: string, edits: Edit[]) =>
  request<Edited>("/edit", { body: { scenario, edits, lang: language } })

export const makeTable = (scenario: string) =>
  request<{ id: string; edit: string; revision: number }>("/tables", { body: { scenario } })

export const getTable = (id: string) => request<SharedTable>(`/tables/${encodeURIComponent(id)}`)

export const deleteTable = (id: string, secret: string) =>
  request<null>(`/tables/${encodeURIComponent(id)}`, { method: "DELETE", secret })

export const editTable = (
  id: string,
  secret: string,
  body: { id: string; base: number; edits: Edit[]; client: string; by: string },
) =>
  request<{ revision: number; overtaken: Edit[]; undo: Edit[] }>(`/tables/${encodeURIComponent(id)}/edits`, {
    body,
    secret,
  })

/** Return whether a secret opens a table for editing. */
export const canEditTable = (id: string, secret: string, base: number): Promise<boolean> =>
  editTable(id, secret, { id: newId(), base, edits: [], client: "", by: "" }).then(
    () => true,
    () => false,
  )
