import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { startImap } from '../../test/imap.ts'
import { until } from '../../test/until.ts'
import { mailAddress } from '../domain/mail_address.ts'
import { openStore } from '../files/store.ts'
import { enqueue } from '../queue/enqueue.ts'
import { readImapUrl } from './pull.ts'

const now = new Date('2026-11-16T09:00:00Z')
const imap = await startImap()
const service = await startService({
  ...{ now: () => now, jobs: { poll_s: 0.5 } },
  mail_in: { address: 'replies@example.com', receiver: null, imap_url: imap.url },
})
const { given, database, data_dir } = service
const tenant = await given.tenant()
await given.tenant()
const { administration_id } = tenant
const debtor_id = await given.debtor(tenant)
const message_id = await given.message(tenant, { debtor_id })
const { link_key } = await openStore({ data_dir, files_url: null, now })
const to = mailAddress(
  { address: 'replies@example.com', key: link_key },
  { use: 'reply', record: 'message', administration_id, id: message_id },
)
const mail = (name: string, headers: string[]): string =>
  [
    `From: x@example.org`,
    `Message-ID: <${name}@example.org>`,
    `Subject: ${name}`,
    ...headers,
    '',
    `Text of ${name}.`,
    '',
  ].join('\r\n')
/** Puts mails in the mailbox and lets the job run, as the timetable would; returns the flags of all that are there. */
async function pulled(...raws: string[]): Promise<string[][]> {
  for (const raw of raws) await imap.append(raw)
  await enqueue(database.db, 'pull_mail', {})
  await until('it was pulled', async () => {
    const { rows } =
      await sql`select from pgboss.job where name = 'pull_mail' and state in ('created', 'active')`.execute(database.db)
    return rows.length === 0
  })
  return imap.flags()
}
const messages = async (): Promise<string[]> =>
  (
    await sql<{ content: string }>`select content from messages where debtor_id = ${debtor_id}::bigint
      and received_at is not null and content like 'Text of%' order by id`.execute(database.db)
  ).rows.map(({ content }) => content)

test('a mailbox is pulled: what is taken is read there, what is refused is flagged for a person', async () => {
  const kept = await pulled(
    mail('first', [`To: ${to}`]),
    mail('second', ['To: replies@example.com', `Delivered-To: ${to}`]),
    mail('stray', ['To: replies@example.com']),
  )
  assert.deepEqual(await messages(), ['Text of first.', 'Text of second.'])
  assert.deepEqual(
    kept.map((flags) => [flags.includes('\\Seen'), flags.includes('\\Flagged')]),
    [
      [true, false],
      [true, false],
      [true, true],
    ],
  )
  await pulled(mail('first', [`To: ${to}`, 'X-Again: yes']))
  assert.equal((await messages()).length, 2, 'what was there before is there once')
})

test('a mail of too many lines is flagged, and not read', async () => {
  const kept = await pulled(`${mail('endless', [`To: ${to}`])}${'ab\r\n'.repeat(60_000)}`)
  const last = kept.at(-1) ?? []
  assert.deepEqual([last.includes('\\Seen'), last.includes('\\Flagged')], [true, true])
  assert.equal((await messages()).length, 2)
})

test('the address of a mailbox may have every character, escaped', () => {
  const { mailbox, ...rest } = readImapUrl('imaps://in%40example.com:p%2Fw@mail.example.com/Incoming%20mail')
  assert.equal(mailbox, 'Incoming mail')
  assert.deepEqual(rest, {
    ...{ host: 'mail.example.com', port: 993, secure: true },
    auth: { user: 'in@example.com', pass: 'p/w' },
  })
})
