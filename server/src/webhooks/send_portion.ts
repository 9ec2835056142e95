import type { Item } from './portion.ts'
import type { Posted } from './post.ts'

/** What was sent, in the order in which it ended. */
export type Sent = { item: Item; attempt_id: string; at: Date; posted: Posted }

type Sending = {
  at_once: number
  /** After so many failures in a row the rest is left for later. */
  failures_max: number
  /** Those before this portion. */
  failures: number
  send: (item: Item) => Promise<Sent>
  /** Whether the lane is ours for sure; when it is not, nothing more is sent. */
  isOurs: () => boolean
  signal: AbortSignal
}

/**
 * Sends a portion, some at once, but of one record only one at a time and in their order. What is not sent in the end
 * stays out of the result.
 */
export async function sendPortion(items: readonly Item[], sending: Sending): Promise<Sent[]> {
  const waiting = [...items]
  const busy = new Set<string>()
  const sent: Sent[] = []
  let { failures } = sending
  const next = (): Item | undefined => {
    if (!sending.isOurs() || failures >= sending.failures_max) return undefined
    const place = waiting.findIndex((item) => !busy.has(recordOf(item)))
    return place < 0 ? undefined : waiting.splice(place, 1)[0]
  }
  await new Promise<void>((resolve, reject) => {
    let running = 0
    const fill = (): void => {
      for (let item = next(); item !== undefined; item = running < sending.at_once ? next() : undefined) {
        const record = recordOf(item)
        busy.add(record)
        running++
        sending
          .send(item)
          .then((one) => {
            sent.push(one)
            failures = one.posted.problem === null ? 0 : failures + 1
          })
          .catch((error: unknown) => {
            // Whoever is stopped leaves what was under way to the next time.
            if (!sending.signal.aborted) reject(error)
          })
          .finally(() => {
            busy.delete(record)
            running--
            fill()
          })
      }
      if (running === 0) resolve()
    }
    fill()
  })
  return sent
}

const recordOf = ({ administration_id, resource_type, resource_id, company_id }: Item): string =>
  `${administration_id ?? ''}/${company_id ?? ''}/${resource_type}/${resource_id}`
