/** The secrets of invitations, which this browser keeps: they stand behind # of a link, and are sent to nobody. */

const INVITES = "sightline.invites"
const MOST = 200

function kept(): Record<string, string> {
  try {
    return (JSON.parse(localStorage.getItem(INVITES) ?? "{}") as Record<string, string> | null) ?? {}
  } catch {
    return {} // written by something else
  }
}

/** Keep the secret that opens the second seat of a battle. */
export function keepInvite(id: string, secret: string): void {
  const others = Object.entries(kept()).filter(([each]) => each !== id)
  localStorage.setItem(INVITES, JSON.stringify(Object.fromEntries([[id, secret], ...others].slice(0, MOST))))
}

/** Take the secret of an invitation off the address bar and keep it; return it, or the one that is kept. */
export function takeInvite(id: string): string | null {
  const secret = new URLSearchParams(location.hash.slice(1)).get("invite")
  if (secret) {
    history.replaceState(null, "", location.pathname + location.search)
    keepInvite(id, secret)
  }
  return secret ?? kept()[id] ?? null
}

/** Return the link that invites to a battle, null where its secret is not known here. */
export function inviteLink(id: string): string | null {
  const secret = kept()[id]
  return secret === undefined ? null : `${location.origin}/b/${encodeURIComponent(id)}#invite=${secret}`
}
