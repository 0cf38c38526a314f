import { announce } from "../announce"
import type { BattleControl } from "./battleControl.svelte"
import type { BattleState } from "./battleState.svelte"
import { spokenPreview } from "./questions.svelte"

/** Ask what an action would do as soon as one looks at it, and say it to whoever uses keys; in a component. */
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
