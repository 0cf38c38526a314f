import type { Clock, Created, Entry, EntryKind, EntryOf, OfferKind, Phase, Seated, State, Welcome } from "./types"

export interface Said {
  n: number
  time: number
  by: string | null
  text: string
}

type Folds = { [Kind in EntryKind]?: (entry: EntryOf<Kind>) => void }

/** The state of a battle after the entries of its log. */
export class Match {
  n = $state(0)
  phase = $state<Phase>("seats")
  created = $state.raw<Created | null>(null)
  seats = $state<Record<string, Seated>>({})
  /** By side of the user: the tiles of each formation, and the roster keys of characters. */
  formations = $state.raw<NonNullable<Seated["formations"]>>({})
  like = $state.raw<NonNullable<Seated["like"]>>({})
  /** By side: whether a formation is chosen, and its name if that is not secret. */
  chosen = $state<Record<string, string | null>>({})
  committed = $state.raw<string[]>([])
  revealed = $state.raw<string[]>([])
  state = $state.raw<State | null>(null)
  toAct = $state<string | null>(null)
  /** The number of the latest entry with a state. */
  at = $state(0)
  /** The numbers of the steps that were not taken back, with the side of each. */
  steps = $state.raw<{ n: number; by: string | null }[]>([])
  offer = $state.raw<{ by: string | null; kind: OfferKind | null } | null>(null)
  /** The answer to the latest offer. */
  answered = $state.raw<{ by: string | null; kind: OfferKind | null; isYes: boolean } | null>(null)
  away = $state.raw<string[]>([])
  over = $state.raw<{ winner: string | null; how: string } | null>(null)
  rematch = $state<string | null>(null)
  chatLines = $state.raw<Said[]>([])
  clock = $state.raw<(Clock & { heard: number }) | null>(null)
  #shownUntil = 0

  get sides(): string[] {
    return this.created?.sides ?? []
  }

  other(side: string | null): string | null {
    return this.sides.find((each) => each !== side) ?? null
  }

  /** Apply the server's present status; the clocks in earlier entries are out of date. */
  greet({ n, clock }: Welcome): void {
    this.#shownUntil = n
    this.clock = clock && { ...clock, heard: Date.now() }
  }

  fold(entry: Entry): void {
    this.n = entry.n
    const fold = this.#folds[entry.what] as ((entry: Entry) => void) | undefined
    fold?.(entry)
  }

  #folds: Folds = {
    created: (entry) => (this.created = entry),
    seated: (entry) => {
      this.seats[entry.side] = entry
      // The second team can change names of the first one.
      this.formations = { ...this.formations, ...entry.formations }
      this.like = { ...this.like, ...entry.like }
      if (Object.keys(this.seats).length === this.sides.length) this.phase = "formations"
    },
    "formation-chosen": ({ side, name }) => (this.chosen[side] = name ?? null),
    formations: () => (this.phase = "dice"),
    committed: ({ side }) => (this.committed = [...this.committed, side]),
    revealed: ({ side }) => (this.revealed = [...this.revealed, side]),
    start: (entry) => {
      this.phase = "battle"
      this.#situate(entry)
    },
    step: (entry) => {
      this.steps = [...this.steps, { n: entry.n, by: entry.by }]
      if (this.offer && this.offer.by !== entry.by) this.offer = null
      this.#situate(entry)
    },
    offered: ({ by, offer }) => {
      this.offer = { by, kind: offer ?? null }
      this.answered = null
    },
    answered: ({ by, offer, answer }) => {
      this.offer = null
      this.answered = { by, kind: offer ?? null, isYes: answer === "yes" }
    },
    "taken-back": (entry) => {
      this.steps = this.steps.slice(0, this.steps.length - entry.steps)
      this.#situate(entry)
    },
    over: ({ winner, how }) => {
      this.phase = "over"
      this.over = { winner, how }
      this.offer = this.toAct = this.clock = null
    },
    rematch: ({ id }) => (this.rematch = id),
    chat: ({ n, time, by, text }) => (this.chatLines = [...this.chatLines, { n, time, by, text }]),
    left: ({ by }) => (this.away = by === null ? this.away : [...this.away, by]),
    back: ({ by }) => (this.away = this.away.filter((each) => each !== by)),
  }

  #situate(entry: EntryOf<"start" | "step" | "taken-back">): void {
    this.state = entry.state
    this.toAct = entry.to_act
    this.at = entry.n
    if (entry.clock && entry.n > this.#shownUntil) this.clock = { ...entry.clock, heard: Date.now() }
  }
}
