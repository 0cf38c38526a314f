/** Who plays here: a guest, whom the server knows by a cookie that no script reads. */

import { t } from "../i18n"
import { Refusal, request } from "./client"

export interface Guest {
  id: string
  name: string
  has_account?: boolean
}

let asked: Promise<Guest | null> | null = null

/** Return who one is here, null for nobody yet. */
export function whoAmI(): Promise<Guest | null> {
  asked ??= request<Guest | null>("/me")
  asked.catch(() => (asked = null))
  return asked
}

/** Ask anew, as one may be somebody else by now. */
export const knowAnew = () => (asked = null)

/** Become a guest by a name that others see. */
export function becomeGuest(name: string): Promise<Guest> {
  const made = request<{ id: string }>("/guests", { body: { name } }).then(({ id }) => ({ id, name }))
  asked = made
  made.catch(() => (asked = null))
  return made
}

/** Send what only a guest may; whoever is nobody becomes one first, without a form. */
export async function asGuest<Answer>(path: string, body: unknown, name = ""): Promise<Answer> {
  const wished = name.trim() || t("Guest")
  if ((await whoAmI()) === null) await becomeGuest(wished)
  try {
    return await request<Answer>(path, { body })
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error
    await becomeGuest(wished) // the cookie has gone meanwhile
    return request<Answer>(path, { body })
  }
}
