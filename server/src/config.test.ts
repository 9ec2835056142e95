import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'

test('mails are kept unless a server is named', () => {
  const { smtp_url, mail_from } = readConfig({})
  assert.deepEqual(
    { smtp_url, mail_from },
    { smtp_url: null, mail_from: { name: 'Dunlin', address: 'dunlin@localhost' } },
  )
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

test('a server without a sender, or an address that is none, is told without repeating it', () => {
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
