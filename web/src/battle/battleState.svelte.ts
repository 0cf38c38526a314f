import { announce } from "../announce"
import { Refusal, reasons } from "../api/client"
import { getSystem } from "../api/questions"
import type { Finding, System } from "../api/types"
import { t } from "../i18n"
import { levelName } from "../lobby/words"
import { refusalWords } from "./actions"
import { keptBattle, type BattleHost, type Connected } from "./battleScenes"
import { BattleWords } from "./battleWords.svelte"
import { Choice } from "./choice.svelte"
import { dueOfDice, forgetShown } from "./dealing"
import { endInWords } from "./endWords"
import { Match } from "./match.svelte"
import { noticeTurn } from "./notices"
import { Playback } from "./playback.svelte"
import { Questions } from "./questions.svelte"
import type { Action, Command, Entry, OfferKind, Sheet, StepTaken, Welcome } from "./types"

/** The state of a battle page: the log and values derived from it, the user's choice, and answers. */
export class BattleState {
  match = new Match()
  choice = new Choice()
  playback!: Playback
  words!: BattleWords
  questions = new Questions(() => this.live)
  live!: Connected
  isOpen = $state(false)
  /** The sides that the user plays; empty for spectators. */
  sides = $state.raw<string[]>([])
  system = $state.raw<System | null>(null)
  failed = $state.raw<Refusal | null>(null)
  /** The reason why the latest command was refused. */
  refused = $state.raw<{ message: string; findings: Finding[] } | null>(null)
  /** The latest step, whose outcome is shown. */
  latest = $state.raw<(StepTaken & { n: number; by: string | null }) | null>(null)
  /** The character shown beside the active one. */
  inspected = $state<string | null>(null)
  /** The sides whose part of the seed is kept by another browser. */
  lostParts = $state.raw<string[]>([])
  isBusy = $state(false)
  #caughtUp = 0
  #isDealing = false

  constructor(
    readonly id: string,
    private host: BattleHost = keptBattle(id),
  ) {
    this.playback = new Playback(host, (error) => this.fail(error))
    this.words = new BattleWords(host)
  }

  open(): void {
    this.live = this.host.connect({
      welcome: (welcome) => this.#greet(welcome),
      entry: (entry) => this.#take(entry),
      turnedAway: (code, reason) => void this.#turnAway(code, reason),
    })
    this.isOpen = true
  }

