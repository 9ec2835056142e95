import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Counted, keyOf, placeOf } from '../src/auth/failed_attempts.ts'
import { hashPassword, passwordProblem } from '../src/auth/passwords.ts'
import { hashSecret } from '../src/auth/secrets.ts'
import { type Answer, data, startService } from './harness.ts'
import { mailTo } from './mailbox.ts'
import { givenPerson, signedIn, test_password, type Visitor, visitor } from './visitor.ts'

const minute_ms = 60_000
const day_ms = 86_400_000
let now_ms = Date.now()
const later = (ms: number): void => {
  now_ms += ms
}
const service = await startService({ now: () => new Date(now_ms) })
const { call, given, database } = service
const tenant = await given.tenant()
const person = (options: Parameters<typeof givenPerson>[2] = {}) => givenPerson(service, tenant.company_id, options)

/** The lines by which an answer sets cookies, by name. */
const cookies = (answer: Answer): Map<string, string> =>
  new Map(answer.headers.getSetCookie().map((line) => [line.split('=')[0] ?? '', line]))

const isIn = async (who: Visitor): Promise<boolean> => (await who.session()).person !== null
const ok = (answer: Answer): void => assert.equal(answer.status, 200, answer.text)
/** As if so many had failed before: each costs a password hash, and the first hundred prove nothing new. */
const failures = async (counted: Pick<Counted, 'kind' | 'of'>, count: number): Promise<void> => {
  const since = new Date(now_ms).toISOString()
  await database.db
    .insertInto('failed_attempts')
    .values({ key_hash: keyOf(counted), since, count })
    .execute()
}
const wrong = { code: 'unauthorized', message: 'The email address, the password or the code is wrong.' }

