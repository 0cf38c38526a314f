/** The current guest, identified by a cookie that scripts cannot read. */

import { t } from "../i18n"
import { Refusal, request } from "./client"

export interface Guest {
  id: string
  name: string
  has_account?: boolean
}

let asked: Promise<Guest | null> | null = null

/** Return the current guest, null if there is none yet. */
export function whoAmI(): Promise<Guest | null> {
  asked ??= request<Guest | null>("/me")
  asked.catch(() => (asked = null))
  return asked
}

/** Fetch the current guest again, because it may have changed. */
export const knowAnew = () => (asked = null)

/** Register a guest with a name that others see. */
export function becomeGuest(name: string): Promise<Guest> {
  const made = request<{ id: string }>("/guests", { body: { name } }).then(({ id }) => ({ id, name }))
  asked = made
  made.catch(() => (asked = null))
  return made
}

/** Send a request that requires a guest; register one first, without a form, if there is none. */
export async function asGuest<Answer>(path: string, body: unknown, name = ""): Promise<Answer> {
  const wished = name.trim() || t("Guest")
  if ((await whoAmI()) === null) await becomeGuest(wished)
  try {
    return await request<Answer>(path, { body })
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error
    await becomeGuest(wished) // the cookie has been removed in the meantime
    return request<Answer>(path, { body })
  }
}
