import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { givenIn, type Tenant } from '../../../test/given.ts'
import { letterRow, performLetter } from '../../../test/given_letters.ts'
import { testDatabase } from '../../../test/harness.ts'
import { mailedLetters } from '../../../test/mailed_letters.ts'
import { type Received, startSmtp } from '../../../test/smtp.ts'
import { changeIn } from '../../db/change.ts'
import { serviceActor } from '../../domain/actor.ts'
import { readFacts } from '../read/facts.ts'
import { unmarkAddresses } from './marks.ts'
import { settleLetters } from './settle.ts'

const at = new Date('2026-11-16T09:00:00Z')
const database = await testDatabase()
const { db } = database

/** Addresses that were busy, and do not exist by now. */
const gone = new Set<string>()

/** A server that knows the addresses of example.com, refuses mails about some things, and none of those at busy. */
const smtp = await startSmtp({
  onRcptTo({ address }, _session, done) {
    const refuse = (responseCode: number, text: string) => done(Object.assign(new Error(text), { responseCode }))
    if (address.toLowerCase().startsWith('nobody') || gone.has(address)) return refuse(550, '5.1.1 no such mailbox')
    if (address.startsWith('busy')) return refuse(451, '4.3.0 come back later')
    done()
  },
})

const { senderOf, letterTo, attempt } = mailedLetters(database, smtp.url, at)

const counting = async (letter_id: string): Promise<number> =>
  (await sql`select from steps where letter_id = ${letter_id}::bigint and withdrawn_at is null`.execute(db)).rows.length
const eventsOf = async ({ administration_id }: Tenant): Promise<string[]> =>
  (
    await sql<{ event_name: string }>`
      select event_name from events where administration_id = ${administration_id}::bigint
        and event_name like '%bounced' order by id`.execute(db)
  ).rows.map(({ event_name }) => event_name)
const mailsWith = (message_id: string | null): Received[] =>
  smtp.received.filter(({ headers }) => headers.get('message-id') === message_id)

/** What the engine reads about where its letters go. */
async function recipientOf({ administration_id }: Tenant, debtor_id: string) {
  const portion = {
    administration_id,
    debtor_ids: [debtor_id],
    timezone: 'Europe/Amsterdam',
    today: '2026-11-16',
  } as const
  const [facts] = await readFacts(db, portion, { language_code: 'nl', on_since: null })
  return facts?.invoices[0]?.recipient
}

test('staff hear of mail that came back, once a day for each debtor', async () => {
  const { tenant, debtor_id, mail_id } = await letterTo({ primary_email_address: 'nobody@example.com' })
  await attempt(mail_id)
  const { rows } = await sql<{ debtor_id: string; resource_type: string; details: { bounce_reason: string } }>`
    select debtor_id::text, resource_type, details from notifications
    where administration_id = ${tenant.administration_id}::bigint and notification_type = 'mail_bounced'`.execute(db)
  assert.deepEqual(
    rows.map((row) => [row.debtor_id, row.resource_type]),
    [[debtor_id, 'debtor']],
  )
  assert.match(rows[0]?.details.bounce_reason ?? '', /550 5\.1\.1 no such mailbox/)
})

test('an address that does not exist is a bounce: nothing of the letter counts, and it is not written to again', async () => {
  const { tenant, debtor_id, invoice_id, letter_id, mail_id } = await letterTo({
    primary_email_address: 'Nobody@example.com',
  })
  await attempt(mail_id)
  const letter = await letterRow(db, tenant, letter_id)
  assert.equal(letter.status, 'bounced')
  assert.match(letter.status_reason ?? '', /550 5\.1\.1 no such mailbox/)
  assert.equal(await counting(letter_id), 0)
  const marked = await sql`select from invoices where id = ${invoice_id}::bigint and reminder_1_at is not null`.execute(
    db,
  )
  assert.equal(marked.rows.length, 0)
  assert.deepEqual(await eventsOf(tenant), ['email_bounced', 'invoice_email_bounced'])
  const { rows } = await sql<{ address: string }>`
    select address from undeliverable_addresses
    where administration_id = ${tenant.administration_id}::bigint`.execute(db)
  assert.deepEqual(rows, [{ address: 'nobody@example.com' }])
  assert.equal(
    (await recipientOf(tenant, debtor_id))?.mail,
    'held',
    'unless the setting says otherwise, somebody looks',
  )
})

