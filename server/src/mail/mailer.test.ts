import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { givenIn } from '../../test/given.ts'
import { testDatabase } from '../../test/harness.ts'
import { readable, startSmtp } from '../../test/smtp.ts'
import { until } from '../../test/until.ts'
import { describeError } from '../log.ts'
import { enqueue } from '../queue/enqueue.ts'
import { startQueue } from '../queue/queue.ts'
import { keptMails, readKept } from './kept.ts'
import { type MailerOptions, makeMailer } from './mailer.ts'
import { type NewMail, type NewWrittenMail, sendMail, sendWritten } from './send_mail.ts'
import type { Link } from './user_mails.ts'

const database = await testDatabase()
const { db, connection } = database
const given = givenIn(db)
const { company_id } = await given.tenant()
const now = new Date('2026-11-14T09:30:00Z')
const data_dir = await mkdtemp(join(tmpdir(), 'dunlin-mails-'))
after(() => rm(data_dir, { recursive: true, force: true }))

// Links as the service makes them: random, and only their hash is kept.
await sql`create table test_links (hash bytea not null, purpose text not null, user_id bigint not null)`.execute(db)
const links: string[] = []
/** What goes to the log. */
const complaints: string[] = []
const log = (error: unknown): void => void complaints.push(JSON.stringify(describeError(error)))
async function make_link({ purpose, user_id }: Link): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await sql`insert into test_links values (${hash}::bytea, ${purpose}::text, ${user_id}::bigint)`.execute(db)
  const link = `https://dunlin.example.com/links/${token}`
  links.push(link)
  return link
}

beforeEach(async () => {
  links.length = 0
  await sql`delete from pgboss.job`.execute(db)
  await sql`delete from mails`.execute(db)
})

/** Works off mails until the test ends. */
async function start(settings: Partial<MailerOptions> & { times?: number }): Promise<{ stop: () => Promise<void> }> {
  const { times = 20, ...options } = settings
  const mail_from = { name: 'Dunlin', address: 'dunlin@example.com' }
  const open_file = async () => null
  const mailer = makeMailer({
    db,
    smtp_url: null,
    mail_from,
    data_dir,
    make_link,
    open_file,
    now: () => now,
    ...options,
  })
  const retries = { times, first_s: 0, longest_s: 0 }
  const common = { database, connection, timetable: false, ended: () => {}, log }
  const queue = await startQueue({ ...common, poll_s: 0.5, retries })
  await queue.work('send_mail', 8, mailer.deliver)
  const stop = async (): Promise<void> => {
    await queue.stop(100)
    mailer.close()
  }
  after(stop)
  return { stop }
}

type MailOverrides = Partial<NewMail<'address_blocked'>>
const blocked = (overrides: MailOverrides = {}): Promise<string> =>
  db.transaction().execute((trx) =>
    sendMail(trx, {
      kind: 'address_blocked',
      to: ['ops@example.com'],
      locale: 'en-GB',
      company_id,
      user_id: null,
      parameters: {
        application_name: 'Bookkeeper',
        company_name: 'Example Trading',
        address: '198.51.100.9',
        at: now.toISOString(),
      },
      now,
      ...overrides,
    }),
  )
const reset = (overrides: { to?: string[]; locale?: string } = {}): Promise<string> =>
  sendMail(db, {
    kind: 'password_reset',
    to: ['robin@example.com'],
    locale: 'nl',
    company_id,
    user_id: null,
    parameters: { link: { purpose: 'password_reset', user_id: '7' }, valid_minutes: 60 },
    now,
    ...overrides,
  })
const row = (id: string) => db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const is = (id: string, status: string) =>
  until(`mail ${id} is ${status}`, async () => (await row(id)).status === status)

/** Everything that mails leave in the database. */
async function stored(): Promise<string> {
  const { rows } = await sql`
    select (select json_agg(m) from mails m)::text, (select json_agg(j) from pgboss.job j)::text`.execute(db)
  return JSON.stringify(rows)
}

