import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import hoodiecrow from 'hoodiecrow-imap'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { type Certificate, makeCertificate } from '../../test/certificate.ts'
import { startService } from '../../test/harness.ts'
import { logTo } from '../../test/log_to.ts'
import { mailTo } from '../../test/mail_client.ts'
import { startSmtp } from '../../test/smtp.ts'
import { until } from '../../test/until.ts'
import type { Check, Finding } from '../commands/doctor/finding.ts'
import { examine } from '../commands/doctor.ts'
import { mailAddress } from '../domain/mail_address.ts'
import { openStore } from '../files/store.ts'
import { enqueue } from '../queue/enqueue.ts'
import { startMailReader } from './reading/thread.ts'
import { startReceiver } from './receiver.ts'

const now = new Date('2026-11-16T09:00:00Z')
const folder = await mkdtemp(join(tmpdir(), 'dunlin-certificates-'))
after(() => rm(folder, { recursive: true, force: true }))
const own = makeCertificate('127.0.0.1')
const others = makeCertificate('elsewhere.example.com')

async function kept(name: string, { cert, key }: Certificate) {
  const files = { cert_file: join(folder, `${name}.pem`), key_file: join(folder, `${name}.key`) }
  await writeFile(files.cert_file, cert)
  await writeFile(files.key_file, key)
  return files
}
const tls = await kept('own', own)

const lines: string[] = []
const log = logTo('warn', (text: string) => void lines.push(text))
const receiver = { host: '127.0.0.1', port: 0, tls }
const service = await startService({
  now: () => now,
  mail_in: { address: 'replies@in.example.com', receiver, imap_url: null },
})
const { given, database, data_dir } = service
const tenant = await given.tenant()
const { administration_id } = tenant
const store = await openStore({ data_dir, files_url: null, now })
const place = { address: 'replies@in.example.com', key: store.link_key }
const debtor_id = await given.debtor(tenant)
const message_id = await given.message(tenant, { debtor_id })
const to = mailAddress(place, { use: 'reply', record: 'message', administration_id, id: message_id })

/** Delivers over TLS, trusting these authorities and no others; returns what was said. */
async function overTls(port: number, ca: string[]): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port, requireTLS: true, tls: { ca } })
  try {
    return (await transport.sendMail({ from: 'x@example.org', to, subject: 'Hello', text: 'Hello.' })).response
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    transport.close()
  }
}

/** Runs as if the operator had named this certificate in NODE_EXTRA_CA_CERTS. */
async function believing<T>({ cert }: Certificate, work: () => Promise<T>): Promise<T> {
  const usual = getCACertificates('default')
  setDefaultCACertificates([...usual, cert])
  try {
    return await work()
  } finally {
    setDefaultCACertificates(usual)
  }
}

const found = async (env: NodeJS.ProcessEnv, check: Check): Promise<Finding> =>
  (await examine({ DATABASE_URL: 'postgres://127.0.0.1:1/none', DATA_DIR: folder, ...env }, () => now)).find(
    (one) => one.check === check,
  ) ?? assert.fail(`nothing about ${check}`)

test('mail comes in over TLS with the certificate of the operator, and with no other', async () => {
  const port = service.app.mail_in_port() ?? assert.fail('no port')
  assert.match(await overTls(port, [own.cert]), /^250/)
  assert.match(await overTls(port, [others.cert]), /certificate/, 'it is the one of the operator')
  assert.match(await mailTo(port, { from: 'x@example.org', to, subject: 'In clear', text: 'Hello.' }), /^250/)
})

test('without a certificate there is no TLS, and mail comes all the same', async () => {
  const plain = await startService({
    ...{ beside: service, data_dir, now: () => now },
    mail_in: { address: place.address, receiver: { ...receiver, tls: null }, imap_url: null },
  })
  const port = plain.app.mail_in_port() ?? assert.fail('no port')
  assert.match(await mailTo(port, { from: 'x@example.org', to, subject: 'Plain', text: 'Hello.' }), /^250/)
  assert.match(await overTls(port, [own.cert]), /STARTTLS/)
})