test('when mail goes to an address again, everybody who has it is looked at, also who never got mail there', async () => {
  const { tenant, debtor_id, mail_id } = await letterTo({ primary_email_address: 'nobody@example.com' })
  await attempt(mail_id)
  const given = givenIn(db)
  const shared = await given.debtor(tenant, { invoice_email_address: 'Us <us@example.com>; Nobody@example.com' })
  const contact = { lastname: 'Jansen', default_email_address: 'nobody@example.com' }
  const contact_id = await given.row('contacts', tenant, { ...contact, created_at: 'stamp', updated_at: 'stamp' })
  const by_contact = await given.debtor(tenant)
  await given.invoice(tenant, by_contact, { contact_id })
  await given.debtor(tenant, { primary_email_address: 'notnobody@example.com' })
  const { administration_id } = tenant
  await sql`delete from touched_dossiers where administration_id = ${administration_id}::bigint`.execute(db)
  await changeIn(db, { administration_id, actor: serviceActor('mail'), real_now: at }, (change) =>
    unmarkAddresses(change, ['nobody@example.com']),
  )
  const touched = await sql<{ debtor_id: string }>`
    select debtor_id::text from touched_dossiers
    where administration_id = ${administration_id}::bigint order by debtor_id`.execute(db)
  assert.deepEqual(
    touched.rows.map((row) => row.debtor_id),
    [debtor_id, shared, by_contact],
  )
})

test('where the setting says so, the post takes over: always, or for the one letter that came back', async () => {
  for (const [undeliverable_mail, after_a_letter] of [
    ['post', 'bounced'],
    ['post_and_hold', 'held'],
  ] as const) {
    const settings = JSON.stringify({ engine_enabled: true, undeliverable_mail })
    const address = { primary_email_address: `nobody.${undeliverable_mail}@example.com` }
    const { tenant, debtor_id, invoice_id, mail_id } = await letterTo(address, { settings })
    await attempt(mail_id)
    assert.equal((await recipientOf(tenant, debtor_id))?.mail, 'bounced')
    await performLetter(db, tenant, { invoice_ids: [invoice_id], at, channel: 'post' })
    assert.equal((await recipientOf(tenant, debtor_id))?.mail, after_a_letter)
  }
})

test('one address that takes it makes a letter sent; those that refused it are left out the next time', async () => {
  const primary_email_address = 'nobody@example.com; somebody@example.com'
  const { tenant, debtor_id, letter_id, mail_id } = await letterTo({ primary_email_address })
  assert.ok(await attempt(mail_id))
  const letter = await letterRow(db, tenant, letter_id)
  const { accepted, refused } = letter.proof as { accepted: string[]; refused: object }
  assert.deepEqual([letter.status, accepted], ['sent', ['somebody@example.com']])
  assert.deepEqual(Object.keys(refused), ['nobody@example.com'])
  assert.equal((await recipientOf(tenant, debtor_id))?.mail, 'yes')
})

test('an address that refuses a mail later than another one took it is left out the next time too', async () => {
  const { tenant, letter_id, mail_id } = await letterTo({
    primary_email_address: 'somebody@example.com; busy-then-gone@example.com',
  })
  const marked = async () =>
    (
      await sql<{ address: string }>`
        select address from undeliverable_addresses
        where administration_id = ${tenant.administration_id}::bigint`.execute(db)
    ).rows.map(({ address }) => address)
  assert.equal(await attempt(mail_id), false)
  assert.deepEqual([(await letterRow(db, tenant, letter_id)).status, await marked()], ['sent', []])
  gone.add('busy-then-gone@example.com')
  assert.ok(await attempt(mail_id))
  assert.deepEqual(await marked(), ['busy-then-gone@example.com'])
  const letter = await letterRow(db, tenant, letter_id)
  const { accepted, refused } = letter.proof as { accepted: string[]; refused: object }
  assert.deepEqual([letter.status, accepted], ['sent', ['somebody@example.com']])
  assert.deepEqual(Object.keys(refused), ['busy-then-gone@example.com'])
})

test('a copy that arrives makes no letter sent', async () => {
  const addresses = { reminder_email_address: 'busy@example.com', reminder_cc_email_address: 'copy@example.com' }
  const { tenant, letter_id, mail_id } = await letterTo(addresses)
  assert.equal(await attempt(mail_id), false)
  assert.equal((await letterRow(db, tenant, letter_id)).status, 'underway')
})

