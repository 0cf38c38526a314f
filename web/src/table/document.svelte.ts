import { Refusal } from "../api/client"
import type { Edit, Problem } from "../api/types"
import type { Change, Home } from "./homes"

/** The scenario on the table, with the user's own edits. */
export class Document {
  scenario = $state.raw("")
  problems = $state.raw<Problem[]>([])
  refused = $state.raw("")
  #undo = $state.raw<Change[]>([])
  #redo = $state.raw<Change[]>([])
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
    const kept = this.#home?.keep({ edits })
    return this.#inTurn(async () => {
      const inverse = await this.#carryOut({ edits }, kept)
      if (!inverse) return false
      this.#undo = [...this.#undo, inverse]
      this.#redo = []
      return true
    })
  }

  /** Take the latest edit back; return whether that succeeded, or null if there is none. */
  undo(): Promise<boolean | null> {
    return this.#inTurn(async () => {
      const change = this.#undo.at(-1)
      if (!change) return null
      const inverse = await this.#carryOut(change)
      this.#undo = this.#undo.slice(0, -1)
      if (inverse) this.#redo = [...this.#redo, inverse]
      return Boolean(inverse)
    })
  }

  redo(): Promise<boolean | null> {
    return this.#inTurn(async () => {
      const change = this.#redo.at(-1)
      if (!change) return null
      const inverse = await this.#carryOut(change)
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

  async #carryOut(change: Change, kept?: string): Promise<Change | null> {
    if (!this.#home) return null
    try {
      const { scenario, inverse } = await this.#home.apply(this.scenario, change, kept)
      this.onchange(change.edits)
      this.scenario = scenario
      this.problems = []
      this.refused = ""
      return inverse
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.problems = error.problems
      this.refused = error.message
      return null
    }
  }
}
