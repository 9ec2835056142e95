import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { linkTo } from '../../test/mailbox.ts'
import { redirect_uri, soon } from '../../test/oauth.ts'
import { test_password, visitor } from '../../test/visitor.ts'
import { openStore } from '../files/store.ts'
import { keptMails } from '../mail/kept.ts'
import { purgeAll } from './purge.ts'
import { remindUnconfirmed, removeUnconfirmed } from './unconfirmed.ts'

const began = Date.parse('2026-10-01T12:00:00Z')
let now_ms = began
const service = await startService({ now: () => new Date(now_ms) })
const { call, given, database } = service
const { db } = database
const basic = await given.application(await given.tenant())
const later = (days: number): Date => new Date(began + days * 86_400_000)

type SignUp = {
  company: { id: string }
  user: { id: string; email_address: string; sign_up_token: string }
  access_grant: { code: string }
}

let last = 0
async function signUp(
  email_address = `owner${++last}@example.com`,
): Promise<SignUp & { administration: { id: string } }> {
  now_ms = began
  const administration = {
    name: 'New Customer',
    email_address: 'office@example.com',
    phone_number: '020-1234567',
    commercial_registration_number: '12345678',
    street_name: 'Example Street',
    house_number: '1',
    postal_code: '1234 AB',
    city: 'Exampletown',
    country_code: 'NL',
  }
  const user = { first_name: 'Anna', last_name: 'Example', email_address, locale: 'nl' }
  const answer = await call('POST /v1/sign_up', { basic, json: { administration, user } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body as SignUp & { administration: { id: string } }
}

const confirm = async ({ user }: SignUp) => {
  const token = await linkTo(service, user.email_address, 'sign_up')
  const body = { token, password: test_password, accepts_terms: true }
  assert.equal((await visitor(service).send('POST /console/link/use', body)).status, 200)
}
const mails = (user_id: string, kind: string) =>
  db.selectFrom('mails').selectAll().where('user_id', '=', user_id).where('kind', '=', kind).execute()
const company = async (id: string) =>
  (await db.selectFrom('companies').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

test('after a week, and not before, whoever did not confirm is reminded once', async () => {
  const [waiting, confirmed] = [await signUp(), await signUp()]
  await confirm(confirmed)
  await remindUnconfirmed(db, later(6.9))
  assert.equal((await mails(waiting.user.id, 'sign_up_reminder')).length, 0)
  assert.equal(await remindUnconfirmed(db, later(7)), 1)
  assert.equal(await remindUnconfirmed(db, later(7)), 0)
  assert.equal(await remindUnconfirmed(db, later(8)), 0)
  const [mail, ...others] = await mails(waiting.user.id, 'sign_up_reminder')
  assert.deepEqual(others, [])
  const { link, days_left, company_name } = (mail?.parameters ?? {}) as Record<string, unknown>
  assert.deepEqual(
    [link, days_left, company_name],
    [{ purpose: 'sign_up', user_id: waiting.user.id }, 23, 'New Customer'],
  )
  assert.deepEqual(await mails(confirmed.user.id, 'sign_up_reminder'), [])
})

test('several processes at once remind everybody once', async () => {
  const made = [await signUp(), await signUp(), await signUp()]
  await Promise.all(Array.from({ length: 4 }, () => remindUnconfirmed(db, later(7))))
  for (const { user } of made) assert.equal((await mails(user.id, 'sign_up_reminder')).length, 1)
})

test('after 30 days, and not before, an account that nobody confirmed is removed', async () => {
  const [waiting, confirmed] = [await signUp('anna@example.com'), await signUp()]
  await confirm(confirmed)
  const form = new URLSearchParams({ grant_type: 'authorization_code', code: waiting.access_grant.code, redirect_uri })
  const tokens = (await call('POST /oauth/token', { basic, form: form.toString() })).body as { access_token: string }
  await db
    .updateTable('access_tokens')
    .set({ expires_at: later(365).toISOString() })
    .execute()
  const ask = async () => (await call('GET /v1/administrations', { token: tokens.access_token })).status
  await soon(ask, 200)

  await removeUnconfirmed(db, later(29.9))
  assert.equal(await company(waiting.company.id), 'unconfirmed')
  assert.ok((await removeUnconfirmed(db, later(30))) > 0)
  assert.equal(await removeUnconfirmed(db, later(30)), 0)
  assert.equal(await company(waiting.company.id), 'deleted')
  assert.equal(await company(confirmed.company.id), 'implementation')
  await soon(ask, 401)

  const user = await db.selectFrom('users').selectAll().where('id', '=', waiting.user.id).executeTakeFirstOrThrow()
  assert.doesNotMatch(JSON.stringify(user), /anna/i)
  assert.notEqual(user.deleted_at, null)
  const grants = await db.selectFrom('grants').selectAll().where('company_id', '=', waiting.company.id).execute()
  assert.deepEqual(
    grants.map((grant) => grant.revoked_reason),
    ['sign_up_expired'],
  )
  const events = await db
    .selectFrom('company_events')
    .select(['event_name', 'actor_service', 'actor_user_id'])
    .where('company_id', '=', waiting.company.id)
    .execute()
  assert.deepEqual(events, [{ event_name: 'company_updated', actor_service: 'upkeep', actor_user_id: null }])
  const noted = await db
    .selectFrom('audit_entries')
    .select('actor_service')
    .where('company_id', '=', waiting.company.id)
    .where('action', '=', 'sign_up_expired')
    .execute()
  assert.deepEqual(noted, [{ actor_service: 'upkeep' }])
  const used = await visitor(service).send('POST /console/link', { token: waiting.user.sign_up_token })
  assert.equal(used.status, 404)
})

test('the purge of the night removes what such an account held, and the person can sign up again', async () => {
  const made = await signUp('kim@example.com')
  await given.debtor({ company_id: made.company.id, administration_id: made.administration.id })
  const store = await openStore({ data_dir: service.data_dir, files_url: null, now: later(31) })
  const removed = await purgeAll({ db, kept: keptMails(service.data_dir), store, now: later(31) })
  assert.ok((removed.companies ?? 0) > 0 && (removed.administrations ?? 0) > 0)
  const left = await db.selectFrom('administrations').select('id').where('company_id', '=', made.company.id).execute()
  assert.deepEqual(left, [])
  const debtors = await db
    .selectFrom('debtors')
    .select('id')
    .where('administration_id', '=', made.administration.id)
    .execute()
  assert.deepEqual(debtors, [])
  await signUp('kim@example.com')
})
