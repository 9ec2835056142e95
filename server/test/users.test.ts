import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectAs } from './consent.ts'
import { type Answer, data, startService } from './harness.ts'
import { givenPerson, signedIn, type Visitor, visitor } from './visitor.ts'

const service = await startService()
const { given, call, database } = service

const ok = (answer: Answer): Answer => {
  assert.equal(answer.status, 200, answer.text)
  return answer
}
const refusal = (answer: Answer): [number, string] => [answer.status, (answer.body as { message: string }).message]
const record = (answer: Answer) => answer.body as Record<string, unknown>
const rolesOf = async (who: Visitor) =>
  ((await who.session()).administrations as { id: string; role: string }[]).map(({ id, role }) => [id, role])

/** A company with two administrations and an administrator who is signed in. */
async function company() {
  const first = await given.tenant()
  const { administration_id: second } = await given.tenant({ company_id: first.company_id })
  const administrator = await signedIn(service, first.company_id)
  return { company_id: first.company_id, first: first.administration_id, second, administrator }
}

test('rights are for the whole company or for single administrations, and a change holds at once', async () => {
  const { company_id, first, second, administrator } = await company()
  const who = await signedIn(service, company_id, { company_role: 'standard', rights: { [second]: 'administrator' } })
  assert.deepEqual(await rolesOf(who), [
    [first, 'standard'],
    [second, 'administrator'],
  ])
  const change = (body: object) => administrator.send(`PATCH /console/users/${who.id}`, body)
  const none = record(ok(await change({ company_role: null })))
  assert.deepEqual([none.company_role, (none.administrations as { role: string }[])[0]?.role], [null, 'administrator'])
  assert.deepEqual(await rolesOf(who), [[second, 'administrator']])
  assert.equal((await who.get(`/console/administrations/${first}/overview`)).status, 403)
  ok(await change({ administrations: [{ administration_id: first, role: 'restricted' }] }))
  assert.deepEqual(await rolesOf(who), [[first, 'restricted']])
  assert.equal((await who.get('/console/users')).status, 403)
  ok(await change({ company_role: 'administrator' }))
  ok(await who.get('/console/users'))
  ok(await change({ first_name: 'Alex' }))
  assert.equal(((await who.session()).person as { first_name: string }).first_name, 'Alex')
})

test('nobody gives what is not theirs, and nothing that makes no sense', async () => {
  const { company_id, first, administrator } = await company()
  const elsewhere = await given.tenant()
  const { id } = await givenPerson(service, company_id)
  const change = (body: object) => administrator.send(`PATCH /console/users/${id}`, body)
  const foreign = { administration_id: elsewhere.administration_id, role: 'standard' }
  const own = { administration_id: first, role: 'standard' }
  for (const [body, says] of [
    [{ administrations: [foreign] }, /not of this company/],
    [{ administrations: [own, foreign] }, /not of this company/],
    [{ administrations: [own, own] }, /twice/],
    [{ administrations: [{ administration_id: first, role: 'owner' }] }, /role: must be one of/],
    [{ administrations: [{ administration_id: 'x', role: 'standard' }] }, /identifier of digits/],
    [{ company_role: 'owner' }, /company_role: must be one of/],
    [{ company_role: null }, /at least one administration/],
    [{ company_role: null, administrations: [] }, /at least one administration/],
    [{ first_name: '' }, /first_name: is missing/],
    [{ last_name: 'x'.repeat(300) }, /last_name: must not be longer/],
    [{ last_name: 'V\r\nBcc: eve@example.com' }, /last_name: must not hold control characters/],
    [{ first_name: 'Visit https://evil.example/now' }, /first_name: must not hold a web address/],
    [{ first_name: 'www.evil.example' }, /first_name: must not hold a web address/],
    [{ last_name: 'of evil.example' }, /last_name: must not hold a web address/],
    [{ last_name: 'of EVIL.EXAMPLE' }, /last_name: must not hold a web address/],
    [{ last_name: 'evil。com' }, /last_name: must not hold a web address/],
    [{ last_name: 'e\u200bvil' }, /last_name: must not hold control characters/],
  ] as const) {
    const [status, message] = refusal(await change(body))
    assert.equal(status, 422, `${JSON.stringify(body)}: ${message}`)
    assert.match(message, says)
  }
  for (const last_name of ['van der Berg-O’Neill Jr.', 'J.P. de Vries', 'St. John', 'Łukasz 2.0'])
    ok(await change({ last_name }))
  // Members that nobody offers change nothing.
  ok(await change({ email_address: 'x@example.com', password_hash: 'x', company_id: elsewhere.company_id, id: '1' }))
  const user = await database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  assert.equal(user.company_id, company_id)
  assert.match(user.password_hash ?? '', /^\$argon2id/)
  assert.equal((await call(`GET /console/users/${id}`, { headers: visitor(service).headers() })).status, 401)
})

