import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { keptMails } from '../src/mail/kept.ts'
import { sendMail, sendWritten } from '../src/mail/send_mail.ts'
import { type Service, startService } from './harness.ts'
import { partnerOf } from './oauth.ts'
import { readable, startSmtp } from './smtp.ts'
import { until } from './until.ts'
import { givenPerson, visitor } from './visitor.ts'

const now = (): Date => new Date('2026-11-14T09:30:00Z')
const smtp = await startSmtp()
const quick = { poll_s: 0.5, retries: { times: 20, first_s: 0, longest_s: 0 } }
const service = await startService({ smtp_url: smtp.url, now, jobs: quick })

const mailsOf = ({ database }: Service) => database.db.selectFrom('mails').selectAll().orderBy('id').execute()
const gone = async (one: Service): Promise<boolean> => (await mailsOf(one)).every(({ status }) => status !== 'queued')

/** A token of an application that lives at 203.0.113.7, shown twenty times at once by somebody elsewhere. */
async function steal(one: Service, notification_email_addresses: string[]) {
  const partner = partnerOf(one, now)
  const connected = await partner.connect({ ip_allow_list: ['203.0.113.7'], notification_email_addresses })
  const at_home = { 'x-forwarded-for': '203.0.113.7' }
  const code = await partner.code(connected.grant_id)
  const form = { grant_type: 'authorization_code', code, redirect_uri: 'https://app.example.com/callback' }
  const answer = await partner.token(connected.application, form, {
    form: new URLSearchParams(form).toString(),
    headers: at_home,
  })
  const { access_token } = answer.body as { access_token: string }
  assert.equal(await partner.debtors(access_token, connected.tenant, at_home), 200)
  const elsewhere = { 'x-forwarded-for': '198.51.100.9' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => partner.debtors(access_token, connected.tenant, elsewhere)),
  )
  // Whoever comes after the end of the token does not even learn that the address was wrong.
  assert.ok(answers.includes(403) && answers.every((status) => status === 403 || status === 401), String(answers))
  assert.equal(await partner.debtors(access_token, connected.tenant, at_home), 401)
  return { ...connected, access_token }
}

test('a token that turns up elsewhere ends, and exactly one mail says so', async () => {
  const { tenant, application, access_token } = await steal(service, ['ops@example.com', 'security@example.com'])
  await until('mails are out', () => gone(service))
  const [mail, ...more] = smtp.received
  assert.ok(mail)
  assert.equal(more.length, 0)
  assert.deepEqual(mail.to, ['ops@example.com', 'security@example.com'])
  const company = await nameOf('companies', tenant.company_id)
  const name = await nameOf('applications', application.id)
  assert.equal(mail.headers.get('subject'), `A token of ${name} was used from another address`)
  const text = readable(mail)
  for (const part of ['14 November 2026 at 09:30 UTC', '198.51.100.9', name, company, 'IP allow list']) {
    assert.ok(text.includes(part), `the mail contains ${part}`)
  }
  assert.ok(!text.includes(access_token))
  const [row, ...others] = await mailsOf(service)
  assert.deepEqual([row?.kind, row?.status, others.length], ['address_blocked', 'sent', 0])
})

