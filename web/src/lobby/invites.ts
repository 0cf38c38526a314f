/** The secrets of invitations, kept in this browser. In links they follow #, so that they are not sent. */

const INVITES = "sightline.invites"
const MAX_INVITES = 200

function kept(): Record<string, string> {
  try {
    return (JSON.parse(localStorage.getItem(INVITES) ?? "{}") as Record<string, string> | null) ?? {}
  } catch {
    return {} // written by other code
  }
}

/** Store the secret for the second seat of a battle. */
export function keepInvite(id: string, secret: string): void {
  const others = Object.entries(kept()).filter(([each]) => each !== id)
  localStorage.setItem(INVITES, JSON.stringify(Object.fromEntries([[id, secret], ...others].slice(0, MAX_INVITES))))
}

/** Move the secret of an invitation from the address bar to the storage; return it, or the stored one. */
export function takeInvite(id: string): string | null {
  const secret = new URLSearchParams(location.hash.slice(1)).get("invite")
  if (secret) {
    history.replaceState(null, "", location.pathname + location.search)
    keepInvite(id, secret)
  }
  return secret ?? kept()[id] ?? null
}

/** Return the invitation link of a battle, null if its secret is not known here. */
export function inviteLink(id: string): string | null {
  const secret = kept()[id]
  return secret === undefined ? null : `${location.origin}/b/${encodeURIComponent(id)}#invite=${secret}`
}
