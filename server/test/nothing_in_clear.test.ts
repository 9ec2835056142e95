import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { createLink } from '../src/auth/one_time_links.ts'
import { codeFor, exchange } from './consent.ts'
import { type Answer, type CallOptions, type Service, startService } from './harness.ts'
import { leaks } from './leaks.ts'
import { logTo } from './log_to.ts'
import { linkTo } from './mailbox.ts'
import { redirect_uri } from './oauth.ts'
import { type Visitor, visitor } from './visitor.ts'

let now_ms = Date.now()
const lines: string[] = []
const log = logTo('trace', (line: string) => void lines.push(line))
const service = await startService({ now: () => new Date(now_ms), log })
const { database } = service

/** Everything secret that was typed or given out. A code of six digits is none by the time that it was used. */
const secrets = new Set<string>()
const keep = (value: unknown): void => {
  if (typeof value === 'string' && value.length >= 12) secrets.add(value)
}
const names =
  /^(password|current_password|token|client_secret|access_token|refresh_token|csrf_token|secret|code|recovery_code)$/

function note(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    if (names.test(name)) keep(member)
    if (name === 'recovery_codes' && Array.isArray(member)) member.forEach(keep)
    note(member)
  }
}

/** The service, with somebody who listens to all that is said. */
const heard: Service = {
  ...service,
  call: async (line, options: CallOptions = {}) => {
    note(options.json)
    if (options.form) note(Object.fromEntries(new URLSearchParams(options.form)))
    if (options.token) keep(options.token)
    if (options.basic) keep(Buffer.from(`${options.basic.client_id}:${options.basic.client_secret}`).toString('base64'))
    for (const [, value] of (options.headers?.cookie ?? '').matchAll(/=([^;]+)/g)) keep(value)
    const answer = await service.call(line, options)
    note(answer.body)
    for (const cookie of answer.headers.getSetCookie()) keep(cookie.split(/[=;]/)[1])
    const code = /[?&]code=([^&]+)/.exec(answer.headers.get('location') ?? '')?.[1]
    keep(code)
    return answer
  },
}
const { call } = heard

const ok = (answer: Answer, status = 200): Record<string, string> => {
  assert.equal(answer.status, status, answer.text)
  return answer.body as Record<string, string>
}
const codeNow = (secret: string): string => {
  now_ms += 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now_ms })
}
const email_address = 'robin@example.com'
const password = 'herring gull at dawn 4'
const second_password = 'curlew over dry sand 8'
const third_password = 'godwit in the deep mud'
const kept = { ...heard, database }

/** The first company, through the link that the server prints. */
async function setUp(): Promise<Visitor> {
  const token = await createLink(database.db, { purpose: 'set_up', user_id: null, now: new Date(now_ms) })
  const who = visitor(heard)
  ok(await who.send('POST /console/link', { token }))
  const company = { company_name: 'Example Trading', administration_name: 'Main', country_code: 'NL', locale: 'en-GB' }
  const names = { first_name: 'Robin', last_name: 'Example' }
  ok(await who.send('POST /console/set_up', { token, ...company, ...names, email_address, password }))
  return who
}

/** The second factor on, used, and its codes made anew; then a new password, and signing in with all of it. */
async function secondFactor(who: Visitor): Promise<string> {
  const begun = ok(await who.send('POST /console/account/two_step/begin', { current_password: password }))
  const { secret = '' } = begun
  secrets.add(encodeURIComponent(begun.otpauth_url ?? ''))
  const confirm = { current_password: password, secret, code: codeNow(secret) }
  ok(await who.send('POST /console/account/two_step/confirm', confirm))
  const more = { current_password: password, code: codeNow(secret) }
  const { recovery_codes } = ok(await who.send('POST /console/account/recovery_codes', more))
  ok(await who.send('POST /console/account/password', { current_password: password, password: second_password }))
  const again = visitor(heard, '192.0.2.7')
  assert.equal((await again.signIn({ email_address, password: 'a wrong guess of mine' })).status, 401)
  ok(await again.signIn({ email_address, password: second_password }))
  assert.equal(
    (await again.signIn({ email_address, password: second_password, code: 'aaaa-bbbb-cccc-dddd' })).status,
    401,
  )
  ok(await again.signIn({ email_address, password: second_password, code: codeNow(secret) }))
  ok(await again.send('POST /console/sign_out'))
  ok(await again.signIn({ email_address, password: second_password, code: recovery_codes?.[0] ?? '' }))
  return recovery_codes?.[1] ?? ''
}

/** Somebody is invited, forgets the password, and is let in again. */
async function guest(who: Visitor): Promise<void> {
  const invited = { first_name: 'Kim', last_name: 'Guest', email_address: 'kim@example.com', company_role: 'standard' }
  ok(await who.send('POST /console/users', invited), 201)
  const invitation = await linkTo(kept, 'kim@example.com', 'invitation')
  ok(await visitor(heard).send('POST /console/link/use', { token: invitation, password }))
  ok(await visitor(heard).send('POST /console/forgotten_password', { email_address: 'kim@example.com' }))
  const token = await linkTo(kept, 'kim@example.com', 'password_reset')
  ok(await visitor(heard).send('POST /console/link/use', { token, password: third_password }))
  assert.equal((await visitor(heard).send('POST /console/link/use', { token, password: third_password })).status, 404)
}

