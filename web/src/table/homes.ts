/** The place where a scenario is stored: only in this browser, or on a table of the server. */

import { editScenario } from "../api/questions"
import type { Edit, Edited } from "../api/types"
import { keepDraft } from "./memory"

/** Applies edits; throws `Refusal` if they are impossible. */
export interface Home {
  readonly canEdit: boolean
  /** Keep edits until `apply`, which is called with the returned id, is done with them, even if the page is closed. */
  keep(edits: Edit[]): string
  apply(scenario: string, edits: Edit[], kept?: string): Promise<Edited>
  close(): void
}

/** A scenario in this browser: the server computes the edits and stores nothing. */
export class LocalHome implements Home {
  readonly canEdit = true

  keep(): string {
    return "" // nothing waits long here
  }

  async apply(scenario: string, edits: Edit[]): Promise<Edited> {
    const edited = await editScenario(scenario, edits)
    keepDraft(edited.scenario)
    return edited
  }

  close(): void {
    // nothing to close
  }
}
