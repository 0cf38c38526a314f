/** The rule system that a page is about. */

import { t } from "../i18n"
import type { SystemSummary } from "./types"

/** Return the system with a key, otherwise the first one, with a notice of what the page does not know. */
export function namedSystem(
  systems: SystemSummary[],
  key: string | null,
): { system: SystemSummary | undefined; notice: string } {
  const named = systems.find((each) => each.key === key)
  if (named !== undefined || key === null) return { system: named ?? systems[0], notice: "" }
  const names = systems.map((each) => each.key).join(", ")
  return {
    system: systems[0],
    notice: t("This page does not know the rules “{key}”, only: {names}.", { key, names }),
  }
}
