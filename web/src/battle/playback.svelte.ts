import { onTheme, isDark } from "../theme"
import { isAborted } from "../api/client"
import { effectsOf, pathsOf, type Effect } from "./effects"
import type { BattleHost } from "./battleScenes"
import type { BattleEvent, BattleScene } from "./types"

interface Step {
  n: number
  events: BattleEvent[]
}

/** The maximum number of pending steps that are shown one by one. */
const MAX_BEHIND = 8
const EACH = 380
const WITH_DICE = 1100
const EFFECTS = 2600

/** The playback of a battle: each step is shown for a moment, without blocking input. */
export class Playback {
  scene = $state.raw<BattleScene | null>(null)
  effects = $state.raw<Effect[]>([])
  /** The paths of the pieces that have just moved. */
  paths = $state.raw<ReadonlyMap<string, string[]>>(new Map())
  #steps: Step[] = []
  #isPlaying = false
  #wake: (() => void) | null = null
  #fading: ReturnType<typeof setTimeout> | undefined

  constructor(
    private host: BattleHost,
    private fail: (error: unknown) => void,
  ) {
    onTheme(() => {
      if (this.scene || this.#isPlaying) this.show({ n: this.scene?.n ?? 0, events: [] })
    })
  }

  /** Show a step after those in the queue. */
  show(step: Step): void {
    this.#steps.push(step)
    if (!this.#isPlaying) void this.#play()
  }

  /** Show the current state at once. */
  skip(): void {
    this.#steps.splice(0, this.#steps.length - 1)
    this.#wake?.()
    for (const each of document.getAnimations()) if (each.effect?.getTiming().iterations === 1) each.finish()
  }

  async #play(): Promise<void> {
    this.#isPlaying = true
    try {
      for (let step = this.#next(); step; step = this.#next()) await this.#draw(step)
    } catch (error) {
      if (!isAborted(error)) this.fail(error)
    } finally {
      this.#isPlaying = false
    }
  }

  #next(): Step | undefined {
    if (this.#steps.length > MAX_BEHIND) this.#steps.splice(0, this.#steps.length - 1)
    return this.#steps.shift()
  }

  async #draw({ n, events }: Step): Promise<void> {
    const before = this.scene
    const scene = await this.host.scenes.fetch({ after: n || null, colours: isDark() ? "dark" : "colour" })
    this.paths = pathsOf(events)
    this.effects = effectsOf(events, before ?? scene)
    this.scene = scene
    clearTimeout(this.#fading)
    this.#fading = setTimeout(() => (this.effects = []), EFFECTS)
    if (this.#steps.length) await this.#pause(this.effects.some((each) => each.dice) ? WITH_DICE : EACH)
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
