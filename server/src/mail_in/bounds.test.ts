import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { mailApart, mailTo } from '../../test/mail_client.ts'
import { mailAddress } from '../domain/mail_address.ts'
import { openStore } from '../files/store.ts'
import { lines_max, measureMail, parts_max } from './reading/measure.ts'
import { startMailReader } from './reading/thread.ts'
import { startReceiver } from './receiver.ts'

const now = new Date('2026-11-16T09:00:00Z')
const receiver = { host: '127.0.0.1', port: 0, tls: null }
const service = await startService({
  now: () => now,
  mail_in: { address: 'replies@in.example.com', receiver, imap_url: null },
})
const { given, database, data_dir } = service
const port = service.app.mail_in_port() ?? assert.fail('no port')
const tenant = await given.tenant()
const { administration_id } = tenant
const store = await openStore({ data_dir, files_url: null, now })
const place = { address: 'replies@in.example.com', key: store.link_key }
const debtor_id = await given.debtor(tenant)
const message_id = await given.message(tenant, { debtor_id })
const to = mailAddress(place, { use: 'reply', record: 'message', administration_id, id: message_id })
const head = 'From: x@example.org\r\nMIME-Version: 1.0\r\n'
const envelope = { from: 'x@example.org', to }
const bring = (raw: string, at = port): Promise<string> => mailTo(at, { envelope, raw })
const incoming = async (): Promise<number> => (await sql`select from incoming_mails`.execute(database.db)).rows.length

/** A mail with a file, as mail programs encode it. */
function withFile(bytes: number): string {
  const encoded = Buffer.alloc(bytes, 'file').toString('base64').replace(/.{76}/g, '$&\r\n')
  const file = 'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=x.pdf'
  return `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello.\r\n--b\r\n${file}\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded}\r\n--b--\r\n`
}

test('a mail of too many lines or parts is refused for good, before it is read', async () => {
  const before = await incoming()
  assert.match(await bring(`${head}\r\n${'ab\r\n'.repeat(100_000)}`), /^554 5\.6\.0 .*more than 50000 lines.*as a file/)
  const long = `${'words of a long line '.repeat(4)}\r\n`
  assert.match(await bring(`${head}\r\n${long.repeat(lines_max + 1)}`), /^554 5\.6\.0 .*lines/)
  const part = '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'
  const parts = `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(parts_max + 1)}--b--\r\n`
  assert.match(await bring(parts), /^554 5\.6\.0 .*parts/)
  assert.equal(await incoming(), before)
  assert.match(await bring(`${head}\r\n${'ab\r\n'.repeat(lines_max - 10)}`), /^250/)
})

test('lines are counted however the bytes come, and those of files are not', () => {
  const counted = (text: string, at_once: number): boolean => {
    const measure = measureMail()
    const bytes = Buffer.from(text)
    let within = true
    for (let at = 0; at < bytes.length; at += at_once) within = measure.see(bytes.subarray(at, at + at_once))
    return within && measure.problem() === null
  }
  for (const at_once of [1, 7, 65_536]) {
    assert.ok(counted('ab\n'.repeat(lines_max), at_once))
    assert.ok(!counted('ab\n'.repeat(lines_max + 1), at_once))
    assert.ok(counted('--b\n'.repeat(parts_max), at_once))
    assert.ok(!counted('--b\n'.repeat(parts_max + 1), at_once))
    assert.ok(counted('a--b\n'.repeat(parts_max + 1), at_once))
    assert.ok(counted(`${'x'.repeat(76)}\n`.repeat(lines_max + 1), at_once))
  }
})

test('the largest mail with a file is taken, and nobody else waits for it', async () => {
  const raw = withFile(18_000_000)
  const longest: number[] = []
  // The machine may be busy with others, so the best of some counts.
  while (longest.length < 4 && !longest.some((one) => one < 200)) {
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const one = `Message-ID: <${longest.length}@example.org>\r\n${raw}`
    assert.match(await mailApart(port, { envelope, raw: one }), /^250/)
    delay.disable()
    longest.push(delay.max / 1e6)
  }
  assert.ok(
    longest.some((one) => one < 200),
    `others waited for ${longest.map(Math.round).join(', ')} ms`,
  )
})

test('what is not read in time may come once more, and is then refused for good', async () => {
  const reader = startMailReader({ read_ms: 1 })
  const mail_in = { database, store, place, mail_from: 'dunlin@example.com', reader, now: () => now }
  const log = (error: unknown): void => assert.fail(String(error))
  const slow = await startReceiver(mail_in, { ...receiver, told: () => {}, log })
  const at = slow.port() ?? assert.fail('no port')
  const [first, other] = [`${head}Subject: First\r\n\r\nHello.\r\n`, `${head}Subject: Other\r\n\r\nHello.\r\n`]
  assert.match(await bring(first, at), /^451 4\.7\.1 .*too long to read/)
  assert.match(await bring(other, at), /^451/, 'another mail is counted by itself')
  assert.match(await bring(first, at), /^550 5\.7\.1 .*too long to read/)
  assert.match(await bring(first, at), /^550/)
  await slow.stop()
  await reader.close()
})
