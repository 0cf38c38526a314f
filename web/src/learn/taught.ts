import { getSystems } from "../api/questions"
import type { SystemSummary } from "../api/types"

/** Return the system named in the URL, or the first one with lessons. */
export async function taughtSystem(): Promise<SystemSummary> {
  const rules = new URLSearchParams(location.search).get("rules")
  const taught = (await getSystems()).filter((each) => each.taught)
  const system = taught.find((each) => each.key === rules) ?? taught[0]
  if (system === undefined) throw new Error("no rule system is taught here")
  return system
}
