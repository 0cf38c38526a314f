/** The state of a replay: its record, the shown step, and the result of verification. */

import { isAborted, newest, Refusal } from "../api/client"
import { getBattle, getRecord, replayRecord, type Replay, type ReplayScene, type ShownBattle } from "../api/replays"
import { BATTLE_PART, SceneSource } from "../api/scenes"
import { getSystem } from "../api/questions"
import type { Problem, System } from "../api/types"
import { t } from "../i18n"
import type { Verification } from "../verify/verify"
import { turnsOf } from "./turns"
import { verifyInSlices } from "./verifyInSlices"

const PAUSE = 1100

export class ReplayState {
  text = $state.raw("")
  replay = $state.raw<Replay | null>(null)
  shownBattle = $state.raw<ShownBattle | null>(null)
  system = $state.raw<System | null>(null)
  scene = $state.raw<ReplayScene | null>(null)
  verification = $state.raw<Verification | null>(null)
  /** The steps that the browser has verified so far. */
  verified = $state(0)
  /** The shown step; 0 is before the first. */
  n = $state(0)
  isPlaying = $state(false)
  isBusy = $state(false)
  message = $state("")
  problems = $state.raw<Problem[]>([])
  #source = new SceneSource<ReplayScene>("/replay/scene", BATTLE_PART)
  #fetch = newest((signal, asked: object) => this.#source.fetch(asked, signal))
  #timer: ReturnType<typeof setTimeout> | undefined

  get last(): number {
    return this.replay?.steps.length ?? 0
  }

  get words(): string[] {
    return (this.n === 0 ? this.replay?.opening : this.replay?.steps[this.n - 1]?.words) ?? []
  }

  /** Open a battle of this server by id. */
  async openBattle(id: string): Promise<void> {
    await this.#try(async () => {
      const [shownBattle, text] = await Promise.all([getBattle(id), getRecord(id)])
      this.shownBattle = shownBattle
      await this.#read(text)
    })
  }

  /** Open a record from a file. */
  openText = (text: string) => this.#try(() => this.#read(text))

  async #read(text: string): Promise<void> {
    const replay = await replayRecord(text)
    this.text = text
    this.replay = replay
    this.showAddressed()
    void getSystem(replay.record.rules).then((system) => (this.system = system))
    const canTakeBack = this.shownBattle?.takebacks ?? true
    this.verification = await verifyInSlices(replay.record, canTakeBack, (steps) => (this.verified = steps))
  }

  async #try(open: () => Promise<void>): Promise<void> {
    this.isBusy = true
    this.message = ""
    this.problems = []
    try {
      await open()
    } catch (error) {
      this.message = error instanceof Refusal ? error.message : t("The record could not be opened.")
      this.problems = error instanceof Refusal ? error.problems : []
    }
    this.isBusy = false
  }

  /** Show the step in the URL, or else the last one. */
  showAddressed(): void {
    const [, n] = /^#n=(\d+)$/.exec(location.hash) ?? []
    this.show(n === undefined ? this.last : Number(n))
  }

  show(n: number): void {
    this.n = Math.min(Math.max(0, n), this.last)
    history.replaceState(null, "", `#n=${this.n}`)
  }

  /** Show the beginning of the next or previous turn. */
  turn(by: 1 | -1): void {
    const turns = turnsOf(this.replay?.steps ?? [])
    const found = by > 0 ? turns.find((each) => each > this.n) : turns.findLast((each) => each < this.n)
    this.show(found ?? (by > 0 ? this.last : 0))
  }

  play(): void {
    this.isPlaying = !this.isPlaying
    clearTimeout(this.#timer)
    if (!this.isPlaying) return
    if (this.n === this.last) this.show(0)
    this.#timer = setTimeout(this.#advance, PAUSE)
  }

  pause(): void {
    this.isPlaying = false
    clearTimeout(this.#timer)
  }

  #advance = (): void => {
    this.show(this.n + 1)
    if (this.n === this.last) this.pause()
    else this.#timer = setTimeout(this.#advance, PAUSE)
  }

  /** Fetch the picture of a step. */
  async look(after: number, colours: "colour" | "dark"): Promise<void> {
    try {
      this.scene = await this.#fetch({ record: this.text, after, colours })
      this.message = ""
    } catch (error) {
      if (!isAborted(error)) this.message = error instanceof Refusal ? error.message : String(error)
    }
  }
}
