/** The translated names of the tools and overlays. */

import { t } from "../i18n"
import type { Overlay, Tool } from "./view.svelte"

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
