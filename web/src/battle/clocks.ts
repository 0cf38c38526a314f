/** Clocks in words. */

import { t } from "../i18n"
import type { Clock } from "./types"

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Return the milliseconds that a side has left at a time of this browser. */
export function leftOf(clock: Clock & { heard: number }, side: string, now: number): number {
  const passed = clock.running.includes(side) ? Math.max(0, now - clock.heard) : 0
  return Math.max(0, (clock.left[side] ?? 0) - passed)
}

/** Return a time as 4:05, or in hours or days if it is long. */
export function timeWords(left: number): string {
  if (left >= DAY)
    return t("{days} d {hours} h", { days: Math.floor(left / DAY), hours: Math.floor((left % DAY) / HOUR) })
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0")
  if (left >= HOUR) return `${Math.floor(left / HOUR)}:${two((left % HOUR) / MINUTE)}:${two((left % MINUTE) / SECOND)}`
  return `${Math.floor(left / MINUTE)}:${two((left % MINUTE) / SECOND)}`
}
