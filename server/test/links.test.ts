import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '../src/api/principal.ts'
import { keyOf } from '../src/auth/failed_attempts.ts'
import { createLink } from '../src/auth/one_time_links.ts'
import { type Answer, data, startService } from './harness.ts'
import { linkTo, mailTo } from './mailbox.ts'
import { lockWaits } from './servers.ts'
import { until } from './until.ts'
import { givenPerson, signedIn, visitor } from './visitor.ts'

const minute_ms = 60_000
const day_ms = 86_400_000
let now_ms = Date.now()
const now = (): Date => new Date(now_ms)
const later = (ms: number): void => {
  now_ms += ms
}
const service = await startService({ now })
const { given, database } = service
const tenant = await given.tenant()
const second = await given.tenant({ company_id: tenant.company_id })
const password = 'plover over wet sand'

const ok = (answer: Answer): Answer => {
  assert.equal(answer.status, 200, answer.text)
  return answer
}
const look = (token: string) => visitor(service).send('POST /console/link', { token })
const use = (token: string, who = visitor(service)) => who.send('POST /console/link/use', { token, password })
const forget = (email_address: string) => visitor(service).send('POST /console/forgotten_password', { email_address })

type Invited = { company_role?: Role | null; administrations?: { administration_id: string; role: Role }[] }
let counter = 0

/** Invites somebody, as the page does it. */
async function invite(role: Invited = { company_role: 'standard' }) {
  const email_address = `guest${++counter}@example.com`
  const answer = await administrator.send('POST /console/users', {
    first_name: 'Kim',
    last_name: 'Guest',
    email_address,
    ...role,
  })
  assert.equal(answer.status, 201, answer.text)
  const { id } = answer.body as { id: string }
  return { id, email_address, record: answer.body as Record<string, unknown> }
}
const administrator = await signedIn(service, tenant.company_id)

test('a forgotten password: the link in the mail sets a new one, signs in, and works once', async () => {
  const who = await signedIn(service, tenant.company_id)
  const { email_address } = who
  ok(await forget(email_address))
  const letter = await mailTo(service, email_address, 'password_reset')
  const first = letter.token
  ok(await forget(` ${email_address.toUpperCase()}`))
  const token = (await mailTo(service, email_address, 'password_reset', { after: letter.id })).token
  assert.notEqual(token, first)
  const looked = ok(await look(token)).body as Record<string, unknown>
  assert.deepEqual(
    { ...looked, expires_at: null },
    {
      purpose: 'password_reset',
      email_address,
      name: looked.name,
      company_name: looked.company_name,
      needs_recovery_code: false,
      expires_at: null,
    },
  )
  assert.ok(Date.parse(String(looked.expires_at)) <= now_ms + 60 * minute_ms)
  ok(await look(token))
  const stranger = visitor(service)
  ok(await use(token, stranger))
  assert.equal(((await stranger.session()).person as { email_address: string }).email_address, email_address)
  assert.equal((await who.session()).person, null, 'all sessions of before end')
  assert.equal((await use(token)).status, 404)
  assert.equal((await use(first)).status, 404, 'and so do all other links')
  assert.equal((await visitor(service).signIn({ email_address })).status, 401)
  ok(await visitor(service).signIn({ email_address, password }))
  await mailTo(service, email_address, 'password_changed')
  const entries = data(await administrator.get('/console/audit_entries?actions=password_reset,password_reset_asked'))
  assert.deepEqual(
    entries.map(({ action, user_id, ip }) => [action, user_id, ip]),
    [
      ['password_reset', who.id, '127.0.0.1'],
      ['password_reset_asked', who.id, '127.0.0.1'],
      ['password_reset_asked', who.id, '127.0.0.1'],
    ],
  )
})

test('a link that is used by many at once opens once', async () => {
  const { email_address } = await givenPerson(service, tenant.company_id)
  ok(await forget(email_address))
  const token = await linkTo(service, email_address, 'password_reset')
  const answers = await Promise.all(Array.from({ length: 6 }, () => use(token)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404, 404, 404, 404])
})

