/** Verification in slices of some milliseconds, so that the page remains responsive. */

import { verifying, type Verification } from "../verify/verify"

const SLICE = 12

export async function verifyInSlices(
  record: unknown,
  canTakeBack: boolean,
  onsteps: (steps: number) => void,
): Promise<Verification> {
  const steps = verifying(record, { canTakeBack })
  let until = performance.now() + SLICE
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() < until) continue
    onsteps(value)
    await new Promise((resolve) => setTimeout(resolve))
    until = performance.now() + SLICE
  }
}