test('a letter of which only a copy arrived has bounced, and nobody waits for it for ever', async () => {
  const addresses = { reminder_email_address: 'nobody@example.com', reminder_cc_email_address: 'copy@example.com' }
  const { tenant, debtor_id, letter_id, mail_id } = await letterTo(addresses)
  assert.ok(await attempt(mail_id))
  assert.equal((await letterRow(db, tenant, letter_id)).status, 'bounced')
  assert.equal(await counting(letter_id), 0)
  assert.deepEqual(await eventsOf(tenant), ['email_bounced', 'invoice_email_bounced'])
  assert.equal((await recipientOf(tenant, debtor_id))?.mail, 'held')
})

test('a mail that was given up while one of its addresses is not known to be wrong fails', async () => {
  const { tenant, letter_id, mail_id } = await letterTo({
    reminder_email_address: 'nobody@example.com; busy@example.com',
    reminder_cc_email_address: 'copy@example.com',
  })
  for (const reached of [false, true]) {
    assert.equal(await attempt(mail_id, reached ? { last: true } : {}), reached)
    assert.equal((await letterRow(db, tenant, letter_id)).status, reached ? 'failed' : 'underway')
  }
  assert.equal(await counting(letter_id), 1, 'it is decided again when its day is over')
})

test('a server that is not willing yet is asked again, but only on the day of the letter', async () => {
  const { tenant, letter_id, mail_id } = await letterTo({ primary_email_address: 'busy@example.com' })
  assert.equal(await attempt(mail_id), false)
  assert.equal(await attempt(mail_id, { now: new Date('2026-11-16T20:00:00Z') }), false)
  assert.equal((await letterRow(db, tenant, letter_id)).status, 'underway')
  assert.ok(await attempt(mail_id, { now: new Date('2026-11-17T06:00:00Z') }), 'nothing is left to do')
  const letter = await letterRow(db, tenant, letter_id)
  assert.deepEqual([letter.status, letter.status_reason], ['withdrawn', 'day_over'])
  assert.equal(await counting(letter_id), 0)
  assert.deepEqual(mailsWith(letter.message_header_id), [])
})

test('the switch that stops everything stops mails that wait in the queue too', async () => {
  const { tenant, letter_id, mail_id } = await letterTo({ primary_email_address: 'somebody@example.com' })
  const settings = JSON.stringify({ engine_enabled: true, sending_stopped: true })
  await db.updateTable('administrations').set({ settings }).where('id', '=', tenant.administration_id).execute()
  assert.ok(await attempt(mail_id))
  const letter = await letterRow(db, tenant, letter_id)
  assert.deepEqual([letter.status, letter.status_reason], ['withdrawn', 'stopped'])
  assert.deepEqual(mailsWith(letter.message_header_id), [])
})

test('a mail that no server would take fails, and is decided again on another day', async () => {
  const strict = await startSmtp({
    onMailFrom: (_address, _session, done) =>
      done(Object.assign(new Error('5.7.1 sender not allowed'), { responseCode: 550 })),
  })
  const { tenant, debtor_id, letter_id, mail_id } = await letterTo({ primary_email_address: 'somebody@example.com' })
  await attempt(mail_id, { url: strict.url })
  const letter = await letterRow(db, tenant, letter_id)
  assert.equal(letter.status, 'failed')
  assert.match(letter.status_reason ?? '', /sender not allowed/)
  assert.equal(await counting(letter_id), 1, 'the same is not tried again at once')
  assert.equal((await recipientOf(tenant, debtor_id))?.mail, 'yes', 'the address is not to blame')
  await settleLetters(senderOf(smtp.url, new Date('2026-11-17T08:00:00Z')))
  assert.equal(await counting(letter_id), 0)
  assert.equal((await letterRow(db, tenant, letter_id)).status, 'failed')
})

test('a letter that missed the outcome of its mail gets it later, and keeps the day on which it was sent', async () => {
  for (const hear of [
    (mail_id: string, now: Date) => attempt(mail_id, { now }),
    (_: string, now: Date) => settleLetters(senderOf(smtp.url, now)),
  ]) {
    const { tenant, letter_id, mail_id } = await letterTo({ primary_email_address: 'somebody@example.com' })
    // The process died between the two notes; the next day the invoice would not be reminded of as it was.
    await sql`
      update mails set status = 'sent', sent_at = ${at}::timestamptz, delivered_to = to_addresses, answer = '250 OK'
      where id = ${mail_id}::bigint`.execute(db)
    await hear(mail_id, new Date('2026-11-17T09:00:00Z'))
    const { status, sent_on } = await letterRow(db, tenant, letter_id)
    assert.deepEqual([status, sent_on], ['sent', '2026-11-16'])
  }
})
