import { tick } from "svelte"
import { isAborted, newest, reasons, Refusal } from "../api/client"
import { deleteTable, getChart, getShot, getSystem, getTable, makeTable } from "../api/questions"
import { SceneSource } from "../api/scenes"
import type {
  Ask,
  Edit,
  Opening,
  Problem,
  ReachOption,
  Scene,
  SceneRequest,
  SharedTable,
  System,
  Verdict,
} from "../api/types"
import { announce } from "../announce"
import { joined, labelled, rulingWord, t } from "../i18n"
import { isOpen, openingWords, spoken, withoutOpening } from "../panels/verdict"
import { Brush } from "../table/brush.svelte"
import { Document } from "../table/document.svelte"
import { LocalHome } from "../table/homes"
import { forgetTable, keepDraft, rememberTable } from "../table/memory"
import { linkProblem, optionsIn } from "../table/questionLink"
import { SharedHome } from "../table/sharedHome.svelte"
import { toolName } from "../table/tools"
import { OVERLAYS, View, type Overlay } from "../table/view.svelte"
import { startOf } from "./start"

const UNPROCESSABLE = 422

/** The state of a table page: the scenario, the current view, and the answers of the server. */
export class TableState {
  view = new View()
  document = new Document((edits) => this.view.follow(edits))
  brush = new Brush()
  system = $state.raw<System | null>(null)
  failed = $state.raw<Refusal | null>(null)
  notice = $state("")
  home = $state.raw<SharedHome | null>(null)
  id = $state<string | null>(null)
  /** When the table is deleted unless it is opened. */
  expires = $state("")
  /** Whether the next answer is announced completely, not only its first parts. */
  saysAll = false
  /** The changes that would open a shot, with the board and the question that they are for. */
  #whyNot = $state.raw<{ asked: string; openings: Opening[] } | null>(null)
  #asking = $derived(JSON.stringify([this.document.scenario, this.view.ask]))
  #asked = ""
  /** The scenario of the scene. */
  #shown = ""
  /** The overlay that the address asks for, until it is known whether the rules have it. */
  #linked: { overlay: Overlay; asked: URLSearchParams } | null = null
  #last: SceneRequest | null = null
  #looking: Promise<void> = Promise.resolve()
  #source = new SceneSource()
  #fetch = newest((signal, asked: SceneRequest) => this.#source.fetch(asked, signal))

  /** The changes that would open the shot in question, if they were requested. */
  get openings(): Opening[] | null {
    return this.#whyNot?.asked === this.#asking ? this.#whyNot.openings : null
  }

