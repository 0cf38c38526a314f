import type { UpcomingTurn } from "./types"

export interface Slot extends UpcomingTurn {
  /** `after`: where the active one's next turn would fall after what is looked at. */
  kind: "turn" | "after"
  key: string
}

/** Return the turns to come, with the place of the active one's next turn after an action that is looked at. */
export function slotsOf(order: UpcomingTurn[], active: string | null, after: UpcomingTurn[] | null): Slot[] {
  const slots: Slot[] = order.map((turn, index) => ({ ...turn, kind: "turn", key: `${turn.who} ${index}` }))
  const now = order.find((each) => each.who === active)
  const then = after?.find((each) => each.who === active)
  if (!then || then.ticks === now?.ticks) return slots
  const place = slots.findIndex((each) => each.ticks > then.ticks)
  slots.splice(place < 0 ? slots.length : place, 0, { ...then, kind: "after", key: "after" })
  return slots
}
