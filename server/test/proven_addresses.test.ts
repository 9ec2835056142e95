import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { createGrant } from '../src/auth/oauth/family.ts'
import { remindUnconfirmed, removeUnconfirmed } from '../src/jobs/unconfirmed.ts'
import { administration_example } from '../src/resources/administrations/new_administration.ts'
import { connectAs } from './consent.ts'
import { type Answer, data, startService } from './harness.ts'
import { linkTo, mailTo } from './mailbox.ts'
import { redirect_uri } from './oauth.ts'
import { until } from './until.ts'
import { signedIn, test_password, type Visitor, visitor } from './visitor.ts'

const service = await startService()
const { call, given, database } = service
const { db } = database
const partner = await given.tenant()
const basic = await given.application(partner)
const own_password = 'plover over wet sand'

const administration = { ...administration_example, name: 'New Customer', phone_number: '+31 20 123 4567' }
const ok = (answer: Answer): Answer => {
  assert.equal(answer.status, 200, answer.text)
  return answer
}

let people = 0
const someone = (): string => `victim${++people}@example.com`

/** Signs an address up through the application, which gets a token as well. */
async function signUp(email_address: string) {
  const user = { first_name: 'Anna', last_name: 'Example', email_address }
  const answer = await call('POST /v1/sign_up', { basic, json: { administration, user } })
  assert.equal(answer.status, 201, answer.text)
  const { company, user: made } = answer.body as {
    company: { id: string }
    user: { id: string; sign_up_token: string }
  }
  return { company_id: company.id, user_id: made.id, sign_up_token: made.sign_up_token }
}

const use = (who: Visitor, token: string, password = own_password) =>
  who.send('POST /console/link/use', { token, password, accepts_terms: true })

/** Somebody who began with the token of the application; nobody opened the mail. */
async function begunInApplication(email_address: string) {
  const made = await signUp(email_address)
  const who = visitor(service)
  ok(await use(who, made.sign_up_token, test_password))
  return { ...made, who }
}

const invite = (boss: Visitor, email_address: string) =>
  boss.send('POST /console/users', { first_name: 'Anna', last_name: 'E', email_address, company_role: 'standard' })
const personOf = async (who: Visitor) => (await who.session()).person as Record<string, unknown> | null
const status = async (company_id: string): Promise<string> =>
  (await db.selectFrom('companies').select('status').where('id', '=', company_id).executeTakeFirstOrThrow()).status

test('what the application holds opens the account, and only the mail confirms it', async () => {
  const email_address = someone()
  const { company_id, sign_up_token, who } = await begunInApplication(email_address)
  assert.equal((await personOf(who))?.address_proven, false)
  assert.equal(await status(company_id), 'unconfirmed')
  assert.equal((await use(visitor(service), sign_up_token)).status, 404, 'a link works once')
  const mailed = await linkTo(service, email_address, 'sign_up')
  const owner = visitor(service)
  ok(await use(owner, mailed))
  assert.equal((await personOf(owner))?.address_proven, true)
  assert.equal(await status(company_id), 'implementation')
  assert.equal(await personOf(who), null, 'whoever began is out, unless it is the same person')
  assert.equal((await use(visitor(service), mailed)).status, 404)
  ok(await visitor(service).signIn({ email_address, password: own_password }))
})

test('an address that nobody has proven is invited and signed up by others, and whoever opens the mail has it', async () => {
  const email_address = someone()
  const stranger = await begunInApplication(email_address)
  const { company_id } = await given.tenant()
  const boss = await signedIn(service, company_id)
  assert.equal((await invite(boss, email_address)).status, 201)
  const rival = await signUp(email_address)
  assert.equal((await invite(boss, email_address.toUpperCase())).status, 422, 'in one company once')
  const late = await linkTo(service, email_address, 'sign_up')
  const owner = visitor(service)
  ok(await use(owner, await linkTo(service, email_address, 'invitation')))
  assert.equal(await personOf(stranger.who), null, 'whoever said that it was theirs is out')
  assert.equal((await stranger.who.signIn({ email_address })).status, 401)
  assert.notEqual(await personOf(owner), null)
  ok(await visitor(service).signIn({ email_address, password: own_password }))
  const week = new Date(Date.now() + 8 * 86_400_000)
  await remindUnconfirmed(db, week)
  const { rows } = await database.pool.query(
    `select 1 from mails where kind = 'sign_up_reminder' and $1 = any(to_addresses)`,
    [email_address],
  )
  assert.deepEqual(rows, [], 'nobody is reminded of what cannot be confirmed any more')
  // From now on it is taken.
  for (const token of [rival.sign_up_token, late]) assert.equal((await use(visitor(service), token)).status, 409)
  const other = await signedIn(service, (await given.tenant()).company_id)
  assert.equal((await invite(other, email_address)).status, 422)
  const json = { administration, user: { first_name: 'A', last_name: 'E', email_address } }
  assert.equal((await call('POST /v1/sign_up', { basic, json })).status, 422)
})

test('of two who open their mails at the same moment, one has the address', async () => {
  const email_address = someone()
  await signUp(email_address)
  const first = await mailTo(service, email_address, 'sign_up')
  await signUp(email_address)
  const second = await mailTo(service, email_address, 'sign_up', { after: first.id })
  const answers = await Promise.all([first, second].map(({ token }) => use(visitor(service), token)))
  assert.deepEqual(answers.map((one) => one.status).sort(), [200, 409])
})

