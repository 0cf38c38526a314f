/** Turn notices: a sound, the title of the page, and, on request, a notification of the browser. */

import { announce } from "../announce"
import { t } from "../i18n"
import type { BattleState } from "./battleState.svelte"

let noticed = ""

/** Notify the user once of their turn, or that they have to choose who is next. */
export function noticeTurn(battle: BattleState): void {
  const { active, match } = battle
  const turn = `${match.at} ${active}`
  const hasBegun = active !== null && match.state?.pieces[active]?.acted?.length
  if (turn === noticed || hasBegun) return
  noticed = turn
  const text = turnInWords(battle)
  announce(text)
  if (document.hidden && canNotify() && Notification.permission === "granted")
    new Notification(t("Your turn"), { body: text, tag: location.pathname })
}

/** Return whose turn it is, for the player of that side. */
export const turnInWords = ({ active, acting }: BattleState): string =>
  active === null
    ? t("Your turn: choose who of {side} is next.", { side: acting ?? "" })
    : t("Your turn: {who} of {side}.", { who: active, side: acting ?? "" })

export const canNotify = (): boolean => "Notification" in window

/** Return whether the permission can still be requested. */
export const mayAsk = (): boolean => canNotify() && Notification.permission === "default"

export const askForNotices = (): Promise<NotificationPermission> => Notification.requestPermission()