test('a certificate that is renewed is used without a restart', async () => {
  const reader = startMailReader()
  const mail_in = { database, store, place, mail_from: 'dunlin@example.com', reader, now: () => now }
  const files = await kept('renewed', own)
  const problems: unknown[] = []
  const options = { ...receiver, tls: files, told: () => {}, log: (one: unknown) => void problems.push(one) }
  const running = await startReceiver(mail_in, { ...options, certificate_ms: 50 })
  const port = running.port() ?? assert.fail('no port')
  assert.match(await overTls(port, [own.cert]), /^250/)
  await writeFile(files.cert_file, 'half of a certificate')
  await until('it says that it cannot be read', async () => problems.length > 0)
  assert.match(await overTls(port, [own.cert]), /^250/, 'the one before is used meanwhile')
  const next = makeCertificate('127.0.0.1')
  await kept('renewed', next)
  await until('the new one is used', async () => (await overTls(port, [next.cert])).startsWith('250'))
  await running.stop()
  await reader.close()
})

test('a certificate that cannot be used stops the start with a sentence, and the doctor says what to do', async () => {
  const other_key = { cert_file: tls.cert_file, key_file: (await kept('others', others)).key_file }
  const missing = { ...tls, cert_file: join(folder, 'missing.pem') }
  for (const wrong of [other_key, missing]) {
    const mail_in = { address: place.address, receiver: { ...receiver, tls: wrong }, imap_url: null }
    const starting = startService({ beside: service, data_dir, now: () => now, mail_in })
    await assert.rejects(
      starting,
      /^Error: The certificate of MAIL_IN_TLS_CERT and MAIL_IN_TLS_KEY cannot be used: .*\.$/,
    )
    const env = { MAIL_IN_TLS_CERT: wrong.cert_file, MAIL_IN_TLS_KEY: wrong.key_file }
    const finding = await found({ MAIL_IN_ADDRESS: place.address, MAIL_IN_PORT: '2525', ...env }, 'mail_in')
    assert.deepEqual([finding.result, /cannot be used/.test(finding.says)], ['problem', true])
  }
  const judged = async (name: string, days: number): Promise<string> => {
    const files = await kept(name, makeCertificate('in.example.com', { days }))
    const env = { MAIL_IN_TLS_CERT: files.cert_file, MAIL_IN_TLS_KEY: files.key_file }
    const all = { MAIL_IN_ADDRESS: place.address, MAIL_IN_PORT: '2525', MAIL_IN_HOST: '0.0.0.0', ...env }
    return (await found(all, 'mail_in')).result
  }
  const until_now = Math.ceil((now.getTime() - Date.now()) / 86_400_000)
  assert.equal(await judged('good', until_now + 60), 'ok')
  assert.equal(await judged('soon', until_now + 5), 'warning')
  assert.equal(await judged('ended', until_now - 5), 'problem')
  const open = { MAIL_IN_ADDRESS: place.address, MAIL_IN_PORT: '2525', MAIL_IN_HOST: '0.0.0.0' }
  assert.deepEqual((await found(open, 'mail_in')).result, 'warning', 'in clear to everybody')
})