test('a mail arrives as it should', async () => {
  const { url, received } = await startSmtp()
  const { stop } = await start({ smtp_url: url })
  const id = await blocked()
  await is(id, 'sent')
  const { attempts, sent_at, message_id_header, last_error, subject, delivered_to } = await row(id)
  assert.deepEqual(
    { attempts, sent_at, last_error, delivered_to },
    { attempts: 1, sent_at: '2026-11-14 09:30:00+00', last_error: null, delivered_to: ['ops@example.com'] },
  )
  assert.equal(received.length, 1)
  const [mail] = received
  assert.ok(mail)
  assert.equal(mail.from, 'dunlin@example.com')
  assert.equal(mail.headers.get('from'), 'Dunlin <dunlin@example.com>')
  assert.equal(mail.headers.get('to'), 'ops@example.com')
  assert.equal(mail.headers.get('subject'), subject)
  assert.equal(mail.headers.get('message-id'), message_id_header)
  assert.equal(mail.headers.get('auto-submitted'), 'auto-generated')
  assert.match(mail.headers.get('content-type') ?? '', /^multipart\/alternative/)
  assert.match(readable(mail), /address 198\.51\.100\.9[\s\S]*<p style="[^"]*">On 14 November 2026/)
  await stop()
})

test('a one-time link is in the mail, and nowhere else but as a hash', async () => {
  const { url, received } = await startSmtp()
  const { stop } = await start({ smtp_url: url })
  const id = await reset()
  assert.deepEqual((await row(id)).parameters, {
    link: { purpose: 'password_reset', user_id: '7' },
    valid_minutes: 60,
  })
  await is(id, 'sent')
  const [link = ''] = links
  const text = received[0] ? readable(received[0]) : ''
  assert.equal(text.split(link).length - 1, 4, 'as text, on the button (its address), and twice below it')
  const token = link.split('/').at(-1) ?? ''
  assert.ok(!(await stored()).includes(token))
  const { rows } = await sql<{ hash: Buffer }>`select hash from test_links where user_id = 7`.execute(db)
  assert.ok(rows.some(({ hash }) => hash.equals(createHash('sha256').update(token).digest())))
  await stop()
})

test('a server that is not there yet: the mail arrives once, later, with a new link', async () => {
  const first = await startSmtp()
  await first.close()
  const { stop } = await start({ smtp_url: first.url })
  const id = await reset()
  await until('it was tried', async () => /ECONNREFUSED/.test((await row(id)).last_error ?? ''))
  assert.equal((await row(id)).status, 'queued')
  const { received } = await startSmtp({ port: first.port })
  await is(id, 'sent')
  assert.equal(received.length, 1)
  assert.ok(links.length >= 2)
  assert.ok(received[0] && readable(received[0]).includes(links.at(-1) ?? 'none'))
  assert.equal((await row(id)).last_error, null)
  await stop()
})

test('a server that falls silent is left, and asked again', async () => {
  let silent = true
  const accepted: string[] = []
  const { url } = await startSmtp({
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        if (silent) return
        accepted.push(session.id)
        done()
      })
    },
  })
  const { stop } = await start({ smtp_url: url, patience: { connect_ms: 1_000, silence_ms: 300 } })
  const id = await blocked()
  await until('it was tried', async () => /[Tt]imeout/.test((await row(id)).last_error ?? ''))
  silent = false
  await is(id, 'sent')
  assert.equal(accepted.length, 1)
  await stop()
})

test('a server that greets nobody is left, and asked again', async () => {
  let silent = true
  const { url, received } = await startSmtp({
    onConnect(_, done) {
      if (!silent) done()
    },
  })
  const { stop } = await start({ smtp_url: url, patience: { connect_ms: 300, silence_ms: 1_000 } })
  const id = await blocked()
  await until('it was tried', async () => (await row(id)).last_error !== null)
  silent = false
  await is(id, 'sent')
  assert.equal(received.length, 1)
  await stop()
})

