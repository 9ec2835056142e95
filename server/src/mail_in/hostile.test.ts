import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { mailTo } from '../../test/mail_client.ts'
import { until } from '../../test/until.ts'
import { mailAddress } from '../domain/mail_address.ts'
import { openStore } from '../files/store.ts'
import { mail_bytes_max } from './mail_in.ts'
import { readMail } from './reading/read_mail.ts'
import { startMailReader, UnreadableMail } from './reading/thread.ts'
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
const count = async (): Promise<number> =>
  Number((await sql<{ n: string }>`select count(*) as n from incoming_mails`.execute(database.db)).rows[0]?.n)
const bring = (raw: string | Buffer): Promise<string> => mailTo(port, { envelope: { from: 'x@example.org', to }, raw })
const isAlive = async (): Promise<void> => {
  const before = await count()
  assert.match(await mailTo(port, { from: 'x@example.org', to, subject: 'Alive', text: 'Still here.' }), /^250/)
  assert.equal(await count(), before + 1)
}

test('parts within parts, and headers without end, are refused, and the service goes on', async () => {
  let nested = 'Content-Type: text/plain\r\n\r\nx'
  for (let depth = 0; depth < 400; depth++) {
    nested = `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${nested}\r\n--b${depth}--\r\n`
  }
  assert.match(await bring(`From: x@example.org\r\nMIME-Version: 1.0\r\n${nested}`), /^550 .*cannot be read/)
  const long = `X-Long: ${'y'.repeat(900)}\r\n`.repeat(3_000)
  assert.match(await bring(`From: x@example.org\r\n${long}\r\nHello.`), /^550 .*cannot be read/)
  await isAlive()
})