test('signing in begins a new session, and the cookie of before is worth nothing', async () => {
  const who = visitor(service)
  const first = await who.get('/console/session')
  const before = who.cookies.get('dunlin_session')
  assert.deepEqual(cookies(first).get('dunlin_session')?.split('; ').slice(1), [
    'Max-Age=2592000',
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
  ])
  const { email_address } = await person()
  const answer = await who.signIn({ email_address: ` ${email_address.toUpperCase()} ` })
  assert.deepEqual(answer.body, { signed_in: true, second_factor: false })
  assert.match(cookies(answer).get('dunlin_session') ?? '', /; HttpOnly; SameSite=Lax$/)
  assert.match(cookies(answer).get('dunlin_device') ?? '', /; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
  assert.notEqual(who.cookies.get('dunlin_session'), before)
  assert.ok(await isIn(who))
  // Whoever planted the first cookie is not signed in with it.
  const planter = visitor(service)
  planter.cookies.set('dunlin_session', before ?? '')
  assert.ok(!(await isIn(planter)))
})

test('a visitor who looks leaves nothing in the database', async () => {
  const rows = async () => (await database.db.selectFrom('sessions').select('id').execute()).length
  const before = await rows()
  await visitor(service).get('/console/session')
  assert.equal(await rows(), before)
})

test('signing out ends the session for every copy of the cookie', async () => {
  const who = await signedIn(service, tenant.company_id)
  const thief = visitor(service)
  thief.cookies.set('dunlin_session', who.cookies.get('dunlin_session') ?? '')
  assert.ok(await isIn(thief))
  const answer = await who.send('POST /console/sign_out')
  ok(answer)
  assert.match(cookies(answer).get('dunlin_session') ?? '', /^dunlin_session=; .*Max-Age=0|Expires=Thu, 01 Jan 1970/)
  assert.ok(!(await isIn(thief)))
  assert.equal((await thief.get('/console/sessions')).status, 401)
  ok(await who.send('POST /console/sign_out'))
})

test('signing in again in the same browser ends the session it had', async () => {
  const who = await signedIn(service, tenant.company_id)
  const old = visitor(service)
  old.cookies.set('dunlin_session', who.cookies.get('dunlin_session') ?? '')
  ok(await who.signIn(await person()))
  assert.ok(!(await isIn(old)))
  assert.ok(await isIn(who))
})

test('a session ends after a week without use, and after a month in any case', async () => {
  const idle = await signedIn(service, tenant.company_id)
  const busy = await signedIn(service, tenant.company_id)
  later(6 * day_ms)
  assert.ok(await isIn(busy))
  later(day_ms - minute_ms)
  assert.ok(await isIn(busy))
  later(2 * minute_ms)
  assert.ok(!(await isIn(idle)), 'seven days')
  for (const days of [6, 6, 6, 4]) {
    later(days * day_ms)
    assert.ok(await isIn(busy), 'as long as it is used')
  }
  later(day_ms)
  assert.ok(!(await isIn(busy)), 'thirty days, although it was used')
})

test('under https the cookies are bound to the host and never travel in clear', async () => {
  const secure = await startService({ beside: service, base_url: 'https://dunlin.example.com' })
  const who = visitor(secure)
  const answer = await who.signIn(await person())
  ok(answer)
  for (const name of ['__Host-dunlin_session', '__Host-dunlin_device']) {
    const line = cookies(answer).get(name) ?? ''
    assert.match(line, /; Path=\/; HttpOnly; Secure; SameSite=Lax$/, line)
    assert.doesNotMatch(line, /Domain/i)
  }
  assert.ok(await isIn(who))
  // A cookie without the prefix, as another host of the domain could plant it, does not count.
  const planted = visitor(secure)
  planted.cookies.set('dunlin_session', who.cookies.get('__Host-dunlin_session') ?? '')
  assert.ok(!(await isIn(planted)))
})

test('a wrong password, an unknown address and somebody without a password are answered the same', async () => {
  const known = await person()
  await database.db
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', (await person()).id)
    .execute()
  const invited = await person()
  await database.db.updateTable('users').set({ password_hash: null }).where('id', '=', invited.id).execute()
  for (const credentials of [
    { email_address: known.email_address, password: 'not this one, I fear' },
    { email_address: 'nobody@example.com' },
    { email_address: invited.email_address },
    { email_address: known.email_address, password: `${test_password} ` },
  ]) {
    const answer = await visitor(service).signIn(credentials)
    assert.equal(answer.status, 401)
    assert.deepEqual(answer.body, wrong)
    assert.ok(!cookies(answer).has('dunlin_device'))
  }
})

test('an unknown address takes about as much work as a wrong password', async () => {
  const { id, email_address } = await person()
  const password_hash = await hashPassword(test_password)
  await service.database.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
  const time = async (address: string, index: number): Promise<number> => {
    const who = visitor(service, `198.51.100.${index}`)
    // A made-up device is looked up for everybody, or for nobody.
    who.cookies.set('dunlin_device', 'd'.repeat(50))
    await who.session()
    const { csrf_token } = await who.session()
    const headers = { ...who.headers(), 'x-csrf-token': csrf_token }
    // Time of the processor, and not of a clock on the wall: the machine may have other things to do.
    const begin = process.cpuUsage()
    const answer = await call('POST /console/sign_in', {
      json: { email_address: address, password: 'a wrong password' },
      headers,
    })
    assert.equal(answer.status, 401)
    const { user, system } = process.cpuUsage(begin)
    return (user + system) / 1000
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let index = 1; index <= 12; index++) {
    known.push(await time(email_address, index))
    unknown.push(await time(`nobody${index}@example.com`, index + 50))
  }
  const median = (all: number[]): number => all.sort((one, other) => one - other)[all.length >> 1] ?? 0
  const ratio = median(unknown) / median(known)
  assert.ok(ratio > 0.6 && ratio < 1.7, `${median(unknown)} against ${median(known)} ms`)
})

test('guessing is slowed at one place, also many guesses at once, and nobody is kept out for good', async () => {
  const { email_address } = await person()
  const guesser = visitor(service, '203.0.113.7')
  await guesser.session()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => guesser.signIn({ email_address, password: `guess number ${index}` })),
  )
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 401).length, 10)
  assert.equal(statuses.filter((status) => status === 429).length, 20)
  const refused = answers.find(({ status }) => status === 429)
  assert.match(refused?.text ?? '', /Too many attempts\. Try again in 15 minutes\./)
  const wait_s = Number(refused?.headers.get('retry-after'))
  assert.ok(wait_s > 0 && wait_s <= 900)
  // Not even the right password gets in from there, or the eleventh guess would be as good as the first.
  assert.equal((await guesser.signIn({ email_address })).status, 429)
  ok(await visitor(service, '203.0.113.8').signIn({ email_address }))
  later(15 * minute_ms)
  ok(await guesser.signIn({ email_address }))
})

