/** The place where a scenario is stored: only in this browser, or on a table of the server. */

import { editScenario } from "../api/questions"
import type { Edit } from "../api/types"
import { keepDraft } from "./memory"

/** Edits, and the revision of the table whose numbers of features they state, if not the present one. */
export interface Change {
  edits: Edit[]
  base?: number
}

/** The scenario after a change, and the change that takes it back. */
export interface Changed {
  scenario: string
  inverse: Change
}

/** Applies changes; throws `Refusal` if they are impossible. */
export interface Home {
  readonly canEdit: boolean
  /** Keep a change until `apply`, which is called with the returned id, is done with it, even if the page is closed. */
  keep(change: Change): string
  apply(scenario: string, change: Change, kept?: string): Promise<Changed>
  close(): void
}

/** A scenario in this browser: the server computes the edits and stores nothing. */
export class LocalHome implements Home {
  readonly canEdit = true

  keep(): string {
    return "" // nothing waits long here
  }

  async apply(scenario: string, { edits }: Change): Promise<Changed> {
    const edited = await editScenario(scenario, edits)
    keepDraft(edited.scenario)
    return { scenario: edited.scenario, inverse: { edits: edited.undo } }
  }

  close(): void {
    // nothing to close
  }
}
