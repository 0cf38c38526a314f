import { announce } from "../announce"
import type { BattleControl } from "./battleControl.svelte"
import type { BattleState } from "./battleState.svelte"
import { spokenPreview } from "./questions.svelte"

/** Fetch the preview of an action as soon as it is shown, and announce it to keyboard users; for components. */
export function lookAtChoice(battle: BattleState, control: BattleControl): void {
  const { match, choice, questions } = battle
  $effect(() => {
    void match.at
    questions.look(choice.shown, battle.acting)
  })
  $effect(() => {
    const { preview } = questions
    if (preview && choice.shown && control.isByKeys) announce(spokenPreview(choice.shown, preview, battle.abilityNames))
  })
}