test('a connection that breaks in the middle of a mail: it arrives once, later', async () => {
  let breaks = true
  let begun = 0
  const smtp = await startSmtp({
    onData(stream, _, done) {
      begun++
      if (breaks) {
        for (const socket of smtp.sockets) socket.destroy()
        return
      }
      stream.resume()
      stream.on('end', () => done())
    },
  })
  const { stop } = await start({ smtp_url: smtp.url })
  const id = await blocked()
  await until('it was tried', async () => (await row(id)).last_error !== null)
  assert.equal(begun, 1, 'only the queue tries again')
  breaks = false
  await is(id, 'sent')
  assert.equal(begun, (await row(id)).attempts)
  await stop()
})

test('an address that is refused for good fails at once, and says why', async () => {
  const { url, received } = await startSmtp({
    onRcptTo(_, __, done) {
      done(Object.assign(new Error('<ops@example.com>: no such person here'), { responseCode: 550 }))
    },
  })
  const { stop } = await start({ smtp_url: url })
  const id = await blocked()
  await is(id, 'failed')
  await until('it is logged', () => complaints.some((line) => line.includes(`Mail ${id}: 1 addresses refused it`)))
  assert.match(complaints.join(), /550 <\[address\]>: no such person here/)
  assert.doesNotMatch(complaints.join(), /ops@/, 'the log names the mail, and not who it was to')
  const { attempts, last_error, sent_at } = await row(id)
  assert.deepEqual({ attempts, sent_at }, { attempts: 1, sent_at: null })
  assert.equal(last_error, 'ops@example.com: 550 <ops@example.com>: no such person here')
  assert.equal(received.length, 0)
  await until('the job is kept as failed', async () => {
    const { rows } = await sql<{ state: string }>`select state from pgboss.job`.execute(db)
    return rows.length === 1 && rows[0]?.state === 'failed'
  })
  assert.equal((await row(id)).attempts, 1)
  await stop()
})

test('a filter that repeats the link is not repeated by us', async () => {
  const { url } = await startSmtp({
    onData(stream, _, done) {
      stream.resume()
      stream.on('end', () =>
        done(Object.assign(new Error(`Spam: ${links[0]} and ${links[0]?.slice(8)}`), { responseCode: 554 })),
      )
    },
  })
  const { stop } = await start({ smtp_url: url })
  const id = await reset()
  await is(id, 'failed')
  assert.match((await row(id)).last_error ?? '', /^robin@example\.com: 554 Spam: \[link\] and dunlin\.example\.com/)
  assert.ok(!(await stored()).includes(links[0]?.split('/').at(-1) ?? 'none'))
  await stop()
})

test('of several addresses each gets it once, whatever happens to the others', async () => {
  let deferrals = 2
  const { url, received } = await startSmtp({
    onRcptTo({ address }, _, done) {
      if (address === 'gone@example.com') return done(Object.assign(new Error('Gone'), { responseCode: 550 }))
      if (address === 'later@example.com' && deferrals-- > 0) {
        return done(Object.assign(new Error('Come back later'), { responseCode: 450 }))
      }
      done()
    },
  })
  const { stop } = await start({ smtp_url: url })
  const id = await blocked({ to: ['now@example.com', 'gone@example.com', 'later@example.com'] })
  await is(id, 'sent')
  assert.deepEqual(
    received.map(({ to }) => to),
    [['now@example.com'], ['later@example.com']],
  )
  const [first, second] = received
  assert.equal(first?.headers.get('message-id'), second?.headers.get('message-id'))
  assert.equal(first?.headers.get('to'), 'now@example.com, gone@example.com, later@example.com')
  const { delivered_to, refused_to, last_error, attempts } = await row(id)
  assert.deepEqual(
    { delivered_to, refused_to, attempts },
    {
      delivered_to: ['now@example.com', 'later@example.com'],
      refused_to: { 'gone@example.com': '550 Gone' },
      attempts: 3,
    },
  )
  assert.equal(last_error, 'gone@example.com: 550 Gone')
  await stop()
})

