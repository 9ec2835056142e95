import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigProblem, readConfig } from './config.ts'

test('mails are kept unless a server is named', () => {
  const { smtp_url, mail_from } = readConfig({})
  assert.deepEqual(
    { smtp_url, mail_from },
    { smtp_url: null, mail_from: { name: 'Dunlin', address: 'dunlin@localhost' } },
  )
})

test('nodes are those of a cluster that is named', () => {
  const DATABASE_URL = 'postgres://coordinator.example.com/dunlin'
  assert.equal(readConfig({ DATABASE_URL, READ_NODES: 'on' }).read_nodes, true)
  assert.equal(readConfig({ DATABASE_URL }).read_nodes, false)
  assert.throws(() => readConfig({ READ_NODES: 'on' }), /READ_NODES needs DATABASE_URL/)
  assert.throws(() => readConfig({ DATABASE_URL, READ_NODES: 'yes' }), /READ_NODES must be on or off/)
})

test('a replica is one of a database that is named', () => {
  const [DATABASE_URL, REPLICA_URL] = ['postgres://one.example.com/dunlin', 'postgres://two.example.com/dunlin']
  assert.equal(readConfig({ DATABASE_URL, REPLICA_URL }).replica_url, REPLICA_URL)
  assert.throws(() => readConfig({ REPLICA_URL }), /REPLICA_URL needs DATABASE_URL/)
  assert.throws(() => readConfig({ DATABASE_URL, REPLICA_URL: 'two.example.com' }), /REPLICA_URL must begin with/)
})

test('who mails are from is a name and an address, or an address', () => {
  const from = (MAIL_FROM: string) => readConfig({ SMTP_URL: 'smtps://u:p@mail.example.com', MAIL_FROM }).mail_from
  assert.deepEqual(from('billing@example.com'), { name: '', address: 'billing@example.com' })
  assert.deepEqual(from('Example Trading <billing@example.com>'), {
    name: 'Example Trading',
    address: 'billing@example.com',
  })
  assert.deepEqual(from('"Trading, Example" <billing@example.com>'), {
    name: 'Trading, Example',
    address: 'billing@example.com',
  })
  for (const wrong of [
    'billing',
    'a@b@c',
    'A <billing@example.com>, B <b@example.com>',
    'A <>',
    'x <y z@example.com>',
  ]) {
    assert.throws(() => from(wrong), /MAIL_FROM must be an address/, wrong)
  }
})

test('a mail server without a sender, or with an invalid address, is reported without repeating the address', () => {
  assert.throws(
    () => readConfig({ SMTP_URL: 'smtp://mail.example.com' }),
    /MAIL_FROM must say who mails are from, because SMTP_URL is set/,
  )
  for (const SMTP_URL of [
    'user:hunter2@mail.example.com',
    'https://user:hunter2@mail.example.com',
    'smtp://',
    'smtp:',
  ]) {
    assert.throws(
      () => readConfig({ SMTP_URL, MAIL_FROM: 'a@example.com' }),
      (error: Error) => /SMTP_URL must be an address such as/.test(error.message) && !error.message.includes('hunter2'),
      SMTP_URL,
    )
  }
})

test('an address for links is a name alone', () => {
  const read = (BASE_URL: string) => readConfig({ BASE_URL }).base_url
  assert.equal(read('https://Dunlin.example.com/'), 'https://dunlin.example.com')
  assert.equal(read('http://127.0.0.1:8080'), 'http://127.0.0.1:8080')
  for (const wrong of ['https://example.com/dunlin', 'https://example.com/?a=b', 'https://example.com/#a'])
    assert.throws(() => read(wrong), /BASE_URL must be an address such as .*and no path/, wrong)
  for (const wrong of ['ftp://example.com', 'example.com', 'dunlin', 'javascript:alert(1)', 'https://'])
    assert.throws(() => read(wrong), /BASE_URL must be an address such as https:\/\/dunlin\.example\.com/, wrong)
})

test('everything that is wrong is reported at once, in one sentence, before anything is started', () => {
  const env = { PORT: 'abc', LOG_LEVEL: 'INFO', TRUST_PROXY: 'foo, 10.0.0.0/8', HOST: '999.1.1.1', FILES_URL: 's3://' }
  assert.throws(
    () => readConfig(env),
    (error: Error) => {
      assert.ok(error instanceof ConfigProblem)
      for (const problem of [/PORT must be .*«abc»/, /LOG_LEVEL must be .*«INFO»/, /TRUST_PROXY must be .*holds «foo»/])
        assert.match(error.message, problem)
      assert.match(error.message, /HOST must be .*«999\.1\.1\.1»/)
      assert.match(error.message, /FILES_URL must look like s3:\/\/key:secret@host\/bucket/)
      return true
    },
  )
  const { host, trust_proxy } = readConfig({ HOST: 'localhost', TRUST_PROXY: 'loopback,::1,fd00::/16' })
  assert.deepEqual([host, trust_proxy], ['localhost', ['loopback', '::1', 'fd00::/16']])
  assert.equal(readConfig({ HOST: '::' }).host, '::')
})

test('a password that is not encoded is reported without repeating it', () => {
  for (const password of ['hun#ter2', 'hun/ter2', 'hun?ter2']) {
    assert.throws(
      () => readConfig({ DATABASE_URL: `postgres://dunlin:${password}@127.0.0.1:5432/dunlin` }),
      (error: Error) =>
        /DATABASE_URL must look like .*percent-encoded/.test(error.message) && !/ter2/.test(error.message),
      password,
    )
  }
  const sockets = 'postgres://dunlin@localhost:5432/dunlin?host=%2Fvar%2Frun%2Fpostgresql'
  assert.equal(readConfig({ DATABASE_URL: sockets }).database_url, sockets)
})

test('mail comes in at an address, through a port, a mailbox or both', () => {
  assert.equal(readConfig({}).mail_in, null)
  const mailbox = { MAIL_IN_ADDRESS: 'Replies@Example.com', IMAP_URL: 'imaps://u:p@mail.example.com' }
  assert.deepEqual(readConfig(mailbox).mail_in, {
    ...{ address: 'replies@example.com', receiver: null, imap_url: 'imaps://u:p@mail.example.com' },
  })
  const listening = { MAIL_IN_ADDRESS: 'replies@example.com', MAIL_IN_PORT: '2525', MAIL_IN_HOST: '0.0.0.0' }
  assert.deepEqual(readConfig(listening).mail_in?.receiver, { host: '0.0.0.0', port: 2525, tls: null })
  for (const [env, says] of [
    [{ MAIL_IN_PORT: '25' }, /MAIL_IN_ADDRESS must say/],
    [{ MAIL_IN_ADDRESS: 'replies@example.com' }, /MAIL_IN_PORT or IMAP_URL must say/],
    [{ ...listening, MAIL_IN_ADDRESS: 'a+b@example.com' }, /MAIL_IN_ADDRESS must be an address/],
    [{ ...listening, MAIL_IN_TLS_CERT: '/x' }, /belong together/],
    [{ ...mailbox, IMAP_URL: 'https://secret@x' }, /IMAP_URL must be an address/],
  ] as const) {
    assert.throws(() => readConfig(env), says)
  }
  assert.throws(
    () => readConfig({ ...mailbox, IMAP_URL: 'https://u:secret@x' }),
    (error: Error) => !/secret/.test(error.message),
  )
})
