import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { keyOf } from '../src/auth/failed_attempts.ts'
import { type Answer, data, startService } from './harness.ts'
import { linkTo, mailTo } from './mailbox.ts'
import { signedIn, test_password, visitor } from './visitor.ts'

const minute_ms = 60_000
const step_ms = 30_000
// A clock that only moves when told: codes change every half a minute.
let now_ms = Date.now()
const now = (): Date => new Date(now_ms)
const later = (ms: number): void => {
  now_ms += ms
}
const service = await startService({ now })
const { given, database } = service
const tenant = await given.tenant()

const ok = (answer: Answer): Answer => {
  assert.equal(answer.status, 200, answer.text)
  return answer
}
const refusal = (answer: Answer): [number, string] => [answer.status, (answer.body as { message: string }).message]

/** The code that the app shows now, or some steps from now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() + steps * step_ms })

/** Somebody who switched the second factor on, as the page does it. */
async function careful(company_id = tenant.company_id) {
  const who = await signedIn(service, company_id)
  const begun = ok(await who.send('POST /console/account/two_step/begin', { current_password: test_password }))
  const { secret, otpauth_url } = begun.body as { secret: string; otpauth_url: string }
  const body = { current_password: test_password, secret, code: codeOf(secret) }
  const confirmed = ok(await who.send('POST /console/account/two_step/confirm', body))
  const { recovery_codes } = confirmed.body as { recovery_codes: string[] }
  later(step_ms)
  return { ...who, secret, otpauth_url, recovery_codes }
}

