/** The pace of requests: a page sends fewer in a second than the server answers for one address. */

const MOST = 30
const SECOND = 1000

const sent: number[] = []

/** Return when a request may be sent, at once unless too many were; raise its AbortError if it is given up meanwhile. */
export async function turn(signal: AbortSignal | null): Promise<void> {
  for (;;) {
    const now = performance.now()
    const oldest = sent.length < MOST ? undefined : sent[0]
    if (oldest === undefined || now - oldest >= SECOND) break
    await pause(oldest + SECOND - now, signal)
  }
  if (sent.push(performance.now()) > MOST) sent.shift()
}

/** Wait for some milliseconds, or raise the AbortError of a request that is given up meanwhile. */
export function pause(milliseconds: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener("abort", () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
