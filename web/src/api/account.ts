/** The user's data on the server: name and password, blocked people, notices. */

import { knowAnew } from "./guest"
import { request } from "./client"

export interface Me {
  id: string
  name: string
  has_account: boolean
  created: number
  expires: string
}

export interface Blocked {
  id: string
  name: string
  since: number
}

export interface Webhook {
  url: string | null
  is_offered: boolean
}

/** Return the current user, null if there is none. */
export const getMe = () => request<Me | null>("/me")

/** Refresh the current user after a request that changes who it is, or how they sign in. */
const changed = <Answer>(answer: Promise<Answer>): Promise<Answer> => answer.finally(knowAnew)

export const signIn = (name: string, password: string) => changed(request("/sign-in", { body: { name, password } }))

export const takeAccount = (name: string, password: string) =>
  changed(request("/me/account", { body: { name, password } }))

export const changePassword = (password: string, wished: string) =>
  changed(request("/me/password", { method: "PUT", body: { password, new: wished } }))

export const signOut = () => changed(request("/me/session", { method: "DELETE" }))
export const signOutEverywhere = () => changed(request("/me/sessions", { method: "DELETE" }))
export const deleteMe = (password: string | null) => changed(request("/me/deletion", { body: { password } }))

export const getBlocked = () => request<Blocked[]>("/me/blocks")
export const block = (battle: string, side: string) => request<Blocked>("/me/blocks", { body: { battle, side } })
export const unblock = (id: string) => request(`/me/blocks/${encodeURIComponent(id)}`, { method: "DELETE" })

export const report = (battle: string, side: string, text: string) =>
  request<{ id: string }>(`/battles/${encodeURIComponent(battle)}/reports`, { body: { side, text } })

export const getWebhook = () => request<Webhook>("/me/webhook")
export const putWebhook = (url: string) => request<Webhook>("/me/webhook", { method: "PUT", body: { url } })
export const deleteWebhook = () => request("/me/webhook", { method: "DELETE" })
