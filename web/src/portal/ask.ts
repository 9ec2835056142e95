import { sendForm } from '../browser/send_form.ts'
import type { Operations } from './generated.ts'

export type Shown = Operations['portal.look']['answers']
export type Item = Shown['items'][number]
export type Sum = Shown['sums'][number]
export type Plan = Shown['plans'][number]
export type Transfer = Shown['transfers'][number]
export type Link = Operations['portal.look']['takes']
export type DisputeReason = Operations['portal.dispute']['takes']['reason']

/** Why the service did not do it. */
export class Refused extends Error {
  readonly status: number
  readonly wait_s: number
  /** What is wrong with files that came along, if that is why. */
  readonly about_files: boolean
  constructor(status: number, { wait_s, about_files }: { wait_s: number; about_files: boolean }) {
    super(`The service answered ${status}.`)
    this.status = status
    this.wait_s = wait_s
    this.about_files = about_files
  }
}

const patience_ms = 30_000

/** The link that the reader followed; the service says whether it is one. */
export function linkIn(path: string): Link {
  const [, , administration_id = '', family = '', token = ''] = path.split('/')
  // The service refuses a family that it does not know.
  return { administration_id, family: family as Link['family'], token }
}

type Verb = 'look' | 'pay' | 'comment' | 'dispute' | 'paid' | 'promise' | 'terms' | 'answer_plan' | 'address'
type Takes<Name extends Verb> = Omit<Operations[`portal.${Name}`]['takes'], keyof Link | 'files'> & {
  files?: readonly File[]
}

/** Calls what is behind a link. With files it is a form in parts, otherwise JSON. */
export async function ask<Name extends Verb>(
  verb: Name,
  link: Link,
  takes: Takes<Name>,
): Promise<Operations[`portal.${Name}`]['answers']> {
  const { files = [], ...values } = takes
  const body = { ...link, ...values }
  const path = `/portal/${verb}`
  const headers = { accept: 'application/json' }
  const answer =
    files.length > 0
      ? await sendForm(path, formOf(body, files), { method: 'POST', headers })
      : await fetch(path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
          credentials: 'omit',
          cache: 'no-store',
          signal: AbortSignal.timeout(patience_ms),
        })
  const text = await answer.text()
  if (!answer.ok) {
    const wait_s = Number(answer.headers.get('retry-after') ?? 0)
    throw new Refused(answer.status, { wait_s, about_files: answer.status === 413 || text.includes('files') })
  }
  // The types are generated from the definitions that the service answers with.
  return JSON.parse(text) as Operations[`portal.${Name}`]['answers']
}

function formOf(values: object, files: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value)) for (const one of value) form.append(`${name}[]`, String(one))
    else if (value !== null && value !== undefined) form.append(name, String(value))
  }
  for (const file of files) form.append('files[]', file)
  return form
}

/** Where a paper behind the link can be saved, in a language. */
export const paperUrl = (link: Link, paper: 'documents.zip' | 'statement.pdf', language: string): string =>
  `/portal/${link.administration_id}/${link.family}/${link.token}/${paper}?language=${language}`
