/** Fractions in the format of the server. */

/** Return a fraction such as 41/100, or a whole number, as a decimal number. */
export function decimalOf(fraction: string): number {
  const [above = "0", below = "1"] = fraction.split("/")
  return Number(above) / Number(below)
}