test('it is switched on with the password and a code, and a mail says so', async () => {
  const who = await signedIn(service, tenant.company_id)
  assert.deepEqual(refusal(await who.send('POST /console/account/two_step/begin', { current_password: 'wrong' })), [
    422,
    'current_password: is wrong',
  ])
  const { body } = ok(await who.send('POST /console/account/two_step/begin', { current_password: test_password }))
  const { secret, otpauth_url } = body as { secret: string; otpauth_url: string }
  const url = new URL(otpauth_url)
  assert.deepEqual(
    [url.protocol, url.host, url.searchParams.get('secret'), url.searchParams.get('issuer')],
    ['otpauth:', 'totp', secret, 'Dunlin'],
  )
  assert.match(decodeURIComponent(url.pathname), new RegExp(who.email_address))
  const confirm = (change: object) =>
    who.send('POST /console/account/two_step/confirm', {
      current_password: test_password,
      secret,
      code: codeOf(secret),
      ...change,
    })
  assert.equal((await confirm({ code: '000000' })).status, 422)
  assert.equal((await confirm({ code: codeOf(secret, 3) })).status, 422)
  assert.equal((await confirm({ secret: 'A'.repeat(31) })).status, 422)
  assert.equal((await confirm({ current_password: 'wrong' })).status, 422)
  assert.equal(((await who.session()).person as { two_step: boolean }).two_step, false)
  const { recovery_codes } = ok(await confirm({ code: `${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}` }))
    .body as { recovery_codes: string[] }
  assert.equal(new Set(recovery_codes).size, 10)
  for (const one of recovery_codes) assert.match(one, /^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  const { two_step, recovery_codes_left } = (await who.session()).person as Record<string, unknown>
  assert.deepEqual([two_step, recovery_codes_left], [true, 10])
  assert.deepEqual(refusal(await confirm({})), [422, 'two_step: is on already'])
  await mailTo(service, who.email_address, 'two_step_changed')
})

test('switching it on ends every other session of the person, and of nobody else', async () => {
  const who = await signedIn(service, tenant.company_id)
  const elsewhere = visitor(service)
  ok(await elsewhere.signIn(who))
  const colleague = await signedIn(service, tenant.company_id)
  const begun = ok(await who.send('POST /console/account/two_step/begin', { current_password: test_password }))
  const { secret } = begun.body as { secret: string }
  const confirm = (code: string) =>
    who.send('POST /console/account/two_step/confirm', { current_password: test_password, secret, code })
  assert.equal((await confirm('000000')).status, 422)
  assert.notEqual((await elsewhere.session()).person, null, 'nothing happened so far')
  ok(await confirm(codeOf(secret)))
  assert.equal((await elsewhere.session()).person, null)
  for (const one of [who, colleague]) assert.notEqual((await one.session()).person, null)
})

test('signing in asks for a code after the right password only', async () => {
  const { email_address, secret } = await careful()
  const who = visitor(service)
  assert.deepEqual(ok(await who.signIn({ email_address })).body, { signed_in: false, second_factor: true })
  assert.equal((await who.session()).person, null)
  assert.equal((await who.signIn({ email_address, password: 'wrong' })).status, 401)
  assert.equal((await who.signIn({ email_address, password: 'wrong', code: codeOf(secret) })).status, 401)
  assert.equal((await who.signIn({ email_address, code: '000000' })).status, 401)
  const answer = ok(await who.signIn({ email_address, code: codeOf(secret) }))
  assert.deepEqual(answer.body, { signed_in: true, second_factor: false })
  assert.notEqual((await who.session()).person, null)
})

test('a code works once, also when it is sent many times at once, and an older one not after it', async () => {
  const { email_address, secret } = await careful()
  const code = codeOf(secret)
  const rivals = await Promise.all(
    Array.from({ length: 6 }, (_, index) => visitor(service, `192.0.2.${index}`).signIn({ email_address, code })),
  )
  assert.deepEqual(rivals.map(({ status }) => status).sort(), [200, 401, 401, 401, 401, 401])
  assert.equal((await visitor(service).signIn({ email_address, code })).status, 401)
  assert.equal((await visitor(service).signIn({ email_address, code: codeOf(secret, -1) })).status, 401)
  ok(await visitor(service).signIn({ email_address, code: codeOf(secret, 1) }))
})

test('the clock of a phone may be half a minute off, and not more', async () => {
  const { email_address, secret } = await careful()
  later(5 * minute_ms)
  assert.equal((await visitor(service).signIn({ email_address, code: codeOf(secret, -2) })).status, 401)
  assert.equal((await visitor(service).signIn({ email_address, code: codeOf(secret, 2) })).status, 401)
  ok(await visitor(service).signIn({ email_address, code: codeOf(secret, -1) }))
  ok(await visitor(service).signIn({ email_address, code: codeOf(secret, 1) }))
})

test('codes cannot be guessed: not from many places, not many at once, and the owner is not kept out', async () => {
  const owner = await careful()
  const { email_address, secret } = owner
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      visitor(service, `2001:db8:${index}::`).signIn({ email_address, code: String(100_000 + index) }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(10).fill(401), ...Array(6).fill(429)])
  assert.equal((await visitor(service, '2001:db8:99::').signIn({ email_address, code: codeOf(secret) })).status, 429)
  ok(await owner.signIn({ email_address, code: codeOf(secret) }))
  const entries = data(await owner.get('/console/audit_entries?actions=second_factor_refused'))
  assert.equal(entries.filter(({ user_id }) => user_id === owner.id).length, 10, 'somebody knows the password')
  later(15 * minute_ms)
  ok(await visitor(service, '2001:db8:99::').signIn({ email_address, code: codeOf(secret) }))
})

