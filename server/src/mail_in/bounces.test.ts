import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { complaint, delays, hard_bounces, type Sample, soft_bounces } from '../../test/bounce_samples.ts'
import type { Tenant } from '../../test/given.ts'
import { letterRow, performLetter } from '../../test/given_letters.ts'
import { type Reminded, startMailBothWays } from '../../test/mail_both_ways.ts'
import { mailTo } from '../../test/mail_client.ts'
import { until } from '../../test/until.ts'
import { changeIn } from '../db/change.ts'
import { serviceActor } from '../domain/actor.ts'
import { readFacts } from '../follow_up/read/facts.ts'
import { noteFailures } from '../follow_up/send/bounce.ts'
import { releaseAddresses } from '../follow_up/send/marks.ts'
import { readSettings } from '../settings/store.ts'

const { at, service, port, reminded: remindedBy } = await startMailBothWays()
const { given, call, database } = service
const { db } = database

type Sent = Reminded & { about: Sample }

/** A reminder that a server took for its debtor. */
async function reminded(wanted: Parameters<typeof remindedBy>[0] = {}): Promise<Sent> {
  const debtor = { postal_address_street_1: 'Keizersgracht 8', postal_address_city: 'Amsterdam', ...wanted.debtor }
  const one = await remindedBy({ ...wanted, debtor })
  const { address: to, letter } = one
  return { ...one, about: { to, return_path: letter.from, message_id: letter.headers.get('message-id') ?? '' } }
}
/** Brings a report as servers do: from nobody. */
const bring = (raw: string, to: string): Promise<string> => mailTo(port, { envelope: { from: '', to }, raw })
const eventsOf = async ({ administration_id }: Tenant): Promise<string[]> =>
  (
    await sql<{ event_name: string }>`
      select event_name from events where administration_id = ${administration_id}::bigint
        and event_name like '%bounced' order by id`.execute(db)
  ).rows.map(({ event_name }) => event_name)
const marksOf = async ({ administration_id }: Tenant) =>
  (
    await sql<{ address: string; for_good: boolean }>`
      select address, until is null as for_good from undeliverable_addresses
      where administration_id = ${administration_id}::bigint order by id`.execute(db)
  ).rows
const tasksOf = async ({ administration_id }: Tenant) =>
  (
    await sql<{ id: string }>`
      select id::text from tasks
      where administration_id = ${administration_id}::bigint and cause like 'wrong\\_address%'`.execute(db)
  ).rows
async function mailOf({ administration_id }: Tenant, debtor_id: string): Promise<string | undefined> {
  const portion = {
    administration_id,
    debtor_ids: [debtor_id],
    timezone: 'Europe/Amsterdam',
    today: '2026-11-16',
  } as const
  const [facts] = await readFacts(db, portion, { language_code: 'nl', on_since: null })
  return facts?.invoices[0]?.recipient.mail
}

for (const [system, make] of Object.entries(hard_bounces)) {
  test(`a report of an unknown address is understood: ${system}`, async () => {
    const { tenant, debtor_id, letter_id, about } = await reminded()
    assert.match(await bring(make(about), about.return_path), /^250/)
    const letter = await letterRow(db, tenant, letter_id)
    assert.equal(letter.status, 'bounced')
    assert.deepEqual(await marksOf(tenant), [{ address: about.to, for_good: true }])
    assert.deepEqual(await eventsOf(tenant), ['email_bounced', 'invoice_email_bounced'])
    assert.equal((await tasksOf(tenant)).length, 1)
    assert.equal(await mailOf(tenant, debtor_id), 'held')
    const counting =
      await sql`select from steps where letter_id = ${letter_id}::bigint and withdrawn_at is null`.execute(db)
    assert.equal(counting.rows.length, 0, 'the letter counts for nothing')
    assert.match(await bring(make(about), about.return_path), /^250/)
    assert.equal((await eventsOf(tenant)).length, 2, 'a second report adds nothing new')
  })
}

