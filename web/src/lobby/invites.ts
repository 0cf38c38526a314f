/** The secrets of invitations, kept in this browser. In links they follow #, so that they are not sent. */

import { browserStorage } from "../storage"

const INVITES = "sightline.invites"
const MAX_INVITES = 200

function kept(): Record<string, string> {
  try {
    return (JSON.parse(browserStorage.getItem(INVITES) ?? "{}") as Record<string, string> | null) ?? {}
  } catch {
    return {} // written by other code
  }
}

/** Store the secret for the second seat of a battle; return whether it is stored after the page too. */
export function keepInvite(id: string, secret: string): boolean {
  const others = Object.entries(kept()).filter(([each]) => each !== id)
  return browserStorage.setItem(
    INVITES,
    JSON.stringify(Object.fromEntries([[id, secret], ...others].slice(0, MAX_INVITES))),
  )
}

/**
 * Move the secret of an invitation from the address bar to the storage; return it, or the stored one. Where it cannot be
 * stored, it stays in the address bar.
 */
export function takeInvite(id: string): string | null {
  const secret = new URLSearchParams(location.hash.slice(1)).get("invite")
  if (secret && keepInvite(id, secret)) history.replaceState(null, "", location.pathname + location.search)
  return secret ?? kept()[id] ?? null
}

/** Return the invitation link of a battle, null if its secret is not known here. */
export function inviteLink(id: string): string | null {
  const secret = kept()[id]
  return secret === undefined ? null : `${location.origin}/b/${encodeURIComponent(id)}#invite=${secret}`
}
