import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { sql } from 'kysely'
import { givenIn, type Tenant } from '../../../test/given.ts'
import { letterRow, performLetter, switchOn } from '../../../test/given_letters.ts'
import { testDatabase } from '../../../test/harness.ts'
import { type Received, startSmtp } from '../../../test/smtp.ts'
import type { FileStore } from '../../files/store.ts'
import { makeMailer } from '../../mail/mailer.ts'
import { readFacts } from '../read/facts.ts'
import { deliverMail } from './delivery.ts'
import { sendLetter } from './send.ts'
import { settleLetters } from './settle.ts'

const at = new Date('2026-11-16T09:00:00Z')
const database = await testDatabase()
const { db, connection } = database
const given = givenIn(db)
const store = {} as FileStore
const base_url = () => 'https://dunlin.example.com'
const mail_from = { name: 'Dunlin', address: 'dunlin@example.com' }
const signal = new AbortController().signal

/** A server that knows the addresses of example.com, refuses mails about some things, and none of those at busy. */
const smtp = await startSmtp({
  onRcptTo({ address }, _session, done) {
    const refuse = (responseCode: number, text: string) => done(Object.assign(new Error(text), { responseCode }))
    if (address.toLowerCase().startsWith('nobody')) return refuse(550, '5.1.1 no such mailbox')
    if (address.startsWith('busy')) return refuse(451, '4.3.0 come back later')
    done()
  },
})

function senderOf(url: string, now: Date) {
  const open_file = async () => null
  const mailer = makeMailer({
    db,
    smtp_url: url,
    mail_from,
    data_dir: '/nonexistent',
    make_link: null,
    open_file,
    now: () => now,
  })
  return { database, store, base_url, now: () => now, mailer }
}

async function letterTo(
  addresses: object,
  own: object = {},
): Promise<{ tenant: Tenant; debtor_id: string; invoice_id: string; letter_id: string; mail_id: string }> {
  const tenant = await given.tenant()
  await switchOn(db, tenant, own)
  const debtor_id = await given.debtor(tenant, { postal_address_street_1: 'Keizersgracht 8', ...addresses })
  const invoice_id = await given.invoice(tenant, debtor_id)
  const letter_id = await performLetter(db, tenant, { invoice_ids: [invoice_id], at })
  const { administration_id } = tenant
  assert.equal(await sendLetter(senderOf(smtp.url, at), { administration_id, letter_id }), 'underway')
  const { id } = await db
    .selectFrom('mails')
    .select('id')
    .where('resource_id', '=', letter_id)
    .where('administration_id', '=', administration_id)
    .executeTakeFirstOrThrow()
  return { tenant, debtor_id, invoice_id, letter_id, mail_id: id }
}

/** One attempt, as the queue makes it; tells whether it is over. */
async function attempt(mail_id: string, { now = at, url = smtp.url, last = false } = {}): Promise<boolean> {
  const sending = senderOf(url, now)
  try {
    await deliverMail(sending, { mail_id }, { last, signal })
    return true
  } catch {
    return false
  } finally {
    sending.mailer.close()
  }
}

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