for (const [reason, make] of Object.entries(soft_bounces)) {
  test(`what may be better in some days marks the address for so long: ${reason}`, async () => {
    const { tenant, letter_id, about } = await reminded()
    assert.match(await bring(make(about), about.return_path), /^250/)
    assert.equal((await letterRow(db, tenant, letter_id)).status, 'bounced')
    assert.deepEqual(await marksOf(tenant), [{ address: about.to, for_good: false }])
    assert.equal((await tasksOf(tenant)).length, 0)
    await releaseAddresses(db, new Date('2026-11-18T09:00:00Z'))
    assert.equal((await marksOf(tenant)).length, 1)
    await releaseAddresses(db, new Date('2026-11-19T09:00:01Z'))
    assert.deepEqual(await marksOf(tenant), [])
  })
}

for (const [system, make] of Object.entries(delays)) {
  test(`a mail that is still being tried is no bounce: ${system}`, async () => {
    const { tenant, letter_id, about } = await reminded()
    assert.match(await bring(make(about), about.return_path), /^250/)
    assert.equal((await letterRow(db, tenant, letter_id)).status, 'sent')
    assert.deepEqual([await marksOf(tenant), await eventsOf(tenant)], [[], []])
    const { rows } = await sql`select from bounces where kind = 'delayed'
      and administration_id = ${tenant.administration_id}::bigint`.execute(db)
    assert.equal(rows.length, 1)
  })
}

test('the third mail in a month that does not arrive marks the address for good', async () => {
  const { tenant, debtor_id, about } = await reminded()
  const { administration_id } = tenant
  const soft = { address: about.to, kind: 'soft', status: '4.2.2', reason: 'full' } as const
  for (const [place, expected] of [false, false, true].entries()) {
    const invoice_id = await given.invoice(tenant, debtor_id)
    await sql`delete from undeliverable_addresses where until is not null`.execute(db)
    const letter_id = await performLetter(db, tenant, { invoice_ids: [invoice_id], at, queued: true })
    await until('it is sent', async () => (await letterRow(db, tenant, letter_id)).status === 'sent')
    const record = { administration_id, resource_type: 'letter', resource_id: letter_id } as const
    const changing = { administration_id, actor: serviceActor('mail'), real_now: at }
    await changeIn(db, changing, (change) => noteFailures(change, record, [soft]))
    assert.deepEqual(await marksOf(tenant), [{ address: about.to, for_good: expected }], `mail ${place + 1}`)
  }
})

test('a bundle is reported as one', async () => {
  const bundle = await reminded({ invoices: 2 })
  await bring(hard_bounces.postfix?.(bundle.about) ?? '', bundle.about.return_path)
  assert.deepEqual(await eventsOf(bundle.tenant), ['email_bounced', 'bundled_reminder_email_bounced'])
})

test('a report to the plain address finds its letter by the Message-ID', async () => {
  const { tenant, letter_id, about } = await reminded()
  await bring(hard_bounces.postfix?.(about) ?? '', 'replies@in.example.com')
  assert.equal((await letterRow(db, tenant, letter_id)).status, 'bounced')
})

test('a report about an address that the mail never went to changes nothing', async () => {
  const { tenant, letter_id, about } = await reminded()
  const forged = { ...about, to: 'somebody.else@example.org' }
  assert.match(await bring(hard_bounces.postfix?.(forged) ?? '', about.return_path), /^250/)
  assert.equal((await letterRow(db, tenant, letter_id)).status, 'sent')
  assert.deepEqual([await marksOf(tenant), await eventsOf(tenant)], [[], []])
})

