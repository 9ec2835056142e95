import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openStore } from '../src/files/store.ts'
import { makeSigner } from '../src/mail/dkim.ts'
import { addressOf, startService } from './harness.ts'

const { database, data_dir } = await startService()
const bin = fileURLToPath(new URL('../bin/dunlin.js', import.meta.url))
const env = {
  ...{ ...process.env, DATABASE_URL: addressOf(database.connection), DATA_DIR: data_dir, LOG_LEVEL: '' },
  // Nobody answers there, so nothing is asked outside.
  ...{ MAIL_FROM: 'billing@example.com', DNS_SERVERS: '127.0.0.1:9' },
}
const mailDomain = async (...args: string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, [bin, 'mail-domain', ...args, '--json'], { env })
  return JSON.parse(stdout) as { domain: string; selector: string; checks: { state: string; line: string }[] }
}

test('dunlin mail-domain makes a key once, prints the lines, and makes another when told to', async () => {
  const made = await mailDomain()
  assert.equal(made.domain, 'example.com')
  assert.deepEqual(
    made.checks.map(({ state, line }) => [state, line.split(/[ ;]/)[0]]),
    [
      ['unreachable', 'v=spf1'],
      ['unreachable', 'v=DKIM1'],
      ['unreachable', 'v=DMARC1'],
    ],
  )
  assert.equal((await mailDomain()).selector, made.selector)
  const now = new Date('2026-11-16T09:00:00Z')
  const { link_key } = await openStore({ data_dir, files_url: null, now })
  const sign = makeSigner(database.db, link_key)
  assert.equal((await sign('example.com'))?.keySelector, made.selector)
  assert.notEqual((await mailDomain('--renew')).selector, made.selector)
})
