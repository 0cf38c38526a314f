import { number } from "../i18n"

/** Return a fraction as a whole percentage, rounded down as in the other outputs of the program. */
export function inPercent(fraction: string): string {
  const [above = 0, below = 1] = fraction.split("/").map(Number)
  return `${number(Math.floor((100 * above) / below))}\u00a0%`
}
