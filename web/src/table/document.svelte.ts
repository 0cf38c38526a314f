import { Refusal } from "../api/client"
import type { Edit, Problem } from "../api/types"
import type { Home } from "./homes"

/** The scenario on the table, with the user's own edits. */
export class Document {
  scenario = $state.raw("")
  problems = $state.raw<Problem[]>([])
  refused = $state.raw("")
  #undo = $state.raw<Edit[][]>([])
  #redo = $state.raw<Edit[][]>([])
  #home = $state.raw<Home | null>(null)
  #last: Promise<unknown> = Promise.resolve()

  /** `onchange` is called with the edits just before the scenario changes. */
  constructor(private onchange: (edits: Edit[]) => void = () => undefined) {}

  get canEdit(): boolean {
    return this.#home?.canEdit ?? false
  }
  get canUndo(): boolean {
    return this.#undo.length > 0
  }
  get canRedo(): boolean {
    return this.#redo.length > 0
  }

  /** Load a scenario that is stored at `home`. */
  open(scenario: string, home: Home): void {
    this.#home?.close()
    this.#home = home
    this.scenario = scenario
  }

  /** Apply the current content of the table after edits of others. */
  follow(scenario: string, edits: Edit[]): void {
    this.onchange(edits)
    this.scenario = scenario
  }

  /** Show why an edit is impossible without sending it. */
  refuse(problems: Problem[]): void {
    this.problems = problems
    this.refused = ""
  }

  /** Apply edits; return whether they succeeded. Otherwise the reasons are in `refused` and `problems`. */
  edit(...edits: Edit[]): Promise<boolean> {
    const kept = this.#home?.keep(edits)
    return this.#inTurn(async () => {
      const inverse = await this.#carryOut(edits, kept)
      if (!inverse) return false
      this.#undo = [...this.#undo, inverse]
      this.#redo = []
      return true
    })
  }

  /** Take the latest edit back; return whether that succeeded, or null if there is none. */
  undo(): Promise<boolean | null> {
    return this.#inTurn(async () => {
      const edits = this.#undo.at(-1)
      if (!edits) return null
      const inverse = await this.#carryOut(edits)
      this.#undo = this.#undo.slice(0, -1)
      if (inverse) this.#redo = [...this.#redo, inverse]
      return Boolean(inverse)
    })
  }

  redo(): Promise<boolean | null> {
    return this.#inTurn(async () => {
      const edits = this.#redo.at(-1)
      if (!edits) return null
      const inverse = await this.#carryOut(edits)
      this.#redo = this.#redo.slice(0, -1)
      if (inverse) this.#undo = [...this.#undo, inverse]
      return Boolean(inverse)
    })
  }

  /** The queue of changes, each of which is applied to the result of the previous one. */
  #inTurn<Outcome>(change: () => Promise<Outcome>): Promise<Outcome> {
    const next = this.#last.then(change)
    this.#last = next.catch(() => undefined)
    return next
  }

  async #carryOut(edits: Edit[], kept?: string): Promise<Edit[] | null> {
    if (!this.#home) return null
    try {
      const { scenario, undo } = await this.#home.apply(this.scenario, edits, kept)
      this.onchange(edits)
      this.scenario = scenario
      this.problems = []
      this.refused = ""
      return undo
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.problems = error.problems
      this.refused = error.message
      return null
    }
  }
}
