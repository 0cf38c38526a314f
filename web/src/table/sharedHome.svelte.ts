import { API, Refusal } from "../api/client"
import { editTable, getTable } from "../api/questions"
import type { Edit, LiveMessage, Person } from "../api/types"
import { newId } from "../ids"
import type { Change, Changed, Home } from "./homes"
import { keepWaiting, me, readWaiting, type Waiting } from "./memory"

export type Connection = "connecting" | "live" | "lost" | "gone"

interface Listener {
  /** The current content of the table, after edits of others, which may be only the latest ones. */
  follow(scenario: string, edits: Edit[]): void
  overtaken(edits: Edit[]): void
}

/** The id of this page; its own edits do not count as overtaking. */
const CLIENT = newId()
const LONGEST_WAIT = 15_000

/** The close codes after which reconnecting is useless. */
const REFUSED = 1008
const GONE = 4404
const LOAD_AGAIN = 4409

/** A scenario on a table of the server: edits wait while offline, and edits of others arrive as they are made. */
export class SharedHome implements Home {
  connection = $state<Connection>("connecting")
  waiting = $state(0)
  people = $state.raw<Person[]>([])
  secret = $state.raw<string | null>(null)
  #revision: number
  #socket: WebSocket | null = null
  #isClosed = false
  #tries = 0
  /** The edits of others that are not shown yet, because edits of this page were under way when they came. */
  #missed: Edit[] = []
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly id: string,
    secret: string | null,
    revision: number,
    private listener: Listener,
  ) {
    this.secret = secret
    this.#revision = revision
    this.#connect()
    addEventListener("online", this.#now)
    addEventListener("offline", this.#lose)
    if (secret) void this.#sendLeftOver()
  }

  get canEdit(): boolean {
    return this.secret !== null && this.connection !== "gone"
  }

  keep(change: Change): string {
    const id = newId()
    keepWaiting(this.id, [...readWaiting<Edit[]>(this.id), { id, base: this.#revision, ...change }])
    this.waiting += 1
    return id
  }

  async apply(_scenario: string, change: Change, kept?: string): Promise<Changed> {
    const id = kept || this.keep(change)
    const waiting = readWaiting<Edit[]>(this.id).find((each) => each.id === id)
    try {
      const inverse = await this.#delivered(waiting ?? { id, base: this.#revision, ...change })
      const scenario = await this.#fetched()
      this.#follow(scenario)
      return { scenario, inverse }
    } catch (error) {
      if (this.#missed.length && this.waiting === 0) await this.#catchUp()
      throw error
    }
  }

  point(at: Person["at"]): void {
    this.#send({ type: "point", at })
  }

  hello(): void {
    this.#send({ type: "hello", ...me(), secret: this.secret })
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#again)
    removeEventListener("online", this.#now)
    removeEventListener("offline", this.#lose)
    this.#socket?.close()
  }

  /** Send kept edits until the server has answered; it applies edits with the same id only once. */
  async #delivered(waiting: Waiting<Edit[]>): Promise<Change> {
    try {
      return await this.#tried(waiting)
    } finally {
      this.waiting -= 1
      keepWaiting(
        this.id,
        readWaiting<Edit[]>(this.id).filter((each) => each.id !== waiting.id),
      )
    }
  }

  async #tried(waiting: Waiting<Edit[]>): Promise<Change> {
    for (let tries = 1; ; tries += 1)
      try {
        const answer = await editTable(this.id, this.secret ?? "", { ...waiting, client: CLIENT, by: me().name })
        if (answer.overtaken.length) this.listener.overtaken(answer.overtaken)
        return { edits: answer.undo, base: answer.revision }
      } catch (error) {
        if (!(error instanceof Refusal) || !error.isOffline || this.#isClosed) throw error
        await this.#pause((error.retryAfter ?? 0) * 1000 || backOff(tries))
      }
  }

  /** Send the edits that an earlier visit could not. */
  async #sendLeftOver(): Promise<void> {
    const left = readWaiting<Edit[]>(this.id)
    this.waiting += left.length
    for (const each of left) await this.#delivered(each).catch(() => undefined)
    if (this.waiting === 0) await this.#catchUp()
  }

  /** Return the current content of the table, as soon as the server can be reached. */
  async #fetched(): Promise<string> {
    for (let tries = 1; ; tries += 1)
      try {
        const table = await getTable(this.id)
        this.#revision = Math.max(this.#revision, table.revision)
        return table.scenario
      } catch (error) {
        if (!(error instanceof Refusal) || !error.isOffline || this.#isClosed) throw error
        await this.#pause(backOff(tries))
      }
  }

  #connect(): void {
    if (this.#isClosed) return
    const address = new URL(`${API}/tables/${encodeURIComponent(this.id)}/live?after=${this.#revision}`, location.href)
    address.protocol = address.protocol.replace("http", "ws")
    const socket = new WebSocket(address)
    this.#socket = socket
    socket.onopen = () => {
      this.#tries = 0
      this.connection = "live"
      this.hello()
    }
    socket.onmessage = ({ data }) => void this.#hear(JSON.parse(String(data)) as LiveMessage)
    let isLetIn = false
    socket.addEventListener("message", () => (isLetIn = true), { once: true })
    socket.onclose = ({ code }) => {
      if (this.#isClosed || socket !== this.#socket) return
      this.people = []
      if (code === GONE) this.connection = "gone"
      else if (code === LOAD_AGAIN) location.reload()
      else if (code === REFUSED && !isLetIn && this.secret !== null) this.#lookOn()
      else this.#connectLater()
    }
  }

  /** Make the table read-only, because the secret is wrong. */
  #lookOn(): void {
    this.secret = null
    this.#connect()
  }

  #connectLater(): void {
    this.connection = "lost"
    clearTimeout(this.#again)
    this.#again = setTimeout(() => this.#connect(), backOff((this.#tries += 1)))
  }

  async #hear(message: LiveMessage): Promise<void> {
    if (message.type === "here") this.people = message.people
    if (message.type === "point")
      this.people = this.people.map((each) =>
        each.name === message.by && each.colour === message.colour ? { ...each, at: message.at } : each,
      )
    if (message.type === "edit" && message.revision > this.#revision) {
      this.#missed.push(...message.edits)
      const scenario = await this.#fetched()
      if (this.waiting === 0) this.#follow(scenario)
    }
  }

  async #catchUp(): Promise<void> {
    this.#follow(await this.#fetched())
  }

  #follow(scenario: string): void {
    this.listener.follow(scenario, this.#missed)
    this.#missed = []
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #wake: (() => void) | null = null

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Reconnect at once, because the network is back. */
  #now = (): void => {
    this.#wake?.()
    if (this.connection !== "lost") return
    clearTimeout(this.#again)
    this.#connect()
  }

  /** Handle the loss of the network, which browsers notice sooner than sockets. */
  #lose = (): void => {
    const socket = this.#socket
    if (!socket || this.connection === "gone") return
    this.#socket = null
    this.people = []
    this.#connectLater()
    socket.close()
  }
}

const backOff = (tries: number) => Math.min(300 * 2 ** tries, LONGEST_WAIT) * (0.75 + Math.random() / 2)
