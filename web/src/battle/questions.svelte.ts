import { sentenceOf } from "./actions"
import type { Connected } from "./battleScenes"
import type { Action, Command, Preview, UpcomingTurn } from "./types"

const TURNS = 20

/** The questions about a previewed action: its effects, and the time of the next turn. */
export class Questions {
  preview = $state.raw<Preview | null>(null)
  /** The upcoming turns after the previewed action. */
  order = $state.raw<UpcomingTurn[] | null>(null)
  #known = new Map<string, { preview: Preview; order: UpcomingTurn[] | null }>()
  #wanted: string | null = null
  #isAsking = false

  constructor(private live: () => Connected) {}

  /** Clear the answers, which are about an earlier state. */
  forget(): void {
    this.#known.clear()
  }

  /** Preview an action; while a question is under way, only the newest of the others waits. */
  look(action: Action | null, side: string | null): void {
    const key = action && JSON.stringify(action)
    this.#wanted = key
    const known = key === null ? undefined : this.#known.get(key)
    this.preview = known?.preview ?? null
    this.order = known?.order ?? null
    if (action && !known && !this.#isAsking) void this.#ask(action, side)
  }

  async #ask(action: Action, side: string | null): Promise<void> {
    this.#isAsking = true
    const key = JSON.stringify(action)
    const stated = side === null ? {} : { side }
    const [preview, order] = await Promise.all([
      this.answer<Preview>({ what: "preview", action, ...stated }),
      this.answer<UpcomingTurn[]>({ what: "forecast", of: action, turns: TURNS, ...stated }),
    ])
    this.#isAsking = false
    if (preview) this.#known.set(key, { preview, order })
    if (this.#wanted === key) {
      this.preview = preview
      this.order = order
    } else if (this.#wanted !== null) {
      this.look(JSON.parse(this.#wanted) as Action, side)
    }
  }

  /** Ask a question; return null if it is refused because it is too late, or was lost. */
  async answer<Answer>(command: Command): Promise<Answer | null> {
    const answer = await this.live().send(command)
    return answer?.type === "done" ? (answer.answer as unknown as Answer) : null
  }
}

/** Return the announcement of an action with its preview. */
export const spokenPreview = (action: Action, preview: Preview, abilities: Record<string, string>): string =>
  [sentenceOf(action, abilities), ...preview.words].join(". ")
