import type { TurnLength, UpcomingTurn } from "./types"

export interface Slot extends UpcomingTurn {
  /** `choice`: the next turn of the active piece after a length of this one; `after`: after the previewed action. */
  kind: "turn" | "choice" | "after"
  /** How much of its turn the active piece has used then, in words. */
  length: string | null
  key: string
}

/** Return the upcoming turns, with the places of the active piece's next turn after each length of this one. */
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
  const now = slots.find((each) => each.who === active)
  const [least, ...others] = lengths
  if (now && least) now.length = least.name
  const then = after?.find((each) => each.who === active && each.ticks !== now?.ticks)
  for (const choice of choicesOf(active, others, then)) {
    const place = slots.findIndex((each) => each.ticks > choice.ticks)
    slots.splice(place < 0 ? slots.length : place, 0, choice)
  }
  return slots
}

/** Return the places after the longer lengths of a turn, and after the previewed action if it is none of them. */
function choicesOf(who: string | null, lengths: TurnLength[], then: UpcomingTurn | undefined): Slot[] {
  if (who === null) return []
  const choices: Slot[] = lengths.map(({ name, ticks }) => ({
    who,
    ticks,
    kind: ticks === then?.ticks ? "after" : "choice",
    length: name,
    key: name,
  }))
  if (then && !choices.some((each) => each.kind === "after"))
    choices.push({ ...then, kind: "after", length: null, key: "after" })
  return choices
}
