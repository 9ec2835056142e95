import type { Asker, Reply } from './ask.ts'
import type { Grant, Ground } from './ground.ts'
import { type Ledger, makeLedger } from './ledger.ts'

/** What clients do all day, and what they remember of it. */
export type Work = {
  kinds: readonly { name: string; share: number; run: () => Promise<Reply> }[]
  ledger: Ledger
  /** Reads all tasks that changed since the last time, as a client does that keeps a copy. */
  follow: () => Promise<Reply>
  /** What the copy says of each task. */
  copy: ReadonlyMap<string, string>
  /** Refreshes that were refused for another reason than that the service could not answer. */
  ended_grants: () => number
}

export function makeWork(asker: Asker, { administration_id, token, tasks, grants }: Ground): Work {
  const ledger = makeLedger(asker, { administration_id, token, tasks })
  const copy = new Map<string, string>()
  let since = '1970-01-01T00:00:00Z'
  let ended = 0
  const busy = new Set<Grant>()

  const page = (): Promise<Reply> => {
    const cursor = Math.floor(Math.random() * 4_900)
    const query = `administration_id=${administration_id}&per_page=100&cursor=${cursor}`
    return asker.ask(`/v1/debtors?${query}`, { token })
  }

  /** One client has each grant: it sends one refresh at a time, and the same one again when there was no answer. */
  const refresh = async (): Promise<Reply> => {
    const grant = grants.find((one) => !busy.has(one))
    if (!grant) return page()
    busy.add(grant)
    const reply = await asker
      .ask('/oauth/token', {
        method: 'POST',
        headers: { authorization: `Basic ${grant.basic}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: `grant_type=refresh_token&refresh_token=${grant.refresh_token}`,
      })
      .finally(() => busy.delete(grant))
    if (reply.status === 200) Object.assign(grant, JSON.parse(reply.text))
    else if (reply.status === 400) ended++
    return reply
  }

  const follow = async (): Promise<Reply> => {
    const query = `administration_id=${administration_id}&per_page=500&updated_after=${since}`
    const reply = await asker.ask(`/v1/tasks?${query}`, { token })
    if (reply.status !== 200) return reply
    for (const { id, updated_at } of JSON.parse(reply.text).data as { id: string; updated_at: string }[]) {
      copy.set(id, updated_at)
      if (updated_at > since) since = updated_at
    }
    return reply
  }

  return {
    kinds: [
      { name: 'page of 100', share: 0.7, run: page },
      { name: 'comment', share: 0.2, run: ledger.write },
      { name: 'refresh', share: 0.05, run: refresh },
      { name: 'changes', share: 0.05, run: follow },
    ],
    ledger,
    follow,
    copy,
    ended_grants: () => ended,
  }
}