/** Applications of both kinds and a static token: consent, exchange, refresh, and everything that is refused. */
async function programs(who: Visitor): Promise<void> {
  const permissions = ['administrations:read', 'debtors:read']
  const common = { name: 'Bookkeeper', permissions, ip_allow_list: ['127.0.0.1'] }
  const wanted = { ...common, grant_type: 'authorization_code', redirect_uri }
  const made = ok(await who.send('POST /console/applications', wanted), 201)
  const old = { client_id: made.client_id ?? '', client_secret: made.client_secret ?? '' }
  const rotated = ok(await who.send(`POST /console/applications/${made.id}/rotate_secret`))
  const basic = { ...old, client_secret: rotated.client_secret ?? '' }
  const code = await codeFor(heard, who, basic, { permissions })
  assert.equal((await exchange(heard, old, code)).status, 401)
  const pair = ok(await exchange(heard, basic, code))
  const post = (path: string, fields: Record<string, string>) =>
    call(`POST /oauth/${path}`, { basic, form: new URLSearchParams(fields).toString() })
  ok(await post('introspect', { token: pair.access_token ?? '' }))
  const next = ok(await post('token', { grant_type: 'refresh_token', refresh_token: pair.refresh_token ?? '' }))
  const { body } = await call('GET /v1/administrations', { token: next.access_token ?? '' })
  const [administration] = (body as { data: { id: string }[] }).data
  ok(await call(`GET /v1/debtors?administration_id=${administration?.id}`, { token: pair.access_token ?? '' }))
  const away = { 'x-forwarded-for': '198.51.100.1' }
  assert.equal((await call('GET /v1/administrations', { token: pair.access_token ?? '', headers: away })).status, 403)
  ok(await post('revoke', { token: next.refresh_token ?? '' }))
  const machine = ok(await who.send('POST /console/applications', { ...common, grant_type: 'client_credentials' }), 201)
  const own = { client_id: machine.client_id ?? '', client_secret: machine.client_secret ?? '' }
  ok(await call('POST /oauth/token', { basic: own, form: 'grant_type=client_credentials' }))
  const fixed = ok(
    await who.send('POST /console/api_tokens', { name: 'Script', permissions, all_administrations: true }),
    201,
  )
  ok(await call(`GET /v1/debtors?administration_id=${administration?.id}`, { token: fixed.token ?? '' }))
  const place = { administration_id: administration?.id, url: 'https://hooks.example.com/' }
  const webhook = ok(await who.send('POST /console/webhooks', place), 201)
  ok(await who.send(`POST /console/webhooks/${webhook.id}/renew_secret`, place))
  ok(await who.send(`POST /console/webhooks/${webhook.id}/test`, place))
}

test('no secret of a whole journey stays in clear, in a table, in a job, in a dump or in the log', async () => {
  const who = await setUp()
  const recovery_code = await secondFactor(who)
  await guest(who)
  await programs(who)
  ok(await visitor(heard).send('POST /console/forgotten_password', { email_address }))
  const token = await linkTo(kept, email_address, 'password_reset')
  ok(await visitor(heard).send('POST /console/link/use', { token, password: third_password, recovery_code }))
  assert.equal([...secrets].filter((one) => one.startsWith('whsec_')).length, 2, 'secrets of a webhook')
  for (const prefix of ['session', 'device', 'link', 'secret', 'code', 'access', 'refresh', 'static'])
    assert.ok(
      [...secrets].some((one) => one.startsWith(`dunlin${prefix}`)),
      `a ${prefix} was given out`,
    )
  for (const one of [password, second_password, third_password, recovery_code, 'a wrong guess of mine'])
    assert.ok(secrets.has(one))
  assert.ok(secrets.size > 60, `${secrets.size} secrets`)
  assert.ok(lines.length > 50, `${lines.length} lines of log`)
  assert.deepEqual(await leaks(service, secrets, lines), [])
})

test('whatever way a secret is kept, it would be found', async () => {
  const secret = 'dunlinsecretthatnobodyshouldkeep'
  const found = () => leaks(service, new Set([secret]), ['a line', `… Basic ${btoa(secret)} …`])
  assert.deepEqual(await found(), [`the log keeps ${secret}`])
  const { db } = database
  await db.updateTable('companies').set({ name: secret }).execute()
  const since = new Date(now_ms).toISOString()
  await db
    .insertInto('failed_attempts')
    .values({ key_hash: Buffer.from(secret), since, count: 1 })
    .execute()
  await db
    .insertInto('audit_entries')
    .values({ action: 'x', details: JSON.stringify({ secret }), created_at: since })
    .execute()
  await database.pool.query(`update pgboss.job set data = jsonb_build_object('secret', $1::text)`, [secret])
  const places = (await found()).map((line) => line.split(' keeps ')[0])
  for (const place of ['public.companies', 'public.failed_attempts', 'public.audit_entries', 'the log'])
    assert.ok(places.includes(place), `${place} of ${places.join()}`)
  assert.ok(places.some((place) => place?.startsWith('pgboss.')))
})
