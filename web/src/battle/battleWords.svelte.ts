import { announce } from "../announce"
import { Refusal } from "../api/client"
import type { BattleHost } from "./battleScenes"
import type { LogLine } from "./types"

/** The steps of a battle in words, fetched as they arrive. */
export class BattleWords {
  lines = $state.raw<LogLine[]>([])
  #isReading = false
  /** The entry up to which steps must be fetched; it can grow during a fetch. */
  #until = 0

  constructor(private host: BattleHost) {}

  get last(): number {
    return this.lines.at(-1)?.n ?? 0
  }

  /** Fetch all missing steps up to an entry; all but those of the first fetch are announced. */
  async read(until: number): Promise<void> {
    this.#until = Math.max(this.#until, until)
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.last < this.#until && (await this.#readMore()));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // it is fetched with the next step
    } finally {
      this.#isReading = false
    }
  }

  /** Fetch further steps, as many as the server sends at a time; return whether there were any. */
  async #readMore(): Promise<boolean> {
    const known = this.last
    const more = (await this.host.words(known)).filter((each) => each.n > known)
    this.lines = [...this.lines, ...more]
    if (known) announce(more.flatMap((each) => each.words).join(" "))
    return more.length > 0
  }
}
