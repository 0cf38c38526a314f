import { namedSystem } from "../api/namedSystem"
import { getSystems } from "../api/questions"
import type { SystemSummary } from "../api/types"

/** Return the system named in the URL, or the first one with lessons, with a notice if there is no such system. */
export async function taughtSystem(): Promise<{ system: SystemSummary; notice: string }> {
  const rules = new URLSearchParams(location.search).get("rules")
  const taught = (await getSystems()).filter((each) => each.taught)
  const { system, notice } = namedSystem(taught, rules)
  if (system === undefined) throw new Error("no rule system is taught here")
  return { system, notice }
}