test('a copy that is lost is left out the next time, and counts only where the setting says so', async () => {
  for (const undeliverable_copies of [false, true]) {
    const settings = { undeliverable_copies }
    const copy = 'copy@example.org'
    const { tenant, letter_id, about } = await reminded({ settings, debtor: { reminder_cc_email_address: copy } })
    await bring(hard_bounces.postfix?.({ ...about, to: copy }) ?? '', about.return_path)
    assert.equal((await letterRow(db, tenant, letter_id)).status, undeliverable_copies ? 'bounced' : 'sent')
    assert.deepEqual(await marksOf(tenant), [{ address: copy, for_good: true }])
  }
})

test('the setting decides what takes the place of the mail, and completing the task lets mail go again', async () => {
  for (const [undeliverable_mail, expected] of [
    ['hold', 'held'],
    ['post', 'bounced'],
    ['post_and_hold', 'bounced'],
  ] as const) {
    const settings = { undeliverable_mail }
    const { tenant, debtor_id, about } = await reminded({ settings })
    await bring(hard_bounces.postfix?.(about) ?? '', about.return_path)
    assert.equal(await mailOf(tenant, debtor_id), expected)
    const [task] = await tasksOf(tenant)
    const token = await given.token(tenant)
    const json = { administration_id: tenant.administration_id, completed_status: 'succeeded' }
    const { status, text } = await call(`PATCH /v1/tasks/${task?.id}/mark_completed`, { token, json })
    assert.equal(status, 200, text)
    assert.equal(await mailOf(tenant, debtor_id), 'yes')
  }
})

test('when half of a hundred mails come back, letters on paper wait for somebody', async () => {
  const settings = { undeliverable_mail: 'post' }
  const { tenant, debtor_id, about } = await reminded({ settings })
  const { administration_id } = tenant
  const fill = (status: string, many: number) =>
    sql`
    insert into letters (administration_id, debtor_id, step, channel, language_code, status, day, data, created_at,
                         updated_at)
    select ${administration_id}::bigint, ${debtor_id}::bigint, 'reminder_1', 'mail', 'nl', ${status}::text,
           '2026-11-12', '{}', now(), now() from generate_series(1, ${many}::integer)`.execute(db)
  const stopped = async (): Promise<boolean> => {
    const { settings: stored } = await db
      .selectFrom('administrations')
      .select('settings')
      .where('id', '=', administration_id)
      .executeTakeFirstOrThrow()
    return readSettings(stored).backup_letters_stopped
  }
  await fill('sent', 50)
  await fill('bounced', 48)
  await bring(hard_bounces.postfix?.(about) ?? '', about.return_path)
  assert.equal(await stopped(), false, '49 of 99')
  const again = await performLetter(db, tenant, { invoice_ids: [await given.invoice(tenant, debtor_id)], at })
  await sql`update letters set status = 'sent', sent_at = ${at.toISOString()}::timestamptz,
    recipients = '[{"kind":"to","email_address":"x@example.org"}]' where id = ${again}::bigint`.execute(db)
  const record = { administration_id, resource_type: 'letter', resource_id: again } as const
  const failure = { address: null, kind: 'hard', status: '5.1.1', reason: 'gone' } as const
  const changing = { administration_id, actor: serviceActor('mail'), real_now: at }
  await changeIn(db, changing, (change) => noteFailures(change, record, [failure]))
  assert.equal(await stopped(), true, '50 of 100')
  assert.equal(await mailOf(tenant, debtor_id), 'held')
  const notified = await sql`select from notifications where administration_id = ${administration_id}::bigint
    and notification_type = 'backup_letters_stopped'`.execute(db)
  assert.equal(notified.rows.length, 1)
})

test('a complaint stops mail to that address; the letter arrived, and counts', async () => {
  const { tenant, debtor_id, letter_id, about } = await reminded()
  assert.match(await bring(complaint(about), about.return_path), /^250/)
  assert.equal((await letterRow(db, tenant, letter_id)).status, 'sent')
  assert.deepEqual(await marksOf(tenant), [{ address: about.to, for_good: true }])
  assert.equal(await mailOf(tenant, debtor_id), 'held')
  assert.deepEqual(await eventsOf(tenant), [])
})
