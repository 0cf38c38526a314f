/** What a battle is played on: the server's log of it, with what the server tells besides. */

import { language } from "../i18n"
import { request } from "../api/client"
import { SceneSource } from "../api/scenes"
import { LiveBattle, type Connection, type Listener } from "./connection.svelte"
import type { BattleScene, Command, Done, LogLine, RefusedCommand } from "./types"

/** What takes commands, and tells what comes of them. */
export interface Connected {
  readonly connection: Connection
  /** Why it has ended, in the server's words. */
  readonly farewell: string
  send(command: Command): Promise<Done | RefusedCommand | null>
  takeOver(): void
  close(): void
}

/** Where a battle is played. */
export interface BattleHost {
  scenes: { fetch(asked: { after: number | null; colours: string }): Promise<BattleScene> }
  connect(listener: Listener): Connected
  /** Return the steps behind an entry in words. */
  words(after: number): Promise<LogLine[]>
  /** Raise `Refusal` unless there is such a battle and one may see it. */
  check(): Promise<object>
}

/** Return a battle of the server, which keeps its log. */
export function keptBattle(id: string): BattleHost {
  const address = `/battles/${encodeURIComponent(id)}`
  return {
    scenes: new SceneSource<BattleScene>(`${address}/scene`),
    connect: (listener) => new LiveBattle(id, language, listener),
    words: (after) => request<LogLine[]>(`${address}/words?after=${after}&lang=${language}`),
    check: () => request<object>(address),
  }
}
