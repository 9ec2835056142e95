import assert from 'node:assert/strict'
import { createHash, createPublicKey, createVerify } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { startTextServer } from '../../test/name_server.ts'
import { type Received, startSmtp } from '../../test/smtp.ts'
import { until } from '../../test/until.ts'
import { signedIn } from '../../test/visitor.ts'
import { openStore } from '../files/store.ts'
import { makeMailDomain, makeSigner } from './dkim.ts'
import { type DomainCheck, dkimLine } from './domain_check.ts'
import { makePace } from './pace.ts'

const now = new Date('2026-11-16T09:00:00Z')
const smtp = await startSmtp()
const texts = new Map<string, string[]>()
const dns = await startTextServer(texts)
const service = await startService({
  ...{ smtp_url: smtp.url, now: () => now, jobs: { poll_s: 0.5 }, mail_rate_per_domain: 12 },
  dns_servers: [dns],
})
const { given, call, database, data_dir } = service
const tenant = await given.tenant()
const token = await given.token(tenant)
const { link_key } = await openStore({ data_dir, files_url: null, now })
const made = await makeMailDomain(database.db, link_key, { domain: 'example.com', renew: false, now })

async function message(to: string): Promise<Received> {
  const debtor_number = `D-${to}`
  await given.debtor(tenant, { debtor_number, primary_email_address: to })
  const json = {
    administration_id: tenant.administration_id,
    debtor_number,
    message: { subject: 'Hello', body: 'Text.' },
  }
  const { status, text } = await call('POST /v1/messages', { token, json })
  assert.equal(status, 200, text)
  await until('it arrived', async () => smtp.received.some((one) => one.to.includes(to)))
  return smtp.received.find((one) => one.to.includes(to)) ?? assert.fail()
}

/** Checks a signature as RFC 6376 has it, relaxed both ways, with nothing of the library that made it. */
function isSigned({ source }: Received, public_key: string): boolean {
  const end = source.indexOf('\r\n\r\n')
  const fields = source.slice(0, end).split(/\r\n(?![ \t])/)
  const own = fields.find((one) => /^dkim-signature:/i.test(one)) ?? ''
  const tags = new Map(
    own
      .slice(own.indexOf(':') + 1)
      .split(';')
      .map((one) => [one.slice(0, one.indexOf('=')).trim(), one.slice(one.indexOf('=') + 1).replace(/\s+/g, '')]),
  )
  const relaxed = (field: string): string => {
    const colon = field.indexOf(':')
    const value = field
      .slice(colon + 1)
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim()
    return `${field.slice(0, colon).trim().toLowerCase()}:${value}`
  }
  const body = source
    .slice(end + 4)
    .replace(/[ \t]+(?=\r\n)/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '\r\n')
  if (createHash('sha256').update(body).digest('base64') !== tags.get('bh')) return false
  const signed = (tags.get('h') ?? '').split(':').flatMap((name) => {
    const field = fields.findLast((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    return field ? [relaxed(field)] : []
  })
  const last = relaxed(own)
    .replace(/b=[^;]*$/, 'b=')
    .replace(/; ?b=[^;]*;/, '; b=;')
  const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' })
  return createVerify('sha256')
    .update([...signed, last].join('\r\n'))
    .verify(key, tags.get('b') ?? '', 'base64')
}

test('mails are signed with the key of their domain, which lies locked in the database', async () => {
  const mail = await message('signed@one.example')
  assert.match(mail.headers.get('dkim-signature') ?? '', new RegExp(`d=example\\.com; .*s=${made.selector};`))
  assert.ok(isSigned(mail, made.public_key))
  assert.ok(!isSigned({ ...mail, source: mail.source.replace('Text.', 'Test.') }, made.public_key))
  const { rows } = await sql<{ locked_key: Buffer }>`select locked_key from mail_domains`.execute(database.db)
  assert.ok(!rows[0]?.locked_key.includes('PRIVATE KEY'))
  const stranger = makeSigner(database.db, Buffer.alloc(32, 1))
  assert.equal(await stranger('example.com'), null, 'another key opens nothing')
  const again = await makeMailDomain(database.db, link_key, { domain: 'example.com', renew: false, now })
  assert.deepEqual(again, made, 'a domain that has a key keeps it')
})

test('a page shows which lines of DNS are there, wrong or missing, and what to add', async () => {
  const boss = await signedIn(service, tenant.company_id)
  const check = async () => {
    const answer = await boss.get('/console/mail_domain')
    assert.equal(answer.status, 200, answer.text)
    return (answer.body as { checks: DomainCheck[] }).checks
  }
  assert.deepEqual(
    (await check()).map(({ name, state }) => [name, state]),
    ['spf', 'dkim', 'dmarc'].map((name) => [name, 'missing']),
  )
  for (const { host, line } of await check()) texts.set(host, ['something=else', line])
  assert.deepEqual(
    (await check()).map(({ state }) => state),
    ['ok', 'ok', 'ok'],
  )
  texts.set('example.com', ['v=spf1 mx ~all', 'v=spf1 a -all'])
  texts.set(`${made.selector}._domainkey.example.com`, [dkimLine({ ...made, public_key: 'AAAA' })])
  texts.set('_dmarc.example.com', ['v=DMARC1; rua=mailto:x@example.com'])
  assert.deepEqual(
    (await check()).map(({ state }) => state),
    ['wrong', 'wrong', 'wrong'],
  )
})

test('mails to one domain keep their distance, others and those of users do not wait', async () => {
  let passed_ms = 0
  const pace = makePace(60, () => passed_ms)
  const waits = Array.from({ length: 12 }, () => pace('slow.example'))
  assert.deepEqual(waits, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  assert.equal(pace('other.example'), 0)
  passed_ms = 3_000
  assert.equal(pace('slow.example'), 0)
  assert.equal(makePace(0)('slow.example'), 0)
  for (let one = 0; one < 3; one++) await message(`a${one}@paced.example`)
  const debtor_number = 'D-late'
  await given.debtor(tenant, { debtor_number, primary_email_address: 'late@paced.example' })
  const json = {
    administration_id: tenant.administration_id,
    debtor_number,
    message: { subject: 'Late', body: 'Text.' },
  }
  await call('POST /v1/messages', { token, json })
  await until('it waits', async () => {
    const { rows } = await sql`select from pgboss.job where name = 'send_mail' and data->>'paced' = 'true'
      and start_after > created_on`.execute(database.db)
    return rows.length === 1
  })
  await until('it arrived', async () => smtp.received.some(({ to }) => to.includes('late@paced.example')))
  const { rows } = await sql<{ attempts: number }>`
    select attempts from mails where 'late@paced.example' = any(to_addresses)`.execute(database.db)
  assert.deepEqual(rows, [{ attempts: 1 }], 'waiting is no attempt')
})
