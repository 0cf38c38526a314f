import type { TurnLength, UpcomingTurn } from "./types"

export interface Slot extends UpcomingTurn {
  /** `choice`: where the active one's next turn would fall after as much of this one; `after`: after what is looked at. */
  kind: "turn" | "choice" | "after"
  /** How much of its turn the active one has used then, in words. */
  length: string | null
  key: string
}

/** Return the turns to come, with the places where the active one's next turn would fall after each length of this one. */
export function slotsOf(
  order: UpcomingTurn[],
  active: string | null,
  lengths: TurnLength[],
  after: UpcomingTurn[] | null,
): Slot[] {
  const slots: Slot[] = order.map((turn, index) => ({
    ...turn,
    kind: "turn",
    length: null,
    key: `${turn.who} ${index}`,
  }))
  if (active === null) return slots
  const now = slots.find((each) => each.who === active)
  const [least, ...others] = lengths
  if (now && least) now.length = least.name
  const choices: Slot[] = others.map(({ name, ticks }) => ({
    who: active,
    ticks,
    kind: "choice",
    length: name,
    key: name,
  }))
  const then = after?.find((each) => each.who === active)
  const isSame = then && choices.find((each) => each.ticks === then.ticks)
  if (isSame) isSame.kind = "after"
  else if (then && then.ticks !== now?.ticks) choices.push({ ...then, kind: "after", length: null, key: "after" })
  for (const choice of choices) {
    const place = slots.findIndex((each) => each.ticks > choice.ticks)
    slots.splice(place < 0 ? slots.length : place, 0, choice)
  }
  return slots
}