test('two links of one person, used at the same moment, set one password', async () => {
  const { id: user_id } = await givenPerson(service, tenant.company_id)
  const make = () => createLink(database.db, { purpose: 'password_reset', user_id, now: now() })
  const tokens = [await make(), await make(), await make()]
  // The first link is held until both of the others wait for something, so that neither is done before the other began.
  let answers: Promise<Answer>[] = []
  await database.db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('one_time_links')
      .select('id')
      .where('user_id', '=', user_id)
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .execute()
    answers = tokens.slice(1).map((token) => use(token))
    await until('both wait', async () => (await lockWaits(database.connection)) === 2)
  })
  assert.deepEqual((await Promise.all(answers)).map(({ status }) => status).sort(), [200, 404])
  assert.equal((await use(tokens[0] ?? '')).status, 404)
})

test('a weak password does not use up the link', async () => {
  const { email_address } = await givenPerson(service, tenant.company_id)
  ok(await forget(email_address))
  const token = await linkTo(service, email_address, 'password_reset')
  for (const weak of ['short', 'password1234', email_address]) {
    const answer = await visitor(service).send('POST /console/link/use', { token, password: weak })
    assert.equal(answer.status, 422)
    assert.match(answer.text, /"password: /)
  }
  ok(await use(token))
})

test('nobody learns who is here: the same answer, the same work, and a mail only to who is', async () => {
  const { email_address } = await givenPerson(service, tenant.company_id)
  const closed = await given.tenant()
  const gone = await givenPerson(service, closed.company_id)
  await database.db.updateTable('companies').set({ status: 'inactive' }).where('id', '=', closed.company_id).execute()
  const unconfirmed = await given.tenant()
  const early = await givenPerson(service, unconfirmed.company_id)
  await database.db
    .updateTable('companies')
    .set({ status: 'unconfirmed' })
    .where('id', '=', unconfirmed.company_id)
    .execute()
  const asked = [email_address, 'nobody@example.com', gone.email_address, early.email_address]
  for (const one of asked) assert.equal(ok(await forget(one)).text, '{}')
  await until('every job is done', async () => {
    const { rows } = await database.pool.query(
      `select data->>'email_address' as who from pgboss.job where name = 'forgotten_password' and state = 'completed'`,
    )
    return asked.every((one) => rows.some(({ who }) => who === one))
  })
  const mails = await database.db
    .selectFrom('mails')
    .select('to_addresses')
    .where('kind', '=', 'password_reset')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  assert.deepEqual(mails, [{ to_addresses: [email_address] }])
  // What is no address at all, perhaps a password in the wrong field, is not even written down.
  assert.equal(ok(await forget('hunter2 hunter2')).text, '{}')
  const { rows } = await database.pool.query(`select 1 from pgboss.job where data::text like '%hunter2%'`)
  assert.deepEqual(rows, [])
})

test('asking for mails is limited, for known and unknown addresses alike', async () => {
  const { email_address } = await givenPerson(service, tenant.company_id)
  for (const one of [email_address, 'no.one@example.com']) {
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) statuses.push((await forget(one)).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  }
  later(15 * minute_ms)
  ok(await forget(email_address))
})

test('whoever floods somebody with links to reset fills no mailbox, and the owner always has one that works', async () => {
  const { id, email_address } = await givenPerson(service, tenant.company_id)
  const mails = async () => {
    const rows = await database.db.selectFrom('mails').select('id').where('user_id', '=', id).execute()
    return rows.length
  }
  let asked = 0
  /** Each from another place, so that no place is refused. */
  const flood = async (times: number): Promise<void> => {
    const places = Array.from({ length: times }, () => visitor(service, `2001:db8:77:${++asked}::1`))
    for (const who of places) ok(await who.send('POST /console/forgotten_password', { email_address }))
    await until('every job is done', async () => {
      const { rows } = await database.pool.query(
        `select 1 from pgboss.job where name = 'forgotten_password' and state = 'completed'
         and data->>'email_address' = $1`,
        [email_address],
      )
      return rows.length === asked
    })
  }
  await flood(12)
  assert.equal(await mails(), 5)
  const last = await linkTo(service, email_address, 'password_reset')
  later(59 * minute_ms)
  await flood(2)
  assert.equal(await mails(), 5)
  ok(await look(last))
  later(minute_ms)
  await flood(3)
  assert.equal(await mails(), 6)
  ok(await use(await linkTo(service, email_address, 'password_reset')))
})

test('links end in time: a reset after an hour, an invitation after a week', async () => {
  const { email_address } = await givenPerson(service, tenant.company_id)
  ok(await forget(email_address))
  const reset = await linkTo(service, email_address, 'password_reset')
  const guest = await invite()
  const invitation = await linkTo(service, guest.email_address, 'invitation')
  later(59 * minute_ms)
  ok(await look(reset))
  later(minute_ms)
  assert.equal((await look(reset)).status, 404)
  assert.equal((await use(reset)).status, 404)
  later(7 * day_ms - 61 * minute_ms)
  ok(await look(invitation))
  later(minute_ms)
  assert.equal((await use(invitation)).status, 404)
  ok(await administrator.signIn(administrator))
})

test('an invitation leads to a password, and to the rights that were given', async () => {
  const { id, email_address, record } = await invite({
    company_role: null,
    administrations: [{ administration_id: second.administration_id, role: 'communication' }],
  })
  assert.deepEqual([record.invited, record.last_sign_in_at, record.two_step], [true, null, false])
  const letter = await mailTo(service, email_address, 'invitation')
  assert.match(letter.text, /Robin Person/)
  const looked = ok(await look(letter.token)).body as Record<string, unknown>
  assert.deepEqual([looked.purpose, looked.email_address, looked.name], ['invitation', email_address, 'Kim Guest'])
  const guest = visitor(service)
  assert.equal((await guest.signIn({ email_address })).status, 401)
  ok(await use(letter.token, guest))
  const { person, administrations } = (await guest.session()) as Record<string, unknown>
  assert.deepEqual((person as Record<string, unknown>).company_role, null)
  assert.deepEqual(
    (administrations as Record<string, unknown>[]).map(({ id, role }) => [id, role]),
    [[second.administration_id, 'communication']],
  )
  ok(await guest.get(`/console/administrations/${second.administration_id}/overview`))
  assert.equal((await guest.get(`/console/administrations/${tenant.administration_id}/overview`)).status, 403)
  assert.equal((await guest.get('/console/users')).status, 403)
  const shown = ok(await administrator.get(`/console/users/${id}`)).body as Record<string, unknown>
  assert.equal(shown.invited, false)
  assert.notEqual(shown.last_sign_in_at, null)
  ok(await visitor(service).signIn({ email_address, password }))
})

test('inviting again sends another link, and the first that is used ends them all', async () => {
  const { id, email_address } = await invite()
  const first = await mailTo(service, email_address, 'invitation')
  ok(await administrator.send(`POST /console/users/${id}/invite_again`))
  const again = await mailTo(service, email_address, 'invitation', { after: first.id })
  // One more that a slow mail server delivers after the fact.
  ok(await use(first.token))
  const late = await createLink(database.db, { purpose: 'invitation', user_id: id, now: now() })
  const sign_up = await createLink(database.db, { purpose: 'sign_up', user_id: id, now: now() })
  for (const token of [first.token, again.token, late, sign_up]) assert.equal((await use(token)).status, 404)
  assert.equal((await administrator.send(`POST /console/users/${id}/invite_again`)).status, 409)
})

test('nobody is invited again and again, also many times at once, and the refusal says how long', async () => {
  const { id, email_address } = await invite()
  const again = () => administrator.send(`POST /console/users/${id}/invite_again`)
  const answers = await Promise.all(Array.from({ length: 20 }, again))
  assert.equal(answers.filter(({ status }) => status === 200).length, 4)
  const refused = answers.find(({ status }) => status !== 200)
  assert.deepEqual(refused?.body, {
    code: 'too_many_requests',
    message: 'Too many invitations were sent to this email address. Try again in 60 minutes.',
  })
  assert.equal(refused?.headers.get('retry-after'), '3600')
  const mails = await database.db.selectFrom('mails').select('to_addresses').where('user_id', '=', id).execute()
  assert.deepEqual(mails, Array(5).fill({ to_addresses: [email_address] }))
  // Removing somebody, and inviting them anew under another name of the same mailbox, begins no new count.
  ok(await administrator.send(`DELETE /console/users/${id}`))
  const guest = { first_name: 'Kim', last_name: 'Guest', company_role: 'standard' }
  const same = email_address.replace('@', '+again@')
  assert.equal((await administrator.send('POST /console/users', { ...guest, email_address: same })).status, 429)
  later(60 * minute_ms)
  assert.equal((await administrator.send('POST /console/users', { ...guest, email_address })).status, 201)
})

test('a company invites so many people a day', async () => {
  const { company_id } = await given.tenant()
  const boss = await signedIn(service, company_id)
  const key_hash = keyOf({ kind: 'invitation_company', of: [company_id] })
  await database.db.insertInto('failed_attempts').values({ key_hash, since: now().toISOString(), count: 199 }).execute()
  const guest = (email_address: string) =>
    boss.send('POST /console/users', { first_name: 'Kim', last_name: 'G', email_address, company_role: 'standard' })
  assert.equal((await guest('last.of.today@example.com')).status, 201)
  const refused = await guest('first.of.tomorrow@example.com')
  assert.equal(refused.status, 429)
  assert.match(refused.text, /The company sent too many invitations today\. Try again in 24 hours\./)
  assert.equal(data(await boss.get('/console/users')).length, 2, 'who was not invited is not there')
})

test('a person who was removed, or whose company is closed, has no way in through a link', async () => {
  const { id, email_address } = await invite()
  const token = await linkTo(service, email_address, 'invitation')
  ok(await administrator.send(`DELETE /console/users/${id}`))
  assert.equal((await look(token)).status, 404)
  assert.equal((await use(token)).status, 404)
  const closed = await given.tenant()
  const user_id = (await givenPerson(service, closed.company_id)).id
  const reset = await createLink(database.db, { purpose: 'password_reset', user_id, now: now() })
  ok(await look(reset))
  await database.db.updateTable('companies').set({ status: 'inactive' }).where('id', '=', closed.company_id).execute()
  assert.equal((await use(reset)).status, 404)
})

test('a link only does what it is for', async () => {
  const set_up = await createLink(database.db, { purpose: 'set_up', user_id: null, now: now() })
  assert.equal((await look(set_up)).status, 409, 'there is a company already')
  assert.equal((await use(set_up)).status, 422)
  const body = {
    company_name: 'Second Trading',
    administration_name: 'Second',
    country_code: 'NL',
    first_name: 'R',
    last_name: 'S',
    email_address: 'second@example.com',
    password,
    locale: 'nl',
  }
  assert.equal((await visitor(service).send('POST /console/set_up', { token: set_up, ...body })).status, 409)
  const nowhere = await visitor(service).send('POST /console/set_up', { token: set_up, ...body, country_code: 'XX' })
  assert.equal(nowhere.status, 422)
  assert.match(nowhere.text, /country_code: must be the code of a country like NL/)
  const { email_address } = await givenPerson(service, tenant.company_id)
  ok(await forget(email_address))
  const token = await linkTo(service, email_address, 'password_reset')
  assert.equal((await visitor(service).send('POST /console/set_up', { token, ...body })).status, 404)
  ok(await look(token))
  for (const unknown of ['dunlinlinkxxxxx', 'x', '../..']) assert.equal((await look(unknown)).status, 404)
})

test('using a link in a browser where somebody else is signed in ends that session', async () => {
  const { email_address } = await invite()
  const token = await linkTo(service, email_address, 'invitation')
  const browser = await signedIn(service, tenant.company_id)
  const copy = visitor(service)
  copy.cookies.set('dunlin_session', browser.cookies.get('dunlin_session') ?? '')
  ok(await use(token, browser))
  assert.equal(((await browser.session()).person as { email_address: string }).email_address, email_address)
  assert.equal((await copy.session()).person, null)
})

test('an administrator reads kept mails, others not, and it is written down', async () => {
  const { email_address } = await invite()
  const { id, token, text } = await mailTo(service, email_address, 'invitation')
  const shown = ok(await administrator.get(`/console/mails/${id}/content`)).body as { text: string; html: string }
  assert.equal(shown.text, text)
  assert.ok(shown.html.includes(token))
  assert.deepEqual(Object.keys(shown), ['text', 'html'])
  const [entry] = data(await administrator.get('/console/audit_entries?actions=kept_mail_read'))
  assert.deepEqual(entry?.details, { mail_id: id, kind: 'invitation', to: [email_address] })
  const outsider = await signedIn(service, (await given.tenant()).company_id)
  assert.equal((await outsider.get(`/console/mails/${id}/content`)).status, 404)
  const [mail] = data(await administrator.get('/console/mails?per_page=1'))
  assert.deepEqual([mail?.id, mail?.kind, mail?.to, mail?.status], [id, 'invitation', [email_address], 'kept'])
})