  /** Load the scenario that the URL requests. */
  async open(id: string | null): Promise<void> {
    try {
      const { scenario, table, secret, notice } = await startOf(id)
      if (table) this.#sitDown(table, secret)
      else this.document.open(scenario, new LocalHome())
      this.#tell([notice, linkProblem(new URLSearchParams(location.search))].filter(Boolean).join(" "))
      this.#askFromAddress()
      if (table === null) this.#keep(scenario)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Store the scenario on a table of the server, and change the URL to that of the table. */
  async share(): Promise<void> {
    try {
      const { id, edit } = await makeTable(this.document.scenario)
      const table = await getTable(id)
      history.replaceState(null, "", `/t/${id}`)
      this.#sitDown(table, edit)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Delete the table from the server, and leave it. */
  async remove(): Promise<void> {
    if (this.id === null || !this.home?.secret) return
    try {
      await deleteTable(this.id, this.home.secret)
      this.home.close()
      forgetTable(this.id)
      location.assign("/")
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Request the picture and the answer to the current question; a newer request replaces an older one. */
  look(asked: SceneRequest): Promise<void> {
    this.#looking = this.#look(asked)
    return this.#looking
  }

  /** Return the outcome of a change once the board is drawn with it, or cannot be. */
  async #onceDrawn<Outcome>(change: Promise<Outcome>): Promise<Outcome> {
    const outcome = await change
    await tick() // by then the page has requested the board
    for (let awaited; awaited !== this.#looking; await awaited) awaited = this.#looking
    return outcome
  }

  async #look(asked: SceneRequest): Promise<void> {
    const isWhole = this.saysAll
    this.saysAll = false
    this.#last = asked
    try {
      const scene = await this.#fetch(asked)
      const wasAsked = this.view.scene?.caption
      this.view.show(scene, asked.ask)
      this.failed = null
      this.system ??= await getSystem(scene.rules)
      const isLinked = this.#openLinked()
      if (scene.caption !== wasAsked) this.#asked = ""
      this.#say(scene, asked.ask, isWhole)
      this.#shown = isLinked ? "" : asked.scenario // the question of a link can be refused, and is then dropped
    } catch (error) {
      if (isRefusedQuestion(error, asked) && asked.scenario !== this.#shown) await this.#lookWithout(asked, error)
      else this.#fail(error)
    }
  }

  /** Announce the answer to another question than before, or, on demand, the whole answer. */
  #say(scene: Scene, ask: SceneRequest["ask"], isWhole: boolean): void {
    const question = JSON.stringify(ask)
    if (ask && (isWhole || question !== this.#asked))
      announce(spoken(scene, this.view.verdict, isWhole ? Infinity : undefined))
    this.#asked = question
  }

  /** Show a changed board without a question that is refused there, such as one about a piece that is gone. */
  async #lookWithout(asked: SceneRequest, refusal: Refusal): Promise<void> {
    try {
      const scene = await this.#fetch({ ...asked, ask: null })
      this.view.show(scene, null)
      this.view.simplify()
      this.system ??= await getSystem(scene.rules)
      this.#shown = asked.scenario
      this.#linked = null
      this.#tell(reasons(refusal.message, refusal.problems))
      this.failed = null
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Send the last request once more. */
  async again(): Promise<void> {
    if (this.#last) await this.look(this.#last)
  }

  /** Return the rolls of a piece from its place or the place where it is held; problems say why it may not be there. */
  chances = async (
    signal: AbortSignal,
    from: string,
    at: string | [number, number] | null,
  ): Promise<{ rows: Verdict[]; problems: Problem[] }> => {
    const { scenario } = this.document
    if (at === null) return { rows: await getChart({ scenario, from }, signal), problems: [] }
    const asked: SceneRequest = {
      scenario,
      ask: { question: "chart", from },
      set: { [from]: { at } },
      colours: "colour",
    }
    const { answer, problems } = await this.#source.try(asked, signal)
    return { rows: (answer ?? []) as unknown as Verdict[], problems }
  }

  /** Request the single changes that would allow the shot, or hide them. */
  async toggleWhyNot(): Promise<void> {
    const { ask, verdict } = this.view
    const isShown = this.openings !== null
    this.#whyNot = null
    if (isShown) return
    if (ask?.question !== "shot") announce(t("Point at a target first."))
    else if (isOpen(verdict)) this.#showOpenings([])
    else await this.#askWhyNot(ask)
  }

  async #askWhyNot({ from = "", to = "", weapon }: Ask): Promise<void> {
    const { scenario } = this.document
    const asked = this.#asking
    try {
      const { why_not: openings = [] } = await getShot({ scenario, from, to, weapon, why_not: true })
      if (asked === this.#asking) this.#showOpenings(openings)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Show and announce the changes that would open the shot in question. */
  #showOpenings(openings: Opening[]): void {
    this.#whyNot = { asked: this.#asking, openings }
    const said = openings.map((each) => labelled(openingWords(each), each.why))
    announce(joined(said) || withoutOpening(this.view.verdict))
  }

  /** Apply edits; return whether they succeeded, once the board shows them: then it is what the next key is for. */
  edit = (...edits: Edit[]): Promise<boolean> => this.#onceDrawn(this.document.edit(...edits))

  async undo(): Promise<void> {
    const isDone = await this.#onceDrawn(this.document.undo())
    if (isDone === null) announce(t("There is nothing to undo."))
    else if (isDone) announce(t("Undone.")) // otherwise the reasons are announced
  }

  async redo(): Promise<void> {
    const isDone = await this.#onceDrawn(this.document.redo())
    if (isDone === null) announce(t("There is nothing to redo."))
    else if (isDone) announce(t("Redone."))
  }

  #sitDown(table: SharedTable, secret: string | null): void {
    this.id = table.id
    this.expires = table.expires
    const isKept = rememberTable({ id: table.id, title: table.title ?? "", rules: table.rules, secret })
    // The secret of an edit link is in the storage now; where it cannot be stored, it stays in the address bar.
    if (isKept && location.hash) history.replaceState(null, "", location.pathname + location.search)
    const follow = (scenario: string, edits: Edit[]) => this.document.follow(scenario, edits)
    const overtaken = (edits: Edit[]) => this.#tellOvertaken(edits)
    this.home = new SharedHome(table.id, secret, table.revision, { follow, overtaken })
    this.document.open(table.scenario, this.home)
  }

  #tellOvertaken(edits: Edit[]): void {
    const names = edits.map(subjectOf).join(", ")
    this.#tell(t("Your change replaced one that somebody else had just made: {names}.", { names }))
  }

  /** Show and announce a notice, if there is one. */
  #tell(notice: string): void {
    this.notice = notice
    announce(notice)
  }

  /** `?ask=shot&from=Ann&to=Ben`: a link to the current question. */
  #askFromAddress(): void {
    const asked = new URLSearchParams(location.search)
    const [question, from, to] = ["ask", "from", "to"].map((key) => asked.get(key))
    const overlay = OVERLAYS.find((each) => each === question)
    if (overlay === "threat" || (overlay && from)) this.#linked = { overlay, asked }
    else if (!from) return
    else if (question === "line" && to) this.view.measure(from, to)
    else this.view.select(from)
    if (question === "shot" && to) {
      this.view.aim(to)
      this.view.weapon = asked.get("weapon")
    }
  }

  /** Ask for the overlay that the address asks for; return whether there is one that the rules have. */
  #openLinked(): boolean {
    if (this.#linked === null) return false
    const { overlay, asked } = this.#linked
    this.#linked = null
    this.view.select(overlay === "threat" ? null : asked.get("from"))
    this.notice = this.missingFor(overlay)
    if (this.notice) {
      announce(this.notice)
      return false
    }
    this.view.toggle(overlay)
    this.view.options = optionsIn(asked, overlay, this.reachOptions)
    return true
  }

  /** The options of the moves of the system on this board. */
  get reachOptions(): ReachOption[] {
    return this.system?.reach_options[this.view.scene?.grid ?? ""] ?? []
  }

  /** Return that the rules have no answer for an overlay on this board, or "". */
  missingFor(overlay: Overlay): string {
    const { system } = this
    const { scene } = this.view
    if (!system || !scene || system.overlays[scene.grid]?.includes(overlay)) return ""
    return t("{rules} does not answer “{question}” on this board.", {
      rules: system.title,
      question: toolName(overlay),
    })
  }

  #fail(error: unknown): void {
    if (isAborted(error)) return
    if (!(error instanceof Refusal)) throw error
    this.failed = error
  }

  /** Store the table in this browser, and change the URL so that it no longer creates a new one. */
  #keep(scenario: string): void {
    keepDraft(scenario)
    history.replaceState(null, "", "/new")
  }
}

/** Return whether a request is refused that has a question. */
function isRefusedQuestion(error: unknown, asked: SceneRequest): error is Refusal {
  return error instanceof Refusal && error.status === UNPROCESSABLE && asked.ask !== null
}

/** Return in words what an edit changes. */
function subjectOf(edit: Edit): string {
  if ("piece" in edit) return edit.piece
  if ("cells" in edit) return edit.cells.join(", ")
  if ("borders" in edit) return edit.borders.join(", ")
  if ("ruling" in edit) return rulingWord(edit.ruling)
  if ("feature" in edit) return t("Feature")
  return "title" in edit ? t("Title") : t("the whole scenario")
}
