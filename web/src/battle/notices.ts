/** One's turn is told: to the ear, in the title of the page, and, where that was asked for, by the browser. */

import { announce } from "../announce"
import { t } from "../i18n"
import type { BattleState } from "./battleState.svelte"

let told = ""

/** Tell once that one has a turn, or has to choose who has it. */
export function tellOfTurn(battle: BattleState): void {
  const { active, match } = battle
  const turn = `${match.at} ${active}`
  const hasBegun = active !== null && match.state?.pieces[active]?.acted?.length
  if (turn === told || hasBegun) return
  told = turn
  const text = turnInWords(battle)
  announce(text)
  if (document.hidden && canNotify() && Notification.permission === "granted")
    new Notification(t("Your turn"), { body: text, tag: location.pathname })
}

/** Return whose turn it is, to whoever plays that side. */
export const turnInWords = ({ active, acting }: BattleState): string =>
  active === null
    ? t("Your turn: choose who of {side} is next.", { side: acting ?? "" })
    : t("Your turn: {who} of {side}.", { who: active, side: acting ?? "" })

export const canNotify = (): boolean => "Notification" in window

/** Return whether it can still be asked for. */
export const mayAsk = (): boolean => canNotify() && Notification.permission === "default"

export const askForNotices = (): Promise<NotificationPermission> => Notification.requestPermission()
