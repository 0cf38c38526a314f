/** The rate of requests: a page sends fewer per second than the server answers for one address. */

const MAX_REQUESTS = 30
const SECOND = 1000

const sent: number[] = []

/** Wait until a request may be sent; throw its AbortError if it is cancelled in the meantime. */
export async function turn(signal: AbortSignal | null): Promise<void> {
  for (;;) {
    const now = performance.now()
    const oldest = sent.length < MAX_REQUESTS ? undefined : sent[0]
    if (oldest === undefined || now - oldest >= SECOND) break
    await pause(oldest + SECOND - now, signal)
  }
  if (sent.push(performance.now()) > MAX_REQUESTS) sent.shift()
}

/** Wait for some milliseconds; throw the AbortError of a request that is cancelled in the meantime. */
export function pause(milliseconds: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener("abort", () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