test('a copy that arrives makes no letter sent', async () => {
  const addresses = { reminder_email_address: 'busy@example.com', reminder_cc_email_address: 'copy@example.com' }
  const { tenant, letter_id, mail_id } = await letterTo(addresses)
  assert.equal(await attempt(mail_id), false)
  assert.equal((await letterRow(db, tenant, letter_id)).status, 'underway')
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

test('a letter that never heard of its mail is told', async () => {
  const { tenant, letter_id, mail_id } = await letterTo({ primary_email_address: 'somebody@example.com' })
  // The process died between the two notes, and the job was given up.
  await sql`
    update mails set status = 'sent', sent_at = now(), delivered_to = to_addresses, answer = '250 OK'
    where id = ${mail_id}::bigint`.execute(db)
  await settleLetters(senderOf(smtp.url, at))
  const { status, sent_on } = await letterRow(db, tenant, letter_id)
  assert.deepEqual([status, sent_on], ['sent', '2026-11-16'])
})

const module = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href)

/** A process of its own that works on letters or mails, and can be killed. */
function startProcess(program: string, url = smtp.url) {
  const text = `
    const { connect } = await import(${module('../../db/connect.ts')})
    const { makeMailer } = await import(${module('../../mail/mailer.ts')})
    const { deliverMail } = await import(${module('./delivery.ts')})
    const { sendLetter } = await import(${module('./send.ts')})
    const database = connect(${JSON.stringify(connection)})
    const now = () => new Date(${JSON.stringify(at.toISOString())})
    const mail_from = ${JSON.stringify(mail_from)}
    const mailer = makeMailer({ db: database.db, smtp_url: ${JSON.stringify(url)}, mail_from, data_dir: '/nonexistent',
      make_link: null, open_file: async () => null, now })
    const sending = { database, store: {}, base_url: () => 'https://dunlin.example.com', now, mailer }
    ${program}
    process.exit(0)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'inherit'] })
  return { child, ended: new Promise<void>((resolve) => child.once('exit', () => resolve())) }
}

test('whoever is killed after the server took a mail sends the same bytes again, and no others', async () => {
  let killed: (() => void) | null = null
  const seen: string[] = []
  const slow = await startSmtp({
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        seen.push(Buffer.concat(parts).toString())
        // The first time the client dies before it hears of the yes.
        if (killed) killed()
        killed = null
        done()
      })
    },
  })
  const { tenant, letter_id, mail_id } = await letterTo({ primary_email_address: 'somebody@example.com' })
  const program = `await deliverMail(sending, { mail_id: '${mail_id}' }, { last: false, signal: new AbortController().signal })`
  const { child, ended } = startProcess(program, slow.url)
  killed = () => void child.kill('SIGKILL')
  await ended
  assert.equal((await letterRow(db, tenant, letter_id)).status, 'underway')
  assert.ok(await attempt(mail_id, { url: slow.url, now: new Date(at.getTime() + 60_000) }))
  assert.equal((await letterRow(db, tenant, letter_id)).status, 'sent')
  assert.equal(seen.length, 2)
  assert.equal(seen[0], seen[1], 'a reader that knows the Message-ID sees one mail')
  assert.ok(await attempt(mail_id, { url: slow.url }), 'a third run finds nothing to do')
  assert.equal(seen.length, 2)
})

test('killed before any statement between rendering and queueing, each letter becomes one mail', async () => {
  const tenant = await given.tenant()
  await switchOn(db, tenant)
  const ids: string[] = []
  for (let count = 0; count < 4; count++) {
    const debtor_id = await given.debtor(tenant, { primary_email_address: `debtor${count}@example.com` })
    ids.push(await performLetter(db, tenant, { invoice_ids: [await given.invoice(tenant, debtor_id)], at }))
  }
  const { administration_id } = tenant
  const letters = JSON.stringify(ids.map((letter_id) => ({ administration_id, letter_id })))
  const program = (statements: number): string => `
    const { default: pg } = await import('pg')
    const { query } = pg.Client.prototype
    let left = ${statements}
    pg.Client.prototype.query = function (...given) {
      if (--left === 0) process.kill(process.pid, 'SIGKILL')
      return query.apply(this, given)
    }
    for (const letter of ${letters}) await sendLetter(sending, letter)`
  const underway = async (): Promise<number> =>
    (await sql`select from letters where id = any(${ids}::bigint[]) and status = 'underway'`.execute(db)).rows.length
  let kills = 0
  for (let statements = 4; (await underway()) < ids.length; statements += 3) {
    const { child, ended } = startProcess(program(statements))
    await ended
    if (child.signalCode === 'SIGKILL') kills++
  }
  assert.ok(kills >= 5, `killed ${kills} times`)
  const { rows } = await sql<{ letters: string; mails: string; jobs: string }>`
    select count(distinct m.resource_id) as letters, count(*) as mails,
           (select count(*) from pgboss.job j where j.name = 'send_mail'
              and (j.data->>'mail_id')::bigint in (
                select id from mails where administration_id = ${administration_id}::bigint)) as jobs
    from mails m where m.administration_id = ${administration_id}::bigint`.execute(db)
  assert.deepEqual(rows, [{ letters: '4', mails: '4', jobs: '4' }])
})
