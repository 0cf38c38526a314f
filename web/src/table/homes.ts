/** Where a scenario lies: in this browser alone, or on a table of the server. */

import { editScenario } from "../api/questions"
import type { Edit, Edited } from "../api/types"
import { keepDraft } from "./memory"

/** Carries edits out; raises `Refusal` where they cannot be. */
export interface Home {
  readonly canEdit: boolean
  apply(scenario: string, edits: Edit[]): Promise<Edited>
  close(): void
}

/** A scenario in this browser: the server works out the edits and keeps nothing. */
export class LocalHome implements Home {
  readonly canEdit = true

  async apply(scenario: string, edits: Edit[]): Promise<Edited> {
    const edited = await editScenario(scenario, edits)
    keepDraft(edited.scenario)
    return edited
  }

  close(): void {
    // nothing is open
  }
}