test('an invitation must make sense, and an address is in a company once, also when two invite at once', async () => {
  const { administrator } = await company()
  const other = await company()
  const body = {
    first_name: 'Kim',
    last_name: 'Guest',
    email_address: 'kim.guest@example.com',
    company_role: 'standard',
  }
  const invite = (change: object, who: Visitor = administrator) =>
    who.send('POST /console/users', { ...body, ...change })
  for (const [change, says] of [
    [{ email_address: 'kim' }, /must be an email address/],
    [{ email_address: 'kim@example.com, eve@example.com' }, /must be an email address/],
    [{ email_address: 'kim@example.com\r\nBcc: eve@example.com' }, /must be an email address/],
    [{ company_role: null }, /at least one administration/],
    [{ first_name: '  ' }, /first_name: is missing/],
    [{ last_name: undefined }, /last_name: is missing/],
  ] as const) {
    const [status, message] = refusal(await invite(change))
    assert.equal(status, 422)
    assert.match(message, says)
  }
  const both = await Promise.all([
    invite({}),
    invite({ email_address: 'KIM.guest@example.com' }, other.administrator),
    invite({}),
    invite({}, other.administrator),
  ])
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 201, 422, 422])
  for (const one of both.filter(({ status }) => status === 422))
    assert.equal(refusal(one)[1], 'email_address: belongs to somebody who is here already')
})

test('the last administrator can neither leave nor be demoted, also not two at once', async () => {
  const { company_id, first, administrator } = await company()
  const says = 'The company needs at least one administrator who can sign in.'
  const rights = [{ administration_id: first, role: 'administrator' }]
  assert.deepEqual(refusal(await administrator.send(`DELETE /console/users/${administrator.id}`)), [409, says])
  for (const body of [{ company_role: 'standard' }, { company_role: null, administrations: rights }])
    assert.deepEqual(refusal(await administrator.send(`PATCH /console/users/${administrator.id}`, body)), [409, says])
  // Somebody who was invited and never came does not count.
  const guest = {
    first_name: 'Kim',
    last_name: 'G',
    email_address: 'kim.last@example.com',
    company_role: 'administrator',
  }
  assert.equal((await administrator.send('POST /console/users', guest)).status, 201)
  assert.equal((await administrator.send(`DELETE /console/users/${administrator.id}`)).status, 409)
  for (const round of ['DELETE', 'PATCH'] as const) {
    const rival = await signedIn(service, company_id)
    const on = (who: Visitor, id: string) =>
      round === 'DELETE'
        ? who.send(`DELETE /console/users/${id}`)
        : who.send(`PATCH /console/users/${id}`, { company_role: 'standard' })
    const answers = await Promise.all([on(administrator, rival.id), on(rival, administrator.id)])
    const statuses = answers.map(({ status }) => status)
    // The second waits for the first, and then is refused: as the last one, or because it has no rights any more.
    assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join())
    const left = await database.db
      .selectFrom('users')
      .select('id')
      .where('company_id', '=', company_id)
      .where('company_role', '=', 'administrator')
      .where('password_hash', 'is not', null)
      .where('deleted_at', 'is', null)
      .execute()
    assert.equal(left.length, 1)
    await database.db
      .updateTable('users')
      .set({ company_role: 'administrator', deleted_at: null })
      .where('id', '=', administrator.id)
      .execute()
    await database.db.updateTable('users').set({ company_role: 'standard' }).where('id', '=', rival.id).execute()
    ok(await administrator.signIn(administrator))
  }
})

