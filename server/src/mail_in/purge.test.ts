import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { hard_bounces } from '../../test/bounce_samples.ts'
import { startService } from '../../test/harness.ts'
import { mailTo } from '../../test/mail_client.ts'
import { planOf } from '../../test/plans.ts'
import { mailAddress } from '../domain/mail_address.ts'
import { openStore } from '../files/store.ts'
import { purgeAll } from '../jobs/purge.ts'
import { keptMails } from '../mail/kept.ts'
import { purgeIncoming } from './purge.ts'

const now = new Date('2026-11-16T09:00:00Z')
const after_days = (days: number): Date => new Date(now.getTime() + days * 86_400_000)
const receiver = { host: '127.0.0.1', port: 0, tls: null }
const service = await startService({
  now: () => now,
  mail_in: { address: 'replies@in.example.com', receiver, imap_url: null },
})
const { given, database, data_dir } = service
const { db } = database
const port = service.app.mail_in_port() ?? assert.fail('no port')
const tenant = await given.tenant()
const { administration_id } = tenant
const store = await openStore({ data_dir, files_url: null, now })
const place = { address: 'replies@in.example.com', key: store.link_key }
const to_debtor = 'debtor@example.org'
const debtor_id = await given.debtor(tenant, { primary_email_address: to_debtor })
const message_id = await given.message(tenant, { debtor_id })
await sql`
  insert into mails (administration_id, resource_type, resource_id, kind, to_addresses, locale, parameters, subject,
                     status, attempts, created_at, sent_at)
  values (${administration_id}::bigint, 'message', ${message_id}::bigint, 'message', array[${to_debtor}::text], 'en',
          '{"cc": [], "bcc": []}', 'Hello', 'sent', 1, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz)`.execute(
  db,
)
const addressed = (use: 'reply' | 'bounce' | 'note') =>
  use === 'note'
    ? mailAddress(place, { use, record: 'debtor', administration_id, id: debtor_id })
    : mailAddress(place, { use, record: 'message', administration_id, id: message_id })
const purge = (at: Date) => purgeAll({ db, kept: keptMails(data_dir), store, now: at })
const kinds = async (): Promise<string[]> =>
  (await sql<{ kind: string }>`select kind from incoming_mails order by kind`.execute(db)).rows.map(({ kind }) => kind)
const bounces = async (): Promise<number> => (await sql`select from bounces`.execute(db)).rows.length
const files = async (): Promise<number> =>
  (await readdir(join(data_dir, 'files'), { recursive: true, withFileTypes: true })).filter(
    (one) => one.isFile() && one.name.length > 60,
  ).length

test('reports go after 90 days with their files; a message or a note keeps its original as long as it is there', async () => {
  const report = hard_bounces.postfix ?? assert.fail('no sample')
  const about = { to: to_debtor, return_path: addressed('bounce'), message_id: '<sent@example.com>' }
  const envelope = { from: '', to: about.return_path }
  assert.match(await mailTo(port, { envelope, raw: report(about) }), /^250/)
  const written = { from: to_debtor, subject: 'Answer', text: 'I pay on Friday.' }
  assert.match(await mailTo(port, { ...written, to: addressed('reply') }), /^250/)
  assert.match(await mailTo(port, { ...written, from: 'staff@example.com', to: addressed('note') }), /^250/)
  assert.deepEqual(await kinds(), ['bounce', 'message', 'note'])
  assert.deepEqual([await bounces(), await files()], [1, 3])

  await purge(after_days(89))
  assert.deepEqual(await kinds(), ['bounce', 'message', 'note'])

  const removed = await purge(after_days(91))
  assert.deepEqual([removed.incoming_mails, removed.bounces], [1, 0])
  assert.deepEqual(await kinds(), ['message', 'note'])
  await purge(after_days(93))
  assert.equal(await files(), 2, 'the original of the report is gone, those of message and note are not')

  await sql`delete from messages where received_at is not null`.execute(db)
  assert.deepEqual(await kinds(), ['note'])
  await purge(after_days(93))
  await purge(after_days(95))
  assert.equal(await files(), 1, 'the original goes after its message')
})

test('what was said of an address stays while the address is marked', async () => {
  assert.equal(await bounces(), 1)
  await purge(after_days(900))
  assert.equal(await bounces(), 1, 'whoever takes the mark off has to know whose address it is')
  await sql`delete from undeliverable_addresses`.execute(db)
  assert.equal((await purge(after_days(900))).bounces, 1)
  assert.equal(await bounces(), 0)
})

test('many reports go in portions, and are found without reading what is kept', async () => {
  for (let one = 0; one < 7; one++) {
    await given.row('incoming_mails', tenant, {
      ...{ kind: 'bounce', fingerprint: randomBytes(32), received_at: now.toISOString() },
    })
  }
  assert.equal((await purgeIncoming(db, after_days(91), 3)).incoming_mails, 7)
  assert.equal((await purgeIncoming(db, after_days(91), 3)).incoming_mails, 0)
  const old = sql`select id from incoming_mails where received_at <= now() and message_id is null and note_id is null`
  const everywhere = { everywhere: true }
  assert.match(await planOf(db, old, everywhere), /using incoming_mails_reports/)
  const reported = sql`select id from bounces where reported_at <= now()`
  assert.match(await planOf(db, reported, everywhere), /using bounces_reported /)
})
