/** Requests to the server: JSON in and out, errors with the server's own words. */

import { language, t } from "../i18n"
import { pause, turn } from "./pace"
import type { Problem } from "./types"

export const API = "/api/v1"

const TOO_MANY = 429
const MAX_TRIES = 6

/** An error response, or no response at all (status 0). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly problems: Problem[] = [],
    readonly retryAfter: number | null = null,
  ) {
    super(message)
  }

  get isOffline(): boolean {
    return this.status === 0 || this.status === 503
  }
}

/** Return the announcement of a refusal: what is wrong, if the server says so. */
export const reasons = (message: string, problems: Problem[]): string =>
  problems.map((each) => each.message).join(" ") || message

interface Options {
  method?: string
  body?: unknown
  secret?: string | null
  signal?: AbortSignal
}

/** Send a request to the server; throw `Refusal`, or the AbortError of a cancelled request. */
export async function request<Answer>(path: string, options: Options = {}): Promise<Answer> {
  const { method = options.body === undefined ? "GET" : "POST", body, secret, signal } = options
  const headers: Record<string, string> = { "Accept-Language": language }
  if (body !== undefined) headers["Content-Type"] = "application/json"
  if (method !== "GET") headers["X-Sightline"] = "1" // pages of other servers cannot send this header with the cookie
  if (secret) headers["Authorization"] = `Bearer ${secret}`
  const response = await admitted(API + path, { method, headers, body: JSON.stringify(body), signal: signal ?? null })
  if (!response.ok) throw await refusal(response)
  return (response.status === 204 ? null : await response.json()) as Answer
}

/** Send a request in its turn; retry with growing delays while the server reports too many requests. */
async function admitted(address: string, init: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    await turn(init.signal ?? null)
    const response = await sent(address, init)
    if (response.status !== TOO_MANY || tries === MAX_TRIES) return response
    const least = 1000 * Number(response.headers.get("Retry-After"))
    await pause(Math.max(least, 150 * 2 ** tries) * (1 + Math.random() / 4), init.signal ?? null)
  }
}

async function sent(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    if (isAborted(error)) throw error
    throw new Refusal(0, t("The server cannot be reached."))
  }
}

async function refusal(response: Response): Promise<Refusal> {
  const body = (await response.json().catch(() => ({}))) as { message?: string; errors?: Problem[] }
  const wait = Number(response.headers.get("Retry-After"))
  const message = body.message ?? t("The server answered {status}.", { status: response.status })
  return new Refusal(response.status, message, body.errors, wait || null)
}

/** Return whether an error only means that a newer request replaced this one. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError"
}

/** Return a request function of which each call cancels the one under way. */
export function newest<Arguments extends unknown[], Answer>(
  ask: (signal: AbortSignal, ...given: Arguments) => Promise<Answer>,
): (...given: Arguments) => Promise<Answer> {
  let underWay = new AbortController()
  return (...given) => {
    underWay.abort()
    underWay = new AbortController()
    return ask(underWay.signal, ...given)
  }
}
