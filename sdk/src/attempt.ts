export type Retrying = {
  /** How often a refused call is tried again. */
  retries: number
  /** The longest wait between two attempts; a service that asks for a longer one is not waited for. */
  wait_ms_max: number
}

const first_wait_ms = 250

/** Sends a request, and again while the service says «later» (429, 503), with growing waits or the ones it asks for. */
export async function attempt(
  send: () => Promise<Response>,
  { retries, wait_ms_max, signal }: Retrying & { signal: AbortSignal | undefined },
): Promise<Response> {
  for (let tried = 0; ; tried++) {
    const response = await send()
    if ((response.status !== 429 && response.status !== 503) || tried >= retries) return response
    const wait_ms = asked(response) ?? Math.min(first_wait_ms * 2 ** tried, wait_ms_max)
    if (wait_ms > wait_ms_max) return response
    await response.body?.cancel()
    // Clients that were refused together would otherwise come back together.
    await pause(wait_ms + Math.random() * first_wait_ms, signal)
  }
}

/** `Retry-After` in milliseconds: seconds or a date, or null when there is none that can be read. */
function asked(response: Response): number | null {
  const retry_after = response.headers.get('retry-after')
  if (retry_after === null) return null
  if (/^\d+$/.test(retry_after)) return Number(retry_after) * 1000
  const moment = Date.parse(retry_after)
  return Number.isNaN(moment) ? null : Math.max(0, moment - Date.now())
}

function pause(wait_ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, wait_ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