test('who is removed is out at once: sessions, connections, links and the way back', async () => {
  const { company_id, first, administrator } = await company()
  const partner = await given.tenant()
  const application = await given.application(partner, { permissions: ['debtors:read'] })
  const who = await signedIn(service, company_id)
  const { access_token, refresh_token } = await connectAs(service, who, application, { permissions: ['debtors:read'] })
  const debtors = async () => (await call(`GET /v1/debtors?administration_id=${first}`, { token: access_token })).status
  assert.equal(await debtors(), 200)
  assert.equal(data(await administrator.get('/console/connections')).length, 1)
  ok(await administrator.send(`DELETE /console/users/${who.id}`))
  assert.equal(await debtors(), 401)
  const refreshed = await call('POST /oauth/token', {
    basic: application,
    form: new URLSearchParams({ grant_type: 'refresh_token', refresh_token }).toString(),
  })
  assert.equal(refreshed.status, 400)
  assert.equal((await who.session()).person, null)
  assert.equal((await who.signIn(who)).status, 401)
  assert.deepEqual(data(await administrator.get('/console/connections')), [])
  assert.equal((await administrator.send(`PATCH /console/users/${who.id}`, { first_name: 'X' })).status, 404)
  assert.equal((await administrator.send(`DELETE /console/users/${who.id}`)).status, 404)
  const [removed, revoked] = data(await administrator.get('/console/audit_entries?actions=user_removed,grant_revoked'))
  assert.deepEqual(
    [removed?.action, removed?.details, revoked?.action, revoked?.details, revoked?.user_id],
    [
      'user_removed',
      { email_address: who.email_address, about_user_id: who.id },
      'grant_revoked',
      { reason: 'user_removed' },
      administrator.id,
    ],
  )
  // The address is free again, for a person who is somebody else.
  const again = { first_name: 'N', last_name: 'N', email_address: who.email_address, company_role: 'standard' }
  assert.equal((await administrator.send('POST /console/users', again)).status, 201)
})

test('who loses the rights in an administration takes their connections out of it', async () => {
  const { company_id, first, second, administrator } = await company()
  const application = await given.application(await given.tenant(), { permissions: ['debtors:read'] })
  const who = await signedIn(service, company_id, {
    company_role: null,
    rights: { [first]: 'administrator', [second]: 'administrator' },
  })
  const { access_token: token } = await connectAs(service, who, application, {
    permissions: ['debtors:read'],
    administrations: [first, second],
  })
  const reach = async () =>
    Promise.all(
      [first, second].map(async (id) => (await call(`GET /v1/debtors?administration_id=${id}`, { token })).status),
    )
  assert.deepEqual(await reach(), [200, 200])
  const administrations = [{ administration_id: second, role: 'administrator' }]
  ok(await administrator.send(`PATCH /console/users/${who.id}`, { administrations }))
  assert.deepEqual(await reach(), [403, 200])
  const weaker = [{ administration_id: second, role: 'standard' }]
  ok(await administrator.send(`PATCH /console/users/${who.id}`, { administrations: weaker }))
  assert.deepEqual(await reach(), [403, 403])
})

test('every change of people is in the audit, with what changed', async () => {
  const { first, administrator } = await company()
  const made = await administrator.send('POST /console/users', {
    first_name: 'Kim',
    last_name: 'Guest',
    email_address: 'kim.audit@example.com',
    company_role: null,
    administrations: [{ administration_id: first, role: 'standard' }],
  })
  const { id } = record(made)
  ok(await administrator.send(`POST /console/users/${id}/invite_again`))
  ok(await administrator.send(`PATCH /console/users/${id}`, { company_role: 'communication', administrations: [] }))
  ok(await administrator.send(`DELETE /console/users/${id}`))
  const about = { about_user_id: id, email_address: 'kim.audit@example.com' }
  const entries = data(await administrator.get('/console/audit_entries'))
    .reverse()
    .slice(1)
  assert.deepEqual(
    entries.map(({ action, user_name, ip, details }) => ({ action, user_name, ip, details })),
    [
      ['user_invited', { ...about, company_role: 'none', administrations: [`${first} standard`] }],
      ['user_invited', about],
      ['user_updated', { ...about, company_role: 'communication', administrations: [] }],
      ['user_removed', about],
    ].map(([action, details]) => ({ action, user_name: entries[0]?.user_name, ip: '127.0.0.1', details })),
  )
})
