/** The steps of a replay at which the turn passes on. */

import type { ReplayedStep } from "../api/replays"

/** Return the numbers of the steps after which a new turn has begun. */
export function turnsOf(steps: ReplayedStep[]): number[] {
  return steps.filter((step, index) => step.turn !== steps[index - 1]?.turn).map((step) => step.n)
}