test('what was refused at one place keeps the owner out nowhere else', async () => {
  const { email_address } = await person()
  const guesser = visitor(service, '203.0.113.30')
  await guesser.session()
  const guesses = Array.from({ length: 105 }, (_, index) => `guess number ${index}`)
  const answers = await Promise.all(guesses.map((password) => guesser.signIn({ email_address, password })))
  assert.equal(answers.filter(({ status }) => status === 429).length, 95)
  ok(await visitor(service, '203.0.113.31').signIn({ email_address }))
})

test('no text that somebody types counts as something else', async () => {
  const stranger = visitor(service, '203.0.113.40')
  const forget = (who: Visitor, email_address: string) =>
    who.send('POST /console/forgotten_password', { email_address })
  for (let count = 0; count < 60; count++) await forget(stranger, 'at 203.0.113.41')
  ok(await forget(visitor(service, '203.0.113.41'), (await person()).email_address))
})

test('an unknown address is slowed in the same way', async () => {
  const guesser = visitor(service, '203.0.113.9')
  const statuses: number[] = []
  for (let index = 0; index < 11; index++)
    statuses.push((await guesser.signIn({ email_address: 'no.such@example.com' })).status)
  assert.deepEqual(statuses, [...Array(10).fill(401), 429])
})

test('an attack from everywhere keeps the owner out neither of their own browser nor for good', async () => {
  const owner = await signedIn(service, tenant.company_id)
  const { email_address } = owner
  ok(await owner.send('POST /console/sign_out'))
  await failures({ kind: 'sign_in_account', of: [email_address] }, 90)
  const attackers = Array.from({ length: 20 }, (_, index) => visitor(service, `2001:db8:${index}::1`))
  const attack = await Promise.all(attackers.map((one) => one.signIn({ email_address, password: 'not the right one' })))
  assert.equal(attack.filter(({ status }) => status === 401).length, 10, 'a hundred guesses, from wherever')
  const stranger = visitor(service, '203.0.113.20')
  assert.equal((await stranger.signIn({ email_address })).status, 429, 'a browser that nobody knows has to wait')
  const answer = await owner.signIn({ email_address })
  assert.deepEqual(answer.body, { signed_in: true, second_factor: false }, 'the browser that signed in before has not')
  // From elsewhere the mailbox is a way in, all the while.
  await stranger.send('POST /console/forgotten_password', { email_address })
  const { token } = await mailTo(service, email_address, 'password_reset')
  ok(await stranger.send('POST /console/link/use', { token, password: 'plover over wet sand' }))
  assert.ok(await isIn(stranger))
})

test('the own browser is no way to guess without end, and a stolen cookie of it not for others', async () => {
  const owner = await signedIn(service, tenant.company_id)
  const other = await person()
  const statuses: number[] = []
  for (let index = 0; index < 21; index++)
    statuses.push((await owner.signIn({ email_address: owner.email_address, password: 'no idea at all' })).status)
  assert.deepEqual(statuses, [...Array(20).fill(401), 429])
  const elsewhere: number[] = []
  for (let index = 0; index < 11; index++)
    elsewhere.push((await owner.signIn({ email_address: other.email_address, password: 'no idea at all' })).status)
  assert.deepEqual(elsewhere, [...Array(10).fill(401), 429])
})

test('being right once does not forgive what was tried on others from the same place', async () => {
  const own = await person()
  await failures({ kind: 'sign_in_place', of: ['2001:db8:ffff:1::/64'] }, 190)
  for (let index = 0; index < 5; index++) ok(await visitor(service, `2001:db8:ffff:1::${index}`).signIn(own))
  const spray = Array.from({ length: 15 }, (_, index) => ({
    who: visitor(service, `2001:db8:ffff:1:${index}::`),
    email_address: `victim${index}@example.com`,
  }))
  const answers = await Promise.all(
    spray.map(({ who, email_address }) => who.signIn({ email_address, password: 'Summer 2026 was nice' })),
  )
  assert.equal(answers.filter(({ status }) => status === 429).length, 5, 'the whole network is one place, with 200')
})