test('codes cannot be guessed for days either: somebody who knows the password has fifty a day', async () => {
  const owner = await careful()
  const { id, email_address, secret } = owner
  const key_hash = keyOf({ kind: 'code_of_person_in_a_day', of: [id] })
  await database.db.insertInto('failed_attempts').values({ key_hash, since: now().toISOString(), count: 41 }).execute()
  const guess = (place: number) => visitor(service, `192.0.2.${place}`).signIn({ email_address, code: '100000' })
  assert.deepEqual(
    [...new Set((await Promise.all(Array.from({ length: 9 }, (_, n) => guess(n)))).map((one) => one.status))],
    [401],
  )
  later(20 * minute_ms)
  const refused = await visitor(service, '192.0.2.77').signIn({ email_address, code: codeOf(secret) })
  assert.deepEqual(refusal(refused), [429, 'Too many attempts. Try again in 24 hours.'])
  ok(await owner.signIn({ email_address, code: codeOf(secret) }))
  later(24 * 60 * minute_ms)
  ok(await visitor(service, '192.0.2.77').signIn({ email_address, code: codeOf(secret) }))
})

test('each recovery code opens once, however it is typed', async () => {
  const owner = await careful()
  const { email_address, recovery_codes } = owner
  const [one = '', two = '', three = ''] = recovery_codes
  ok(await visitor(service).signIn({ email_address, code: one }))
  assert.equal((await visitor(service).signIn({ email_address, code: one })).status, 401)
  ok(await visitor(service).signIn({ email_address, code: ` ${two.toUpperCase().replaceAll('-', ' ')} ` }))
  const rivals = await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      visitor(service, `192.0.2.${index}`).signIn({ email_address, code: three }),
    ),
  )
  assert.deepEqual(rivals.map(({ status }) => status).sort(), [200, 401, 401, 401])
  assert.equal(((await owner.session()).person as { recovery_codes_left: number }).recovery_codes_left, 7)
  const used = data(await owner.get('/console/audit_entries?actions=recovery_code_used'))
  assert.equal(used.filter(({ user_id }) => user_id === owner.id).length, 3)
  const other = await careful()
  assert.equal(
    (await visitor(service).signIn({ email_address, code: other.recovery_codes[0] ?? '' })).status,
    401,
    'nobody else’s',
  )
})

test('new recovery codes end the old ones, and ask for password and code', async () => {
  const who = await careful()
  const { email_address, secret, recovery_codes } = who
  const make = (body: object) => who.send('POST /console/account/recovery_codes', body)
  assert.deepEqual(refusal(await make({ current_password: 'wrong', code: codeOf(secret) })), [
    422,
    'current_password: is wrong',
  ])
  assert.deepEqual(refusal(await make({ current_password: test_password, code: '123123' })), [422, 'code: is wrong'])
  const code = codeOf(secret)
  const { body } = ok(await make({ current_password: test_password, code }))
  assert.deepEqual(refusal(await make({ current_password: test_password, code })), [422, 'code: is wrong'])
  const fresh = (body as { recovery_codes: string[] }).recovery_codes
  assert.equal(fresh.length, 10)
  assert.equal((await visitor(service).signIn({ email_address, code: recovery_codes[0] ?? '' })).status, 401)
  ok(await visitor(service).signIn({ email_address, code: fresh[0] ?? '' }))
})

test('a new password keeps the app working', async () => {
  const who = await careful()
  const { email_address, secret, recovery_codes } = who
  const password = 'plover over wet sand'
  ok(await who.send('POST /console/account/password', { current_password: test_password, password }))
  const again = visitor(service)
  assert.equal(
    (ok(await again.signIn({ email_address, password })).body as { second_factor: boolean }).second_factor,
    true,
  )
  ok(await again.signIn({ email_address, password, code: codeOf(secret) }))
  ok(await visitor(service).signIn({ email_address, password, code: recovery_codes[0] ?? '' }))
})

test('switching it off asks for password and code, and forgets everything of it', async () => {
  const who = await careful()
  const { email_address, secret, recovery_codes } = who
  const end = (body: object) => who.send('POST /console/account/two_step/end', body)
  assert.equal((await end({ current_password: test_password, code: '123123' })).status, 422)
  assert.equal((await end({ current_password: 'wrong', code: codeOf(secret) })).status, 422)
  ok(await end({ current_password: test_password, code: recovery_codes[3] ?? '' }))
  assert.deepEqual(refusal(await end({ current_password: test_password, code: codeOf(secret) })), [
    422,
    'two_step: is not on',
  ])
  assert.deepEqual(ok(await visitor(service).signIn({ email_address })).body, { signed_in: true, second_factor: false })
  const left = await database.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', who.id).execute()
  assert.deepEqual(left, [])
})

