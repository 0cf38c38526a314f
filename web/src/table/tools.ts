/** The tools that a table has, and the translated names of tools and overlays. */

import type { System } from "../api/types"
import { t } from "../i18n"
import { TOOLS, type Overlay, type Tool } from "./view.svelte"

const NAMES: Record<Tool | Overlay, () => string> = {
  select: () => t("Select"),
  move: () => t("Move"),
  ruler: () => t("Ruler"),
  terrain: () => t("Terrain"),
  borders: () => t("Borders"),
  level: () => t("Level"),
  piece: () => t("New piece"),
  see: () => t("What it sees"),
  reach: () => t("Where it can go"),
  threat: () => t("Who can hit where"),
  advise: () => t("Where to go"),
}

export const toolName = (tool: Tool | Overlay): string => NAMES[tool]()

const READS: Tool[] = ["select", "ruler"]

/** Return the tools for a board: those that its rules have, and only those that change nothing if nothing can be changed. */
export function toolsOf(system: System | null, isFree: boolean, canEdit: boolean): Tool[] {
  const has: Partial<Record<Tool, boolean>> = {
    terrain: Boolean(system?.terrain.length),
    borders: !isFree && Boolean(system?.borders.length),
    level: !isFree && Boolean(system?.levels),
  }
  return TOOLS.filter((tool) => (canEdit || READS.includes(tool)) && has[tool] !== false)
}