test('a place is an address of IPv4, or a network of IPv6', () => {
  for (const [address, place] of [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
  ] as const)
    assert.equal(placeOf(address), place, address)
})

test('a new password must be long, and hard to guess for whoever knows the person', async () => {
  const about = ['robin.example@example.com', 'Robin', 'Example']
  for (const bad of [
    'short',
    'elevenchars',
    'x'.repeat(201),
    'aaaaaaaaaaaaaaaa',
    'password1234',
    'PasswordPassword',
    'Wachtwoord2026!',
    'Welkom01Welkom01',
    '123456789012',
    '210987654321',
    'abcdefghijklm',
    'qwertyuiop123',
    '1q2w3e4r5t6y7u',
    '1qaz2wsx3edc4rfv',
    'robin.example.1',
    'RobinExample99',
    'abcabcabcabcabc',
  ])
    assert.ok(passwordProblem(bad, about), bad)
  for (const good of [
    'herring gull at dawn 4',
    'x7$kP2mQ9zLw',
    'correct horse battery staple',
    'Robin likes wet marshes',
    'vier woorden naast elkaar',
    'пароль из четырёх слов',
    test_password,
  ])
    assert.equal(passwordProblem(good, about), null, good)
})

test('changing the password asks for it, ends all other sessions and links, and tells the person', async () => {
  const who = await signedIn(service, tenant.company_id)
  const { email_address } = who
  const elsewhere = visitor(service)
  ok(await elsewhere.signIn({ email_address }))
  await visitor(service).send('POST /console/forgotten_password', { email_address })
  const { token } = await mailTo(service, email_address, 'password_reset')
  const change = (current_password: string, password: string) =>
    who.send('POST /console/account/password', { current_password, password })
  const refused = await change('not my password', 'plover over wet sand')
  assert.deepEqual(
    [refused.status, refused.text],
    [422, JSON.stringify({ code: 'unprocessable_entity', message: 'current_password: is wrong' })],
  )
  const weak = await change(test_password, 'password1234')
  assert.equal(weak.status, 422)
  assert.match(weak.text, /"password: is too easy to guess/)
  assert.ok(await isIn(elsewhere))
  ok(await change(test_password, 'plover over wet sand'))
  assert.ok(await isIn(who))
  assert.ok(!(await isIn(elsewhere)))
  assert.equal((await who.signIn({ email_address })).status, 401)
  ok(await visitor(service).signIn({ email_address, password: 'plover over wet sand' }))
  assert.equal((await visitor(service).send('POST /console/link', { token })).status, 404)
  assert.match((await mailTo(service, email_address, 'password_changed')).text, /127\.0\.0\.1/)
})

test('whoever found an open browser cannot guess the password in it for long', async () => {
  const who = await signedIn(service, tenant.company_id)
  const guess = () =>
    who.send('POST /console/account/password', { current_password: 'a guess', password: 'plover over wet sand' })
  const statuses = (await Promise.all(Array.from({ length: 14 }, guess))).map(({ status }) => status).sort()
  assert.deepEqual(statuses, [...Array(10).fill(422), ...Array(4).fill(429)])
  // The owner elsewhere is not disturbed.
  const owner = visitor(service)
  ok(await owner.signIn(who))
  ok(await owner.send('POST /console/account/two_step/begin', { current_password: test_password }))
})

test('a sign-in that races with a change of the password never outlives it', async () => {
  const who = await signedIn(service, tenant.company_id)
  for (const password of ['plover over wet sand', 'curlew over dry sand', 'godwit over deep mud']) {
    const current_password = password.startsWith('plover')
      ? test_password
      : password.startsWith('curlew')
        ? 'plover over wet sand'
        : 'curlew over dry sand'
    const rivals = Array.from({ length: 6 }, (_, index) => visitor(service, `192.0.2.${index + 1}`))
    await Promise.all(rivals.map((one) => one.session()))
    const [changed] = await Promise.all([
      who.send('POST /console/account/password', { current_password, password }),
      ...rivals.map((one) => one.signIn({ email_address: who.email_address, password: current_password })),
    ])
    ok(changed)
    for (const one of rivals) assert.ok(!(await isIn(one)))
    later(15 * minute_ms)
  }
})

test('people see their sessions, and end one or all others', async () => {
  const who = await signedIn(service, tenant.company_id)
  const others = [visitor(service, '192.0.2.50'), visitor(service, '192.0.2.51'), visitor(service, '192.0.2.52')]
  for (const one of others) ok(await one.signIn(who))
  const sessions = data(await who.get('/console/sessions'))
  assert.deepEqual(
    sessions.map(({ ip }) => ip),
    ['192.0.2.52', '192.0.2.51', '192.0.2.50', '127.0.0.1'],
  )
  assert.equal(sessions.at(-1)?.id, ((await who.session()).person as { session_id: string }).session_id)
  ok(await who.send(`DELETE /console/sessions/${sessions[0]?.id}`))
  assert.deepEqual(await Promise.all(others.map(isIn)), [true, true, false])
  assert.equal((await who.send(`DELETE /console/sessions/${sessions[0]?.id}`)).status, 404)
  ok(await who.send('POST /console/sessions/end_others'))
  assert.deepEqual(await Promise.all(others.map(isIn)), [false, false, false])
  assert.ok(await isIn(who))
  const stranger = await signedIn(service, (await given.tenant()).company_id)
  assert.equal((await stranger.send(`DELETE /console/sessions/${sessions.at(-1)?.id}`)).status, 404)
})

test('names and languages are the own business, within reason', async () => {
  const who = await signedIn(service, tenant.company_id)
  ok(await who.send('PATCH /console/account', { first_name: 'Kim', last_name: 'de Vries', locale: 'nl' }))
  const { name, locale } = (await who.session()).person as { name: string; locale: string }
  assert.deepEqual([name, locale], ['Kim de Vries', 'nl'])
  for (const first_name of [' ', 'x'.repeat(201), 'Kim\nBcc: x', 'Kim\u202e'])
    assert.equal((await who.send('PATCH /console/account', { first_name, last_name: 'V', locale: 'nl' })).status, 422)
})

test('every step is in the audit, with who, when and from where', async () => {
  const company = await given.tenant()
  const who = await signedIn(service, company.company_id)
  ok(await who.send('PATCH /console/account', { first_name: 'Kim', last_name: 'V', locale: 'nl' }))
  ok(
    await who.send('POST /console/account/password', {
      current_password: test_password,
      password: 'plover over wet sand',
    }),
  )
  ok(await who.send('POST /console/sessions/end_others'))
  ok(await who.send('POST /console/sign_out'))
  ok(await who.signIn({ email_address: who.email_address, password: 'plover over wet sand' }))
  const entries = data(await who.get('/console/audit_entries'))
  assert.deepEqual(entries.map(({ action }) => action).reverse(), [
    'signed_in',
    'account_updated',
    'password_changed',
    'other_sessions_ended',
    'signed_out',
    'signed_in',
  ])
  for (const entry of entries) {
    assert.deepEqual([entry.user_id, entry.user_name, entry.ip], [who.id, 'Kim V', '127.0.0.1'])
    assert.ok(Math.abs(Date.parse(String(entry.created_at)) - now_ms) < minute_ms)
  }
  assert.deepEqual(entries.at(-2)?.details, { first_name: 'Kim', last_name: 'V', locale: 'nl' })
  // Newest first, with a filter as well.
  const some = data(await who.get('/console/audit_entries?actions=signed_in,signed_out&per_page=2'))
  assert.deepEqual(
    some.map(({ action }) => action),
    ['signed_in', 'signed_out'],
  )
})

test('only the hash of a session and of a device is kept', async () => {
  const who = await signedIn(service, tenant.company_id)
  const rows = await database.db
    .selectFrom('sessions')
    .select('session_id_hash')
    .where('user_id', '=', who.id)
    .execute()
  assert.deepEqual(
    rows.map(({ session_id_hash }) => session_id_hash),
    [hashSecret(who.cookies.get('dunlin_session') ?? '')],
  )
})