  /** Show why access was denied; if the connection gives no reason, ask the server. */
  async #turnAway(code: number, reason: string): Promise<void> {
    try {
      if (code === NOT_SHOWN) this.fail(new Refusal(FORBIDDEN, reason))
      else await this.host.check()
    } catch (error) {
      if (error instanceof Refusal && error.isOffline) return // it is retried
      this.live.close()
      this.fail(error)
    }
  }

  // The user's sides and pending tasks

  plays = (side: string | null): boolean => side !== null && this.sides.includes(side)
  isActing = $derived(this.match.phase === "battle" && this.plays(this.match.toAct))
  /** The side for which the user acts now. */
  acting = $derived(this.plays(this.match.toAct) ? this.match.toAct : (this.sides[0] ?? null))
  active = $derived(this.match.state?.active ?? null)
  /** Whether the picture lags behind the current state. */
  isBehind = $derived((this.playback.scene?.n ?? 0) < this.match.at)
  sheets = $derived<Record<string, Sheet>>(this.playback.scene?.sheets ?? {})
  abilityNames = $derived(
    Object.fromEntries(
      Object.values(this.sheets).flatMap((each) => each.abilities.map(({ key, name }) => [key, name])),
    ),
  )
  sideOf = (name: string): string | null => this.match.state?.pieces[name]?.side ?? this.sheets[name]?.side ?? null
  nameOf = (side: string): string => {
    const seat = this.match.seats[side]
    if (!seat) return t("free")
    return seat.level === null ? seat.name : t("the computer ({level})", { level: levelName(seat.level) })
  }

  /** Whether a hint is fair: against a computer, or if the user plays both sides. */
  get canAskHint(): boolean {
    return this.sides.length > 1 || Object.values(this.match.seats).some((seat) => seat.level !== null)
  }

  // Commands of the user

  /** Send a command for its side; return whether it was executed. */
  async command(command: Command): Promise<boolean> {
    this.refused = null
    this.isBusy = true
    const answer = await this.live.send({ ...command, side: command.side ?? this.acting ?? undefined })
    this.isBusy = false
    if (answer?.type === "refused") this.refuse(answer.message, answer.findings)
    return answer?.type === "done"
  }

  async act(action: Action): Promise<void> {
    this.playback.skip()
    await this.command({ what: "action", action })
  }

  /** Show why an action is not legal. */
  async explain(action: Action): Promise<void> {
    const answer = await this.live.send({ what: "preview", action, side: this.acting ?? undefined })
    if (answer?.type === "refused") this.refuse(answer.message, answer.findings)
  }

  /** Make an offer; a user who plays both sides accepts it at once. */
  async propose(offer: OfferKind): Promise<void> {
    const by = this.acting ?? undefined
    const isDone = await this.command({ what: "offer", offer, side: by })
    const other = this.match.other(by ?? null)
    if (isDone && this.plays(other)) await this.command({ what: "answer", answer: "yes", side: other ?? undefined })
  }

  refuse(message: string, findings: Finding[]): void {
    this.refused = { message, findings }
    announce(refusalWords(this.refused))
  }

  fail(error: unknown): void {
    if (!(error instanceof Refusal)) throw error
    this.failed = error
    announce(reasons(error.message, error.problems))
  }

  // Incoming entries

  #greet(welcome: Welcome): void {
    this.sides = welcome.sides
    this.#caughtUp = welcome.n
    this.match.greet(welcome)
    if (this.match.n >= welcome.n) void this.#follow()
  }

  #take(entry: Entry): void {
    this.match.fold(entry)
    const isNew = entry.n > this.#caughtUp
    if (entry.what === "step") this.latest = entry
    if (entry.what === "taken-back") this.latest = null
    if (entry.n === this.#caughtUp || (isNew && DRAWN.has(entry.what)))
      this.playback.show({ n: entry.n, events: isNew ? eventsOf(entry) : [] })
    if (entry.n >= this.#caughtUp) void this.#follow()
    if (isNew && entry.what === "over") announce(endInWords(this))
  }

  /** React to the current state: deal dice, fetch the legal actions, and fetch the texts of events. */
  async #follow(): Promise<void> {
    this.questions.forget()
    void this.#askLegal()
    void this.#deal()
    void this.words.read(this.match.at)
    if (this.match.created) this.system ??= await getSystem(this.match.created.rules)
  }

  #askedAt = 0

  async #askLegal(): Promise<void> {
    const { match } = this
    if (match.phase !== "battle" || !this.sides.length) return this.choice.settle([])
    const at = match.at
    if (at === this.#askedAt && !this.choice.isStale) return
    this.#askedAt = at
    this.choice.isStale = true
    const legal = await this.questions.answer<Action[]>({ what: "legal", side: this.acting ?? undefined })
    if (legal === null || at !== this.match.at) return
    this.choice.settle(legal)
    if (this.isActing) noticeTurn(this)
  }

  async #deal(): Promise<void> {
    forgetShown(this.id, this.match, this.sides)
    if (this.#isDealing) return
    this.#isDealing = true
    const { command, lost } = dueOfDice(this.id, this.match, this.sides)
    this.lostParts = lost
    const isDone = command !== null && (await this.command(command))
    this.#isDealing = false
    if (isDone) void this.#deal()
  }
}

/** The close codes of connections to battles that the user may not see, and the status of requests for them. */
const NOT_SHOWN = 4403
const FORBIDDEN = 403

/** The entries that change the picture. */
const DRAWN = new Set(["formations", "start", "step", "taken-back", "over"])

const eventsOf = (entry: Entry) => (entry.what === "step" ? entry.events : entry.what === "start" ? entry.opening : [])
