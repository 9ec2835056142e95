import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Service } from './harness.ts'
import { until } from './until.ts'

export type Letter = { id: string; subject: string; text: string; html: string; token: string }

/** Waits for the newest mail of a kind to somebody, and reads it from the folder where mails are kept. */
export async function mailTo(
  { database, data_dir }: Pick<Service, 'database' | 'data_dir'>,
  to: string,
  kind: string,
  options: { after?: string } = {},
): Promise<Letter> {
  let id = ''
  await until(`a mail ${kind} to ${to}`, async () => {
    const row = await database.db
      .selectFrom('mails')
      .select(['id', 'status'])
      .where('kind', '=', kind)
      .where((where) => where(where.val(to), '=', where.fn.any('to_addresses')))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    id = row?.status === 'kept' && row.id !== options.after ? row.id : ''
    return id !== ''
  })
  const { text, html, subject } = JSON.parse(await readFile(join(data_dir, 'mails', `${id}.json`), 'utf8'))
  const [, token = ''] = /\/link#(\w+)/.exec(text) ?? []
  return { id, subject, text, html, token }
}

/** What is behind # in the link of a mail; it must have one. */
export async function linkTo(...query: Parameters<typeof mailTo>): Promise<string> {
  const { token, text } = await mailTo(...query)
  assert.match(token, /^dunlinlink[A-Za-z0-9]{40}$/, text)
  return token
}