test('who found an open browser and knows the password cannot guess the code in it for long', async () => {
  const who = await careful()
  const guess = (index: number) =>
    who.send('POST /console/account/two_step/end', { current_password: test_password, code: String(200_000 + index) })
  const answers: number[] = []
  for (let index = 0; index < 11; index++) answers.push((await guess(index)).status)
  assert.deepEqual(answers, [...Array(10).fill(422), 429])
})

test('a forgotten password with the app on needs a recovery code, and the app is set up anew', async () => {
  const who = await careful()
  const { email_address, recovery_codes } = who
  ok(await visitor(service).send('POST /console/forgotten_password', { email_address }))
  const token = await linkTo(service, email_address, 'password_reset')
  const stranger = visitor(service)
  const looked = ok(await stranger.send('POST /console/link', { token })).body as { needs_recovery_code: boolean }
  assert.equal(looked.needs_recovery_code, true)
  const password = 'plover over wet sand'
  const use = (body: object) => stranger.send('POST /console/link/use', { token, password, ...body })
  assert.deepEqual(refusal(await use({})), [422, 'recovery_code: is missing'])
  assert.deepEqual(refusal(await use({ recovery_code: 'aaaa-bbbb-cccc-dddd' })), [422, 'recovery_code: is wrong'])
  assert.equal((await use({ recovery_code: recovery_codes[0], password: 'short' })).status, 422)
  assert.notEqual((await who.session()).person, null, 'nothing happened so far')
  ok(await use({ recovery_code: recovery_codes[0] }))
  assert.equal(((await stranger.session()).person as { two_step: boolean }).two_step, false)
  assert.equal((await who.session()).person, null)
  assert.deepEqual(ok(await visitor(service).signIn({ email_address, password })).body, {
    signed_in: true,
    second_factor: false,
  })
})

test('an administrator switches it off for somebody who lost everything, and never for themselves', async () => {
  const company = await given.tenant()
  const administrator = await careful(company.company_id)
  const colleague = await careful(company.company_id)
  assert.equal((await administrator.send(`POST /console/users/${administrator.id}/reset_two_step`)).status, 409)
  ok(await administrator.send(`POST /console/users/${colleague.id}/reset_two_step`))
  assert.equal((await colleague.session()).person, null, 'their sessions end')
  assert.deepEqual(ok(await visitor(service).signIn(colleague)).body, { signed_in: true, second_factor: false })
  await mailTo(service, colleague.email_address, 'two_step_changed')
  const [entry] = data(await administrator.get('/console/audit_entries?actions=two_step_reset'))
  assert.deepEqual(entry?.details, { email_address: colleague.email_address, about_user_id: colleague.id })
  ok(await administrator.send(`POST /console/users/${colleague.id}/reset_two_step`))
})

test('the secret of the app is locked with the password at rest', async () => {
  const who = await careful()
  const { totp_secret } = await database.db
    .selectFrom('users')
    .select('totp_secret')
    .where('id', '=', who.id)
    .executeTakeFirstOrThrow()
  assert.ok(totp_secret)
  for (const encoding of ['base64url', 'latin1'] as const)
    assert.ok(!Buffer.from(totp_secret, encoding).toString('latin1').includes(who.secret))
  // Two who have the same secret and password do not show it.
  const again = await careful()
  const row = await database.db.selectFrom('users').select('totp_secret').where('id', '=', again.id).executeTakeFirst()
  assert.notEqual(row?.totp_secret?.slice(0, 20), totp_secret.slice(0, 20))
})