test('of hundreds of files the first are kept', async () => {
  const part = '--b\r\nContent-Type: text/plain; name=x\r\nContent-Disposition: attachment\r\n\r\nx\r\n'
  const raw = `From: x@example.org\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(900)}--b--\r\n`
  assert.match(await bring(raw), /^250/)
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from message_attachments group by message_id order by 1 desc limit 1`.execute(
    database.db,
  )
  assert.equal(rows[0]?.n, 25)
  await isAlive()
})

test('what is larger than a mail may be is refused, announced or not', async () => {
  assert.match(await bring(Buffer.alloc(mail_bytes_max + 10, 'x\r\n')), /^552/)
  await isAlive()
})

test('no header of a mail becomes a header of ours, and no zero byte a row', async () => {
  const raw = [
    'From: =?utf-8?Q?Robin=0D=0ABcc=3A_all=40example.com?= <x@example.org>',
    'Subject: =?utf-8?B?SGVsbG8ADQpCY2M6IHhAZXhhbXBsZS5jb20=?=',
    ...[
      'Message-ID: <injected@example.org>',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'zero \u0000 byte \ud800',
      '',
    ],
  ].join('\r\n')
  assert.match(await bring(raw), /^250/)
  const { rows } = await sql<{ subject: string; from_name: string; content: string }>`
    select m.subject, i.from_name, m.content from incoming_mails i
    join messages m on m.administration_id = i.administration_id and m.id = i.message_id
    where i.message_header_id = '<injected@example.org>'`.execute(database.db)
  assert.deepEqual([rows[0]?.subject, rows[0]?.from_name], ['Hello Bcc: x@example.com', 'Robin Bcc: all@example.com'])
  assert.match(rows[0]?.content ?? '', /^zero {2}byte/)
})

test('a zero byte in what a mail calls itself, or answers, keeps nobody from taking it', async () => {
  const subject = 'Zero in its names'
  const names = ['Message-ID: <a\0b@example.org>', 'In-Reply-To: =?utf-8?Q?<c=00d@example.org>?=']
  for (const name of names)
    assert.match(
      await bring([`Subject: ${subject}`, name, 'From: x@example.org', '', 'Hello.', ''].join('\r\n')),
      /^250/,
    )
  const report = [
    'Subject: Undelivered',
    'From: mailer-daemon@example.org',
    'Auto-Submitted: auto-replied',
    '',
    names[0],
  ]
  assert.match(await bring([...report, 'jo@example.com: unknown', ''].join('\r\n')), /^250/)
  const { rows } = await sql<{ message_header_id: string | null }>`
    select i.message_header_id from incoming_mails i
    join messages m on m.administration_id = i.administration_id and m.id = i.message_id
    where m.subject = ${subject}::text`.execute(database.db)
  assert.deepEqual(rows, [{ message_header_id: null }, { message_header_id: null }])
})

test('blanks and names without end are read at once', async () => {
  const began = performance.now()
  const blanks = `From: x@example.org\r\n\r\nfirst  \r\n${' '.repeat(90_000)}last`
  assert.match((await readMail(Buffer.from(blanks))).written, /^first\n {90000}last$/)
  const long = `From: x@example.org\r\nDelivered-To: ${'a'.repeat(400_000)}, ${to}\r\n\r\nHello.`
  assert.deepEqual((await readMail(Buffer.from(long))).named, [to])
  assert.ok(performance.now() - began < 5_000)
})

test('names of files are names, wherever they point', async () => {
  const names = ['../../etc/passwd', 'C:\\\\boot.ini', '.htaccess', 'a\u202egpj.exe', `${'x'.repeat(400)}.pdf`]
  const parts = names.map((name) => `--b\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\nx\r\n`).join('')
  const raw = `From: x@example.org\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--\r\n`
  const { files } = await readMail(Buffer.from(raw))
  const [first, second, third, fourth, fifth] = files.map(({ filename }) => filename)
  assert.deepEqual([first, second, third, fourth], ['passwd', 'boot.ini', 'htaccess', 'agpj.exe'])
  assert.equal(fifth?.length, 154)
})

test('one address gets so many conversations and no more, and slow ones end', async () => {
  const mail_in = {
    ...{ database, store, place, mail_from: 'dunlin@example.com', reader: startMailReader(), now: () => now },
  }
  const complaints: unknown[] = []
  const log = (error: unknown): void => void complaints.push(error)
  const patience = { silence_ms: 60_000, session_ms: 1_500 }
  const slow = await startReceiver(mail_in, { ...receiver, told: () => {}, log, patience })
  const sockets: Socket[] = []
  const heard: string[] = []
  for (let one = 0; one < 60; one++) {
    const socket = connect(slow.port() ?? 0, '127.0.0.1')
    socket.on('data', (bytes) => heard.push(String(bytes)))
    socket.on('error', () => {})
    sockets.push(socket)
  }
  await until('all heard something', async () => heard.length >= 60)
  assert.equal(heard.filter((one) => one.startsWith('220')).length, 20)
  assert.equal(heard.filter((one) => one.startsWith('421')).length, 40)
  // Whoever keeps talking without saying anything is ended as well.
  const talking = setInterval(() => sockets[0]?.write('NOOP\r\n'), 100)
  await until('the slow ones are gone', async () => sockets.every((socket) => socket.closed))
  clearInterval(talking)
  await slow.stop()
  await mail_in.reader.close()
})

test('where another process has the port, this one waits for it', async () => {
  const mail_in = {
    ...{ database, store, place, mail_from: 'dunlin@example.com', reader: startMailReader(), now: () => now },
  }
  const watched = () => {
    const said: string[] = []
    const told = (problem: Error | null): void => void said.push(problem?.message ?? 'it has it')
    return { said, told, log: assert.fail }
  }
  const had = watched()
  const first = await startReceiver(mail_in, { ...receiver, ...had })
  const taken = first.port() ?? assert.fail()
  const waited = watched()
  const next = await startReceiver(mail_in, { ...receiver, port: taken, ...waited })
  assert.equal(next.port(), null)
  assert.match(waited.said[0] ?? '', /^Mail cannot come in at port \d+ of 127\.0\.0\.1: another program has it/)
  await first.stop()
  await until('the next one has it', async () => next.port() === taken)
  await next.stop()
  assert.deepEqual(had.said, ['it has it'])
  assert.deepEqual(waited.said.slice(1), ['it has it'], 'each change is told once')
  await mail_in.reader.close()
})

test('an address that is none of this machine ends the start with what to do', async () => {
  const mail_in = {
    ...{ database, store, place, mail_from: 'dunlin@example.com', reader: startMailReader(), now: () => now },
  }
  for (const host of ['192.0.2.1', 'nowhere.invalid']) {
    const starting = startReceiver(mail_in, { ...receiver, host, told: () => assert.fail(), log: assert.fail })
    await assert.rejects(starting, /no address of this machine\. Set MAIL_IN_HOST to one that is/)
  }
})

test('a thread that cannot start is no fault of the mail, which may come later', async () => {
  const reader = startMailReader({ program: new URL('./no_such_file.ts', import.meta.url) })
  await assert.rejects(reader.read(Buffer.from('Subject: Hello\r\n\r\nHello.')), (error: Error) => {
    assert.match(error.message, /^Mails cannot be read now: Cannot find module/)
    return !(error instanceof UnreadableMail)
  })
  await reader.close()
})

test('one address takes so many mails in an hour, and asks for patience then', async () => {
  const other = await given.message(tenant, { debtor_id })
  const flooded = mailAddress(place, { use: 'reply', record: 'message', administration_id, id: other })
  const said: string[] = []
  for (let mail = 0; mail < 62; mail++) {
    said.push(await mailTo(port, { from: 'flood@example.org', to: flooded, subject: `Flood ${mail}`, text: 'x' }))
  }
  assert.equal(said.filter((one) => one.startsWith('250')).length, 60)
  assert.match(said.at(-1) ?? '', /^451 4\.7\.1/)
  await isAlive()
})
