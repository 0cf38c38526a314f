import { API } from "../api/client"
import { newId } from "../ids"
import type { Command, Done, Entry, RefusedCommand, ServerMessage, Welcome } from "./types"

export type Connection = "connecting" | "live" | "lost" | "ended"

export interface Listener {
  welcome(welcome: Welcome): void
  entry(entry: Entry): void
  /** The server has denied access: the close code of the connection, and the reason. */
  turnedAway(code: number, reason: string): void
}

interface Waiting {
  text: string
  resolve: (answer: Done | RefusedCommand | null) => void
  /** Whether it is a question about the current state, which is not asked again after a lost connection. */
  isQuestion: boolean
}

const QUESTIONS = new Set(["preview", "legal", "forecast", "hint", "read"])
const LONGEST_WAIT = 15_000
const BROKEN = 1008
const FOR_GOOD = 4000
const LOAD_AGAIN = 4409

/** The live connection of a battle: entries arrive once and in order; commands are resent until answered. */
export class LiveBattle {
  connection = $state<Connection>("connecting")
  /** The reason why it has ended, in the server's words. */
  farewell = $state("")
  #last = 0
  #socket: WebSocket | null = null
  #waiting = new Map<string, Waiting>()
  #tries = 0
  #again: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  #wasLetIn = false

  constructor(
    readonly id: string,
    private language: string,
    private listener: Listener,
  ) {
    addEventListener("online", this.#now)
    addEventListener("offline", this.#lose)
    this.#connect()
  }

  /** Send a command; return the answer, or null for a question whose connection was lost. */
  send(command: Command): Promise<Done | RefusedCommand | null> {
    const id = newId()
    const text = JSON.stringify({ type: "command", id, ...command })
    return new Promise((resolve) => {
      this.#waiting.set(id, { text, resolve, isQuestion: QUESTIONS.has(command.what) })
      this.#write(text)
    })
  }

  /** Connect again after another window of the same person has ended this connection. */
  takeOver(): void {
    if (this.connection === "ended") this.#connect()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#again)
    removeEventListener("online", this.#now)
    removeEventListener("offline", this.#lose)
    this.#socket?.close()
  }

  #connect(): void {
    if (this.#isClosed) return
    const address = new URL(`${API}/battles/${encodeURIComponent(this.id)}/live`, location.href)
    address.protocol = address.protocol.replace("http", "ws")
    const socket = new WebSocket(address)
    this.#socket = socket
    this.connection = this.connection === "lost" ? "lost" : "connecting"
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: "hello", token: null, after: this.#last, lang: this.language }))
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)) as ServerMessage)
    socket.onclose = ({ code, reason }) => {
      if (socket === this.#socket) this.#end(code, reason)
    }
  }

  #end(code: number, reason: string): void {
    if (this.#isClosed) return
    this.#socket = null
    if (code === LOAD_AGAIN) return location.reload() // the battle has been restored from an older backup
    this.farewell = reason
    this.#forgetQuestions()
    if (!this.#wasLetIn) this.listener.turnedAway(code, reason)
    const isOver = code === BROKEN || code >= FOR_GOOD
    this.connection = isOver ? "ended" : "lost"
    if (!isOver) this.#again = setTimeout(() => this.#connect(), backOff((this.#tries += 1)))
  }

  #hear(message: ServerMessage): void {
    if (message.type === "welcome") this.#greet(message)
    else if (message.type === "entry") this.#take(message)
    else if (message.type !== "ping") {
      this.#waiting.get(message.id)?.resolve(message)
      this.#waiting.delete(message.id)
    }
  }

  #greet(welcome: Welcome): void {
    this.#tries = 0
    this.#wasLetIn = true
    this.connection = "live"
    this.farewell = ""
    this.listener.welcome(welcome)
    for (const { text } of this.#waiting.values()) this.#write(text)
  }

  #take(entry: Entry): void {
    if (entry.n <= this.#last) return
    this.#last = entry.n
    this.listener.entry(entry)
  }

  #write(text: string): void {
    if (this.connection === "live" && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text)
  }

  #forgetQuestions(): void {
    for (const [id, { resolve, isQuestion }] of this.#waiting)
      if (isQuestion) {
        this.#waiting.delete(id)
        resolve(null)
      }
  }

  /** Reconnect at once, because the network is back. */
  #now = (): void => {
    if (this.connection !== "lost") return
    clearTimeout(this.#again)
    this.#connect()
  }

  /** Handle the loss of the network, which browsers notice sooner than sockets. */
  #lose = (): void => {
    const socket = this.#socket
    if (!socket) return
    this.#end(0, "")
    socket.close()
  }
}

const backOff = (tries: number) => Math.min(300 * 2 ** tries, LONGEST_WAIT) * (0.75 + Math.random() / 2)