test('nothing that a stranger does in the account keeps out whoever opens the mail', async () => {
  const email_address = someone()
  const { who, company_id } = await begunInApplication(email_address)
  const begun = await who.send('POST /console/account/two_step/begin', { current_password: test_password })
  const { secret } = ok(begun).body as { secret: string }
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  ok(await who.send('POST /console/account/two_step/confirm', { current_password: test_password, secret, code }))
  const change = { current_password: test_password, password: 'seven sandpipers at low tide' }
  ok(await who.send('POST /console/account/password', change))
  const { rows } = await database.pool.query('select kind from mails where $1 = any(to_addresses)', [email_address])
  assert.deepEqual(rows, [{ kind: 'sign_up' }], 'a mailbox that nobody opened gets nothing else')
  const token = await linkTo(service, email_address, 'sign_up')
  const looked = ok(await visitor(service).send('POST /console/link', { token })).body as Record<string, unknown>
  assert.equal(looked.needs_recovery_code, false)
  const owner = visitor(service)
  ok(await use(owner, token))
  assert.equal((await personOf(owner))?.two_step, false)
  assert.equal(await status(company_id), 'implementation')
  assert.equal(await personOf(who), null)
  ok(await visitor(service).signIn({ email_address, password: own_password }))
})

test('who has not opened the mail signs in with the same browser alone, and administers nothing', async () => {
  const email_address = someone()
  const { who, company_id } = await begunInApplication(email_address)
  ok(await who.send('POST /console/sign_out'))
  ok(await who.signIn({ email_address }))
  assert.equal((await visitor(service).signIn({ email_address })).status, 401)
  for (const path of ['/console/users', '/console/applications', '/console/mails', '/console/api_tokens']) {
    const refused = await who.get(path)
    assert.equal(refused.status, 403)
    assert.match(refused.text, /open the link in the mail/)
  }
  assert.equal((await invite(who, someone())).status, 403)
  // The mail is sent again for whoever asks, and says whose account it is.
  await visitor(service).send('POST /console/forgotten_password', { email_address })
  const { token, text } = await mailTo(service, email_address, 'sign_up_reminder')
  assert.match(text, /New Customer/)
  ok(await use(who, token))
  ok(await who.get('/console/users'))
  assert.equal(await status(company_id), 'implementation')
})

test('who has not opened the mail lets in the application that signed them up, and no other', async () => {
  const email_address = someone()
  const { who } = await begunInApplication(email_address)
  const other = await given.application(await given.tenant(), { permissions: ['debtors:read'] })
  const choice = { permissions: ['debtors:read'] }
  const shown = async ({ client_id }: { client_id: string }) => {
    const query = new URLSearchParams({ client_id, redirect_uri, response_type: 'code' })
    return (ok(await who.get(`/console/authorization?${query}`)).body as { confirm_first: boolean }).confirm_first
  }
  assert.equal(await shown(other), true)
  const { csrf_token } = await who.session()
  const asked = { client_id: other.client_id, redirect_uri, response_type: 'code', csrf_token }
  const json = { ...asked, decision: 'allow', permissions: 'debtors:read', administrations: 'all' }
  const answer = await call('POST /oauth/authorize', { json, headers: who.headers() })
  assert.equal(answer.status, 403, answer.text)
  assert.match(answer.text, /open the link in the mail/)
  assert.equal(await shown(basic), false)
  await connectAs(service, who, basic, choice)
  const owner = visitor(service)
  ok(await use(owner, await linkTo(service, email_address, 'sign_up')))
  await connectAs(service, owner, other, choice)
})

test('whoever opens the mail ends what somebody else let in before, but for what signed them up', async () => {
  const email_address = someone()
  const { who, company_id, user_id } = await begunInApplication(email_address)
  const choice = { permissions: ['debtors:read'] }
  await connectAs(service, who, basic, choice)
  const other = await given.application(await given.tenant())
  // As it could be done before it was refused.
  const consent = { company_id, user_id, administration_ids: null, address: null, now: new Date() }
  await db.transaction().execute((trx) => createGrant(trx, { ...consent, ...choice, application_id: other.id }))
  const owner = visitor(service)
  ok(await use(owner, await linkTo(service, email_address, 'sign_up')))
  const connected = data(await owner.get('/console/connections')).map(({ application_id }) => application_id)
  assert.deepEqual([...new Set(connected)], [basic.id])
  const [entry] = data(await owner.get('/console/audit_entries?actions=grant_revoked'))
  assert.deepEqual([entry?.application_id, entry?.details], [other.id, { reason: 'address_confirmed' }])
})

test('an account that somebody works with is not removed after a month, although nobody confirmed it', async () => {
  const used = await begunInApplication(someone())
  const forgotten = await begunInApplication(someone())
  const later = new Date(Date.now() + 31 * 86_400_000)
  const seen = new Date(later.getTime() - 86_400_000).toISOString()
  await db.updateTable('sessions').set({ last_seen_at: seen }).where('user_id', '=', used.user_id).execute()
  await removeUnconfirmed(db, later)
  assert.deepEqual([await status(used.company_id), await status(forgotten.company_id)], ['unconfirmed', 'deleted'])
})

test('asking for a forgotten password mails everybody who has that address, as long as it is not proven', async () => {
  const email_address = someone()
  const boss = await signedIn(service, (await given.tenant()).company_id)
  assert.equal((await invite(boss, email_address)).status, 201)
  await signUp(email_address)
  await visitor(service).send('POST /console/forgotten_password', { email_address })
  await until('both have a mail', async () => {
    const rows = await db
      .selectFrom('mails')
      .select('kind')
      .where((where) => where(where.val(email_address), '=', where.fn.any('to_addresses')))
      .where('kind', 'in', ['password_reset', 'sign_up_reminder'])
      .orderBy('kind')
      .execute()
    return rows.map(({ kind }) => kind).join() === 'password_reset,sign_up_reminder'
  })
  ok(await use(visitor(service), await linkTo(service, email_address, 'password_reset')))
  ok(await visitor(service).signIn({ email_address, password: own_password }))
})