test('a mailbox behind a wrong certificate is not signed in to, and the log and the doctor say why', async () => {
  const heard: string[] = []
  const startImap = async (credentials: Certificate): Promise<string> => {
    const messages = [{ raw: `From: x@example.org\r\nTo: ${place.address}\r\nSubject: Pulled\r\n\r\nHello.\r\n` }]
    const imap = hoodiecrow({
      plugins: ['ID', 'UNSELECT'],
      storage: { INBOX: { messages } },
      secureConnection: true,
      credentials,
    })
    await new Promise<void>((resolve) => imap.listen(0, resolve))
    const server = imap.server as Server
    server.on('secureConnection', (socket) => socket.on('data', (bytes: Buffer) => heard.push(String(bytes))))
    after(() => new Promise<void>((resolve) => imap.close(() => resolve())))
    return `imaps://testuser:testpass@127.0.0.1:${(server.address() as AddressInfo).port}/INBOX`
  }
  const pulled = async (imap_url: string): Promise<number> => {
    const mail_in = { address: place.address, receiver: null, imap_url }
    const { app, database, given } = await startService({ now: () => now, log, mail_in, jobs: { poll_s: 0.5 } })
    await given.tenant()
    await enqueue(database.db, 'pull_mail', {})
    await until('it was pulled', async () => {
      const { rows } = await sql`
        select from pgboss.job where name = 'pull_mail' and state in ('completed', 'failed')`.execute(database.db)
      return rows.length === 1
    })
    await app.stop()
    return (await sql`select from messages where subject = 'Pulled'`.execute(database.db)).rows.length
  }
  const wrong_name = await startImap(others)
  const unknown = await startImap(own)
  for (const [imap_url, reason] of [
    [unknown, /IMAP_URL cannot be opened: self-signed certificate/],
    [wrong_name, /IMAP_URL cannot be opened: .*altnames|IMAP_URL cannot be opened: self-signed/],
  ] as const) {
    assert.equal(await pulled(imap_url), 0)
    assert.match(lines.join(''), reason)
    const finding = await found({ MAIL_IN_ADDRESS: place.address, IMAP_URL: imap_url }, 'mail_in')
    assert.equal(finding.result, 'problem')
    assert.match(finding.do ?? '', /certificate .* IMAP_URL.*NODE_EXTRA_CA_CERTS/)
    assert.doesNotMatch(JSON.stringify(finding), /testpass/)
  }
  assert.doesNotMatch(lines.join(''), /testpass/)
  assert.doesNotMatch(heard.join(''), /testpass|LOGIN|AUTHENTICATE/i, 'the password was not said')
  await believing(others, async () => assert.equal(await pulled(wrong_name), 0, 'a good one of another name'))
  await believing(own, async () => {
    assert.equal(await pulled(unknown), 1)
    assert.equal((await found({ MAIL_IN_ADDRESS: place.address, IMAP_URL: unknown }, 'mail_in')).result, 'ok')
  })
})

test('no mail goes to a server with a wrong certificate; it waits, and the row and the doctor say why', async () => {
  for (const secure of [true, false]) {
    const server = await startSmtp({ secure, ...own, disabledCommands: [] })
    const smtp_url = `${secure ? 'smtps' : 'smtp'}://127.0.0.1:${server.port}`
    const sender = await startService({ smtp_url, now: () => now, jobs: { poll_s: 0.5 } })
    const its = await sender.given.tenant()
    const token = await sender.given.token(its)
    await sender.given.debtor(its, { debtor_number: 'D1', primary_email_address: 'debtor@example.org' })
    const message = { subject: 'Hello', body: 'Hello.' }
    const json = { administration_id: Number(its.administration_id), debtor_number: 'D1', message }
    const sent = await sender.call('POST /v1/messages', { token, json })
    assert.ok(sent.status < 300, sent.text)
    const row = async () =>
      sender.database.db.selectFrom('mails').select(['id', 'status', 'last_error', 'attempts']).executeTakeFirst()
    await until('it was tried', async () => ((await row())?.last_error ?? '') !== '')
    const refused = await row()
    assert.match(refused?.last_error ?? '', /self-signed certificate/)
    assert.equal(refused?.status, 'queued', 'it is tried again')
    assert.equal(server.received.length, 0)
    const finding = await found({ SMTP_URL: smtp_url, MAIL_FROM: 'x@example.com' }, 'mail')
    assert.equal(finding.result, 'problem')
    assert.match(finding.do ?? '', /certificate .* SMTP_URL.*NODE_EXTRA_CA_CERTS/)
    await believing(own, async () => {
      assert.equal((await found({ SMTP_URL: smtp_url, MAIL_FROM: 'x@example.com' }, 'mail')).result, 'ok')
      await enqueue(sender.database.db, 'send_mail', { mail_id: refused?.id ?? '' })
      await until('it is sent', async () => (await row())?.status === 'sent')
    })
    assert.equal(server.received.length, 1)
  }
})
