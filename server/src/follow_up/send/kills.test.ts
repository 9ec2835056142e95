import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { sql } from 'kysely'
import { givenIn } from '../../../test/given.ts'
import { letterRow, performLetter, switchOn } from '../../../test/given_letters.ts'
import { testDatabase } from '../../../test/harness.ts'
import { mail_from, mailedLetters } from '../../../test/mailed_letters.ts'
import { startSmtp } from '../../../test/smtp.ts'

const at = new Date('2026-11-16T09:00:00Z')
const database = await testDatabase()
const { db, connection } = database
const given = givenIn(db)
const smtp = await startSmtp()
const { letterTo, attempt } = mailedLetters(database, smtp.url, at)

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
