import { askInLesson, lessonScenes, playLesson, type LessonPlayed } from "../api/lessons"
import { Refusal } from "../api/client"
import type { BattleHost, Connected } from "../battle/battleScenes"
import type { Listener } from "../battle/connection.svelte"
import type { Action, Command, Done, Entry, EntryOf, LogLine, RefusedCommand } from "../battle/types"
import { t } from "../i18n"

const NONE = { type: "entry", time: 0, by: null } as const
const QUESTIONS = new Set(["legal", "preview", "forecast", "hint", "read"])

/** A lesson as a battle: its actions are kept here, and all of them are sent with every request. */
export class LessonBattle implements BattleHost, Connected {
  readonly connection = "live"
  readonly farewell = ""
  played = $state.raw<LessonPlayed | null>(null)
  /** The actions of the learner, in order. */
  actions = $state.raw<Action[]>([])
  #lines: LogLine[] = []
  #listener: Listener | null = null
  #source
  #isClosed = false

  constructor(
    readonly rules: string,
    readonly key: string,
    actions: Action[],
    private fail: (error: unknown) => void,
  ) {
    this.actions = actions
    this.#source = lessonScenes(rules, key)
  }

  // The interface of a battle host

  scenes = {
    fetch: (asked: object) => this.#source.fetch({ ...asked, actions: this.actions }),
  }

  connect(listener: Listener): Connected {
    this.#listener = listener
    this.#begin().catch(this.fail)
    return this
  }

  words = (after: number): Promise<LogLine[]> => Promise.resolve(this.#lines.filter((each) => each.n > after))
  check = (): Promise<object> => Promise.resolve({})

  // The interface of its connection

  async send(command: Command): Promise<Done | RefusedCommand | null> {
    const id = ""
    try {
      if (command.what === "action") return await this.#act(command["action"] as Action)
      if (!QUESTIONS.has(command.what)) return { type: "refused", id, message: t("Not in a lesson."), findings: [] }
      const { answer, refused } = await askInLesson(this.rules, this.key, this.actions, command)
      return refused ? { type: "refused", id, ...refused } : { type: "done", id, answer }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { type: "refused", id, message: error.message, findings: [] }
    }
  }

  takeOver(): void {}

  close(): void {
    this.#isClosed = true
  }

  async #begin(): Promise<void> {
    const played = await playLesson(this.rules, this.key, this.actions, 0)
    const { n, learner } = played
    this.#listener?.welcome({ type: "welcome", side: learner, sides: [learner], phase: "battle", n, clock: null })
    for (const entry of opening(played)) this.#listener?.entry(entry)
    this.#tell(played)
  }

  async #act(action: Action): Promise<Done | RefusedCommand> {
    const actions = [...this.actions, action]
    const played = await playLesson(this.rules, this.key, actions, this.played?.n ?? 0)
    if (played.refused) return { type: "refused", id: "", ...played.refused }
    this.actions = actions
    this.#tell(played)
    return { type: "done", id: "", n: played.n }
  }

  /** Deliver the new entries, and the end if there is one. */
  #tell(played: LessonPlayed): void {
    if (this.#isClosed) return
    this.played = played
    this.#lines = [
      ...this.#lines,
      ...played.entries.map(({ n, by, words, findings }) => ({ n, who: by, words, findings })),
    ]
    for (const { n, by, action, events, state, to_act, turn } of played.entries) {
      const situation = { state, to_act, turn, clock: null }
      const step = action
        ? { ...NONE, what: "step", n, by, action, events, ...situation }
        : { ...NONE, what: "start", n, opening: events, ...situation }
      this.#listener?.entry(step as Entry)
    }
    if (played.result) this.#listener?.entry({ ...NONE, what: "over", n: played.n, ...played.result })
  }
}

/** The entries that a battle has before it starts. */
function opening({ rules, title, sides, learner, level }: LessonPlayed): Entry[] {
  const created: EntryOf<"created"> = {
    ...NONE,
    ...{ what: "created", n: -2, rules, map: null, title, limit: 0, sides, against: "computer", clock: null },
    ...{ takebacks: false, spectators: null, server_commitment: "" },
  }
  const seats = sides.map((side, index) => {
    const own = { name: t("Your side"), level: null }
    return {
      ...NONE,
      what: "seated",
      n: index - 1,
      side,
      ...(side === learner ? own : { name: t("The other side"), level }),
    }
  })
  return [created, ...(seats as Entry[])]
}