test('what never works is given up, and says why', async () => {
  const { url } = await startSmtp({
    onMailFrom(_, __, done) {
      done(Object.assign(new Error('Too busy'), { responseCode: 451 }))
    },
  })
  const { stop } = await start({ smtp_url: url, times: 2 })
  const id = await blocked()
  await is(id, 'failed')
  const { attempts, last_error } = await row(id)
  assert.equal(attempts, 3)
  assert.equal(last_error, 'ops@example.com: 451 Too busy')
  await stop()
})

test('a wrong password can be mended within the day: the mail waits', async () => {
  let right = false
  const { url, received } = await startSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth(_, __, done) {
      if (right) done(null, { user: 'dunlin' })
      else done(Object.assign(new Error('Wrong password'), { responseCode: 535 }))
    },
  })
  const { stop } = await start({ smtp_url: url.replace('//', '//dunlin:secret-of-the-server@') })
  const id = await blocked()
  await until('it was tried', async () => /535/.test((await row(id)).last_error ?? ''))
  assert.equal((await row(id)).status, 'queued')
  assert.ok(!(await stored()).includes('secret-of-the-server'))
  right = true
  await is(id, 'sent')
  assert.equal(received.length, 1)
  await stop()
})

test('a mail that was sent is not sent again; when only the note is lost, it is the same mail', async () => {
  const { url, received } = await startSmtp()
  const { stop } = await start({ smtp_url: url })
  const id = await blocked()
  await is(id, 'sent')
  await enqueue(db, 'send_mail', { mail_id: id })
  const idle = async (): Promise<boolean> =>
    (await sql`select from pgboss.job where state <> 'completed'`.execute(db)).rows.length === 0
  await until('the second job is done', idle)
  assert.equal(received.length, 1)
  await sql`update mails set status = 'queued', sent_at = null, delivered_to = '{}' where id = ${id}::bigint`.execute(
    db,
  )
  await enqueue(db, 'send_mail', { mail_id: id })
  await is(id, 'sent')
  assert.equal(received.length, 2)
  assert.equal(received[0]?.headers.get('message-id'), received[1]?.headers.get('message-id'))
  await stop()
})

test('without a server mails are kept, for the eyes of the operator', async () => {
  const { stop } = await start({})
  const kept = keptMails(data_dir)
  const id = await reset({ locale: 'en-GB' })
  await is(id, 'kept')
  const file = join(data_dir, 'mails', `${id}.json`)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.equal((await stat(join(data_dir, 'mails'))).mode & 0o777, 0o700)
  assert.deepEqual(await readdir(join(data_dir, 'mails')), [`${id}.json`])
  const mail = await readKept(db, kept, id)
  assert.ok(mail)
  assert.deepEqual(mail, JSON.parse(await readFile(file, 'utf8')))
  assert.deepEqual(
    { from: mail.from, to: mail.to, subject: mail.subject, kept_at: mail.kept_at },
    {
      from: 'Dunlin <dunlin@example.com>',
      to: ['robin@example.com'],
      subject: 'Choose a new password',
      kept_at: now.toISOString(),
    },
  )
  assert.ok(mail.text.includes(links[0] ?? 'none') && mail.html.includes(links[0] ?? 'none'))
  assert.ok(!(await stored()).includes(links[0]?.split('/').at(-1) ?? 'none'))
  assert.equal((await row(id)).sent_at, '2026-11-14 09:30:00+00')
  // A file that a folder kept from another database is not taken for this mail.
  await sql`update mails set message_id_header = '<other@example.com>' where id = ${id}::bigint`.execute(db)
  assert.equal(await readKept(db, kept, id), null)
  assert.equal(await readKept(db, kept, '999999'), null)
  await stop()
})

