import type { Operations } from './generated.ts'

export type Shown = Operations['portal.look']['answers']
export type Sum = Shown['sums'][number]
export type Plan = Shown['plans'][number]
export type Link = Operations['portal.look']['takes']

/** Why the service did not do it. */
export class Refused extends Error {
  readonly status: number
  readonly wait_s: number
  constructor(status: number, wait_s: number) {
    super(`The service answered ${status}.`)
    this.status = status
    this.wait_s = wait_s
  }
}

const patience_ms = 30_000

/** The link that the reader followed; the service says whether it is one. */
export function linkIn(path: string): Link {
  const [, , administration_id = '', family = '', token = ''] = path.split('/')
  // The service refuses a family that it does not know.
  return { administration_id, family: family as Link['family'], token }
}

export const look = (link: Link): Promise<Shown> => send('/portal/look', link)

/** What a message comes down to, if the debtor began with one of the sentences of the page. */
export type Concern = NonNullable<Operations['portal.comment']['takes']['about']>

export const comment = (link: Link, text: string, about: Concern | null): Promise<object> =>
  send('/portal/comment', { ...link, about, text })

async function send<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(patience_ms),
  })
  if (!answer.ok) {
    // A body that nobody reads would keep the connection.
    await answer.body?.cancel()
    throw new Refused(answer.status, Number(answer.headers.get('retry-after') ?? 0))
  }
  // The types are generated from the definitions that the service answers with.
  return (await answer.json()) as Answer
}
