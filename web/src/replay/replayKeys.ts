/** Keys of the replay: arrows move by steps, Page Up and Page Down by turns, space plays. */

import type { ReplayState } from "./replayState.svelte"

const KEYS: Record<string, (replay: ReplayState) => void> = {
  ArrowLeft: (replay) => replay.show(replay.n - 1),
  ArrowRight: (replay) => replay.show(replay.n + 1),
  PageUp: (replay) => replay.turn(-1),
  PageDown: (replay) => replay.turn(1),
  Home: (replay) => replay.show(0),
  End: (replay) => replay.show(replay.last),
}
const OWN_KEYS = "input, textarea, select, [role=dialog]"

/** Execute the command of a key, unless it is meant for a field or a window. */
export function replayKey(event: KeyboardEvent, replay: ReplayState): void {
  if (!replay.replay || event.ctrlKey || event.metaKey || event.altKey || isWithin(event, OWN_KEYS)) return
  if (event.key === " " && !isWithin(event, "button, a, summary")) {
    event.preventDefault()
    replay.play()
    return
  }
  const run = KEYS[event.key]
  if (!run) return
  event.preventDefault()
  replay.pause()
  run(replay)
}

const isWithin = (event: Event, selector: string) =>
  event.target instanceof Element && event.target.closest(selector) !== null