test('a link that cannot be made yet is tried again', async () => {
  let able = false
  const { stop } = await start({
    make_link: async (asked) => {
      if (!able) throw new Error('The door is closed')
      return make_link(asked)
    },
  })
  const id = await reset()
  await until('it was tried', async () => (await row(id)).last_error === 'robin@example.com: The door is closed')
  able = true
  await is(id, 'kept')
  await stop()
})

test('a mail is not taken for addresses that are none, and leaves nothing', async () => {
  for (const to of [
    'robin',
    'robin@example.com, eve@example.com',
    'robin@example.com\r\nBcc: eve@example.com',
    '<robin@example.com>',
    'a b@example.com',
    '',
  ]) {
    await assert.rejects(blocked({ to: [to] }), /cannot be sent to/)
  }
  await assert.rejects(blocked({ to: [] }), /at least one address/)
  await assert.rejects(reset({ to: ['a@example.com', 'b@example.com'] }), /goes to one address/)
  assert.equal((await db.selectFrom('mails').selectAll().execute()).length, 0)
  assert.equal((await sql`select from pgboss.job`.execute(db)).rows.length, 0)
})

test('what people typed cannot become a header, an address or a page', async () => {
  const { url, received } = await startSmtp()
  const { stop } = await start({ smtp_url: url })
  const id = await blocked({
    to: ['Ops@EXAMPLE.com'],
    parameters: {
      application_name: 'Book\r\nBcc: eve@example.com\r\n\r\n<script>alert(1)</script>',
      company_name: '"Ex & Co" <eve@example.com>',
      address: '198.51.100.9',
      at: now.toISOString(),
    },
  })
  await is(id, 'sent')
  const [mail] = received
  assert.ok(mail)
  assert.deepEqual(mail.to, ['Ops@example.com'])
  assert.equal(mail.headers.get('bcc'), undefined)
  assert.match(mail.headers.get('subject') ?? '', /Book Bcc: eve@example\.com <script>/)
  const text = readable(mail)
  const page = text.slice(text.indexOf('<!doctype'))
  assert.doesNotMatch(page, /<script/)
  assert.match(page, /&quot;Ex &amp; Co&quot; &lt;eve@example\.\u2060com&gt;/)
  await stop()
})

test('a mail about a record belongs to the company of its administration, and names all of it or nothing', async () => {
  const { stop } = await start({})
  const own = await given.tenant()
  const written: NewWrittenMail = {
    kind: 'message',
    about: { administration_id: own.administration_id, resource_type: 'message', resource_id: '7' },
    to: ['debtor@example.com'],
    content: { language: 'nl', subject: 'Uw factuur', paragraphs: [], body: 'Hallo', signature: 'Voorbeeld' },
    sender_name: 'Example',
    reply_to: 'office@example.com',
    cc: [],
    bcc: [],
    attachments: [],
    automatic: false,
    now,
  }
  const id = await sendWritten(db, written)
  const { company_id, administration_id, resource_type, resource_id, subject } = await row(id)
  assert.deepEqual({ company_id, administration_id }, own)
  assert.deepEqual([resource_type, resource_id, subject], ['message', '7', 'Uw factuur'])
  await is(id, 'kept')
  const nowhere = { ...written, about: { ...written.about, administration_id: '999999999' } }
  await assert.rejects(sendWritten(db, nowhere), /Administration 999999999 is not there/)
  for (const half of ['resource_id = null', 'resource_type = null', 'administration_id = null']) {
    await assert.rejects(sql`update mails set ${sql.raw(half)} where id = ${id}::bigint`.execute(db), /mails_about/)
  }
  const { message_id_header } = await row(id)
  const other = await blocked()
  await assert.rejects(db.updateTable('mails').set({ message_id_header }).where('id', '=', other).execute(), /unique/)
  await stop()
})
