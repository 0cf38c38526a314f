/** The host of a battle: the server's log, and further data from the server. */

import { language } from "../i18n"
import { request } from "../api/client"
import { BATTLE_PART, SceneSource } from "../api/scenes"
import { LiveBattle, type Connection, type Listener } from "./connection.svelte"
import type { BattleScene, Command, Done, LogLine, RefusedCommand } from "./types"

/** A connection that accepts commands and delivers entries. */
export interface Connected {
  readonly connection: Connection
  /** The reason why it has ended, in the server's words. */
  readonly farewell: string
  send(command: Command): Promise<Done | RefusedCommand | null>
  takeOver(): void
  close(): void
}

/** The host of a battle. */
export interface BattleHost {
  scenes: { fetch(asked: { after: number | null; colours: string }): Promise<BattleScene> }
  connect(listener: Listener): Connected
  /** Return the steps after an entry in words. */
  words(after: number): Promise<LogLine[]>
  /** Throw `Refusal` unless the battle exists and the user may see it. */
  check(): Promise<object>
}

/** Return a battle of the server, which keeps its log. */
export function keptBattle(id: string): BattleHost {
  const address = `/battles/${encodeURIComponent(id)}`
  return {
    scenes: new SceneSource<BattleScene>(`${address}/scene`, BATTLE_PART),
    connect: (listener) => new LiveBattle(id, language, listener),
    words: (after) => request<LogLine[]>(`${address}/words?after=${after}&lang=${language}`),
    check: () => request<object>(address),
  }
}