const nameOf = async (table: 'companies' | 'applications', id: string): Promise<string> =>
  (await service.database.db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

test('an application that named nobody is not written to', async () => {
  const before = (await mailsOf(service)).length
  await steal(service, [])
  assert.equal((await mailsOf(service)).length, before)
})

test('an address that was typed wrong does not keep the token alive', async () => {
  const { db } = service.database
  const partner = partnerOf(service, now)
  const { application, tenant, grant_id } = await partner.connect({ ip_allow_list: ['203.0.113.7'] })
  const wrong = { notification_email_addresses: ['not an address', 'right@example.com'] }
  await db.updateTable('applications').set(wrong).where('id', '=', application.id).execute()
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const form = { grant_type: 'authorization_code', code: await partner.code(grant_id) }
  const request = { ...form, redirect_uri: 'https://app.example.com/callback' }
  const answer = await partner.token(application, request, { form: new URLSearchParams(request).toString(), headers })
  const { access_token } = answer.body as { access_token: string }
  assert.equal(await partner.debtors(access_token, tenant, { 'x-forwarded-for': '198.51.100.9' }), 403)
  assert.equal(await partner.debtors(access_token, tenant, headers), 401)
  assert.deepEqual((await mailsOf(service)).at(-1)?.to_addresses, ['right@example.com'])
})

test('without a server the mail is kept in the data folder', async () => {
  const quiet = await startService({ now })
  await steal(quiet, ['ops@example.com'])
  await until('the mail is kept', () => gone(quiet))
  const [row] = await mailsOf(quiet)
  assert.equal(row?.status, 'kept')
  assert.deepEqual(await readdir(join(quiet.data_dir, 'mails')), [`${row.id}.json`])
  const mail = await keptMails(quiet.data_dir).read(row.id, row.message_id_header ?? '')
  assert.match(mail?.text ?? '', /came from the address 198\.51\.100\.9/)
})

const notice = (one: Service, to: string): Promise<string> =>
  sendMail(one.database.db, {
    kind: 'password_changed',
    to: [to],
    locale: 'nl',
    company_id: null,
    user_id: null,
    parameters: { at: now().toISOString(), address: null },
    now: now(),
  })

test('two services on one database share the mails, and send each once', async () => {
  const beside = await startService({ beside: service, smtp_url: smtp.url, now, jobs: quick })
  smtp.received.length = 0
  const people = Array.from({ length: 40 }, (_, index) => `person${index}@example.com`)
  await Promise.all(people.map((to) => notice(service, to)))
  await until('mails are out', () => gone(service))
  assert.deepEqual(smtp.received.map(({ to }) => to[0]).sort(), [...people].sort())
  const runs = async (one: Service): Promise<number> => {
    const { text } = await one.call('GET /metrics')
    return Number(/dunlin_job_runs_total\{queue="send_mail",ending="done"\} (\d+)/.exec(text)?.[1] ?? 0)
  }
  assert.ok((await runs(beside)) > 0, 'the second one took part')
})

test('a link to reset a password does not wait behind the letters of others', async () => {
  let letGo = (): void => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let under_way = 0
  const slow = await startSmtp({
    onMailFrom: (_, __, done) => {
      under_way++
      void gate.then(() => done())
    },
  })
  const one = await startService({ smtp_url: slow.url, now, jobs: quick })
  const { company_id, administration_id } = await one.given.tenant()
  const { email_address } = await givenPerson(one, company_id)
  const content = { language: 'en', subject: 'About your invoice', paragraphs: [], body: 'Hello', signature: 'Example' }
  const envelope = { sender_name: 'Example', reply_to: 'billing@example.com', cc: [], bcc: [], attachments: [] }
  const about = { administration_id, resource_type: 'message', resource_id: '1' } as const
  const letter = { kind: 'message', about, content, ...envelope, automatic: false, now: now() }
  for (let count = 0; count < 60; count++) {
    await sendWritten(one.database.db, { ...letter, to: [`debtor${count}@example.com`] })
  }
  await until('letters are under way', () => under_way > 0)
  await visitor(one).send('POST /console/forgotten_password', { email_address })
  await until('the link was asked for', async () => (await mailsOf(one)).some(({ kind }) => kind === 'password_reset'))
  letGo()
  await until('mails are out', () => gone(one))
  const place = slow.received.findIndex(({ to }) => to[0] === email_address)
  assert.ok(place >= 0 && place < 20, `behind ${place} of 60 letters`)
})

test('operators see what waits and what failed', async () => {
  const refusing = await startSmtp({
    onRcptTo: (_, __, done) => done(Object.assign(new Error('Nobody here'), { responseCode: 550 })),
  })
  const one = await startService({ smtp_url: refusing.url, now, jobs: quick })
  await notice(one, 'nobody@example.com')
  await until('the numbers say so', async () => {
    const { text } = await one.call('GET /metrics')
    return (
      text.includes('dunlin_jobs{queue="send_mail",state="failed"} 1') &&
      text.includes('dunlin_job_runs_total{queue="send_mail",ending="failed"} 1')
    )
  })
  assert.equal((await mailsOf(one))[0]?.last_error, 'nobody@example.com: 550 Nobody here')
})
