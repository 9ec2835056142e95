import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { hashSecret } from '../src/auth/secrets.ts'
import { connectAs } from './consent.ts'
import { type Answer, data, startService } from './harness.ts'
import { redirect_uri, soon } from './oauth.ts'
import { givenPerson, signedIn, type Visitor } from './visitor.ts'

// Numbers in the titles are the rows of the checklist by which the server was designed.

const service = await startService()
const other = await startService({ beside: service })
const { given, call, app } = service

const ok = (answer: Answer, status = 200): Record<string, unknown> => {
  assert.equal(answer.status, status, answer.text)
  return answer.body as Record<string, unknown>
}
const problem = (answer: Answer): string => {
  assert.equal(answer.status, 422, answer.text)
  return (answer.body as { message: string }).message
}

const partner = await given.tenant()
const developer = await signedIn(service, partner.company_id)
const tenant = await given.tenant()
const second = await given.tenant({ company_id: tenant.company_id })
const administrator = await signedIn(service, tenant.company_id)

type Registered = { id: string; client_id: string; client_secret: string }
const usual = { name: 'Bookkeeper', grant_type: 'authorization_code', redirect_uri, permissions: ['debtors:read'] }
const asked = ['debtors:read', 'tasks:read', 'tasks:write']

const register = async (change: object = {}, who: Visitor = developer): Promise<Registered> => {
  const { id, client_id, client_secret } = ok(
    await who.send('POST /console/applications', { ...usual, ...change }),
    201,
  )
  return { id: String(id), client_id: String(client_id), client_secret: String(client_secret) }
}
const connect = (application: Registered, permissions = asked, administrations?: string[]) =>
  connectAs(service, administrator, application, { permissions, ...(administrations ? { administrations } : {}) })
const refresh = (basic: Registered, refresh_token: string, on = service) =>
  on.call('POST /oauth/token', {
    basic,
    form: new URLSearchParams({ grant_type: 'refresh_token', refresh_token }).toString(),
  })
/** What a token is answered on a path: on this process, or another one. */
const asks = async (token: string, path: string, on = service, administration = tenant.administration_id) =>
  (await on.call(`GET /v1/${path}?administration_id=${administration}`, { token })).status
const connectionOf = async (who: Visitor, application: Registered) =>
  data(await who.get(`/console/connections?application_id=${application.id}`))
const entries = async (who: Visitor, action: string) => data(await who.get(`/console/audit_entries?actions=${action}`))

test('an application is registered, and its secret is shown once', async () => {
  const made = ok(
    await developer.send('POST /console/applications', { ...usual, permissions: [...asked, ...asked] }),
    201,
  )
  assert.match(String(made.client_secret), /^dunlinsecret[A-Za-z0-9]{40}$/)
  const { client_secret: _, ...rest } = made
  assert.deepEqual(rest.permissions, asked)
  assert.deepEqual([rest.connections, rest.last_used_at, rest.secret_rotated_at], [0, null, null])
  assert.deepEqual(ok(await developer.get(`/console/applications/${made.id}`)), rest)
  const link = new URL(String(made.authorize_url))
  assert.equal(link.origin, app.base_url)
  const page = await call(`GET ${link.pathname}${link.search}`, { headers: { accept: 'text/html' } })
  assert.ok(page.status === 200 || page.status === 503, 'the example link is a good one; 503 while no pages are built')
  const [entry] = await entries(developer, 'application_created')
  assert.deepEqual(
    [entry?.application_id, entry?.user_id, entry?.ip, entry?.details],
    [made.id, developer.id, '127.0.0.1', { name: 'Bookkeeper', permissions: [...asked, ...asked] }],
  )
})

test('20: people are only ever sent back to a safe address', async () => {
  const { id } = await register()
  const bad = [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://app.example.com/callback',
    'http://127.0.0.1.example.com/',
    'http://127.0.0.1@example.com/',
    'http://localhost.example.com/',
    'http://0.0.0.0/',
    'ftp://app.example.com/',
    'file:///etc/passwd',
    'app.example.com/callback',
    '/callback',
    '//app.example.com/callback',
    'https:app.example.com',
    'https://',
    'https:///callback',
    'https://app.example.com/callback#x',
    'https://app.example.com/callback#',
    'https://u@app.example.com/',
    'https://u:p@app.example.com/',
    'https://app.example.com\\@example.org/',
    'https://app.example.com/a b',
    'https://app.example.com/"><script>',
    'https://app.example.com/\u00e9',
    ' https://app.example.com/',
    'https://app.example.com/\n',
    `https://app.example.com/${'x'.repeat(2000)}`,
    '',
    null,
  ]
  for (const uri of bad) {
    const created = problem(await developer.send('POST /console/applications', { ...usual, redirect_uri: uri }))
    assert.match(created, /^redirect_uri: /, String(uri))
    assert.match(
      problem(await developer.send(`PATCH /console/applications/${id}`, { redirect_uri: uri })),
      /^redirect_uri: /,
    )
  }
  for (const uri of [
    'https://app.example.com',
    'https://app.example.com:8443/callback?tenant=1&x=%20',
    'http://localhost:3000/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:9000/',
  ])
    ok(await developer.send(`PATCH /console/applications/${id}`, { redirect_uri: uri }))
})

test('73: an application that works by itself needs a list of addresses, and keeps it', async () => {
  const machine = { name: 'Warehouse', grant_type: 'client_credentials', permissions: ['debtors:read'] }
  const create = (change: object) => developer.send('POST /console/applications', { ...machine, ...change })
  assert.match(problem(await create({})), /^ip_allow_list: is needed for client_credentials/)
  assert.match(problem(await create({ ip_allow_list: [] })), /^ip_allow_list: is needed/)
  const { id, redirect_uri, authorize_url } = ok(await create({ ip_allow_list: ['192.0.2.0/24', '2001:db8::1'] }), 201)
  assert.deepEqual([redirect_uri, authorize_url], [null, null])
  assert.match(
    problem(await developer.send(`PATCH /console/applications/${id}`, { ip_allow_list: [] })),
    /^ip_allow_list: is needed/,
  )
  const everybody = { ip_allow_list: ['::ffff:0:0/96', '0.0.0.0/0', '::ffff:192.0.2.7'] }
  const changed = ok(await developer.send(`PATCH /console/applications/${id}`, everybody))
  assert.deepEqual(changed.ip_allow_list, ['0.0.0.0/0', '192.0.2.7'], 'people see who is let in')
})

test('the settings of an application are checked, all of them at once', async () => {
  const create = (change: object) => developer.send('POST /console/applications', { ...usual, ...change })
  const message = problem(
    await create({
      name: 'x'.repeat(201),
      permissions: ['debtors:read', 'debtors:destroy'],
      ip_allow_list: ['300.1.1.1', '10.0.0.0/33', 'fe80::1%eth0'],
      notification_email_addresses: ['nobody'],
    }),
  )
  for (const name of ['name: ', 'permissions: ', 'ip_allow_list: ', 'notification_email_addresses: '])
    assert.ok(message.includes(name), message)
  assert.match(problem(await create({ ip_allow_list: Array(101).fill('192.0.2.1') })), /more than 100/)
  assert.match(problem(await create({ name: 'x'.repeat(201) })), /longer than 200/)
  assert.match(problem(await create({ name: 'Book\u202ereppeek' })), /control characters/)
  assert.match(problem(await create({ grant_type: 'password' })), /grant_type: must be one of/)
  const { id } = await register()
  ok(await developer.send(`PATCH /console/applications/${id}`, { grant_type: 'client_credentials', name: 'Renamed' }))
  const { grant_type, name } = ok(await developer.get(`/console/applications/${id}`))
  assert.deepEqual([grant_type, name], ['authorization_code', 'Renamed'], 'the type is fixed for ever')
})

test('a rotated secret: the old one ends at once on every process, and living tokens live on', async () => {
  const application = await register({ permissions: asked })
  const { access_token, refresh_token } = await connect(application)
  assert.equal((await call('GET /v1/companies', { basic: application })).status, 200)
  assert.equal((await other.call('GET /v1/companies', { basic: application })).status, 200)
  const rotated = ok(await developer.send(`POST /console/applications/${application.id}/rotate_secret`))
  assert.notEqual(rotated.secret_rotated_at, null)
  const fresh = { ...application, client_secret: String(rotated.client_secret) }
  assert.notEqual(fresh.client_secret, application.client_secret)
  assert.equal((await call('GET /v1/companies', { basic: application })).status, 401)
  await soon(async () => (await other.call('GET /v1/companies', { basic: application })).status, 401)
  assert.equal((await refresh(application, refresh_token)).status, 401)
  assert.equal(await asks(access_token, 'debtors'), 200)
  ok(await refresh(fresh, refresh_token))
  const [entry] = await entries(developer, 'secret_rotated')
  assert.deepEqual(
    [entry?.application_id, entry?.user_id, entry?.details],
    [application.id, developer.id, { name: 'Bookkeeper' }],
  )
})

test('98, 99: a permission that goes is gone at once everywhere, and one that comes needs a new consent', async () => {
  const application = await register({ permissions: asked })
  const { access_token, refresh_token } = await connect(application)
  assert.equal(await asks(access_token, 'tasks'), 200)
  assert.equal(await asks(access_token, 'tasks', other), 200)
  const set = (permissions: string[]) =>
    developer.send(`PATCH /console/applications/${application.id}`, { permissions })
  ok(await set(['debtors:read']))
  assert.equal(await asks(access_token, 'tasks'), 403)
  await soon(() => asks(access_token, 'tasks', other), 403)
  ok(await set([...asked, 'invoices:read']))
  assert.equal(await asks(access_token, 'tasks'), 403, 'it does not come back by itself')
  assert.equal(await asks(access_token, 'invoices'), 403)
  const again = ok(await refresh(application, refresh_token))
  assert.equal(again.scope, 'debtors:read')
  const [connection] = await connectionOf(administrator, application)
  assert.deepEqual(connection?.permissions, ['debtors:read'])
  assert.deepEqual(connection?.possible_permissions, ['debtors:read', 'invoices:read', 'tasks:read', 'tasks:write'])
  const anew = await connect(application, ['debtors:read', 'invoices:read'])
  assert.equal(await asks(anew.access_token, 'invoices'), 200)
  const [added, removed] = await entries(developer, 'application_updated')
  assert.deepEqual(removed?.details, { permissions: ['debtors:read'] })
  assert.deepEqual(added?.details, { permissions: ['debtors:read', 'tasks:read', 'tasks:write', 'invoices:read'] })
})

test('103: with an application every token ends at once, on every process, and both sides read of it', async () => {
  const application = await register({ permissions: asked })
  const { access_token, refresh_token } = await connect(application)
  assert.equal(await asks(access_token, 'debtors', other), 200)
  assert.deepEqual(ok(await developer.send(`DELETE /console/applications/${application.id}`)), {})
  assert.equal(await asks(access_token, 'debtors'), 401)
  await soon(() => asks(access_token, 'debtors', other), 401)
  assert.equal((await refresh(application, refresh_token)).status, 401)
  assert.equal((await developer.get(`/console/applications/${application.id}`)).status, 404)
  assert.equal((await developer.send(`DELETE /console/applications/${application.id}`)).status, 404)
  assert.deepEqual(await connectionOf(administrator, application), [])
  const [theirs] = await entries(administrator, 'grant_revoked')
  assert.deepEqual(
    [theirs?.application_id, theirs?.details, theirs?.user_name],
    [application.id, { reason: 'application_deleted' }, null],
    'the company whose data it was reads of it, and not who it was over there',
  )
  const [own] = await entries(developer, 'application_deleted')
  assert.deepEqual([own?.application_id, own?.user_id], [application.id, developer.id])
})

test('both sides see a connection; only the one whose data it is changes it; either ends it', async () => {
  const application = await register({ permissions: asked })
  const first = await connect(application)
  const [mine] = await connectionOf(administrator, application)
  const [theirs] = await connectionOf(developer, application)
  assert.deepEqual(mine, theirs)
  assert.deepEqual(
    [mine?.application_name, mine?.application_company_id, mine?.company_id, mine?.all_administrations],
    ['Bookkeeper', partner.company_id, tenant.company_id, true],
  )
  assert.equal(mine?.user_name, ((await administrator.session()).person as { name: string }).name)
  const path = `/console/connections/${mine?.id}`
  assert.equal((await developer.send(`PATCH ${path}`, { permissions: ['debtors:read'] })).status, 403)
  const outsider = await signedIn(service, (await given.tenant()).company_id)
  assert.equal((await outsider.get(path)).status, 404)
  assert.equal((await outsider.send(`DELETE ${path}`)).status, 404)
  assert.equal(await asks(first.access_token, 'debtors'), 200)
  ok(await developer.send(`DELETE ${path}`))
  assert.equal(await asks(first.access_token, 'debtors'), 401)
  assert.equal((await refresh(application, first.refresh_token)).status, 400)
  assert.equal((await administrator.send(`DELETE ${path}`)).status, 404)
  const [there] = await entries(developer, 'grant_revoked')
  const [here] = await entries(administrator, 'grant_revoked')
  assert.deepEqual([there?.user_id, there?.details], [developer.id, { reason: 'revoked_by_user' }])
  assert.deepEqual([here?.user_id, here?.details], [null, { reason: 'revoked_by_user' }])
  const again = await connect(application)
  const [living] = await connectionOf(administrator, application)
  ok(await administrator.send(`DELETE /console/connections/${living?.id}`))
  assert.equal(await asks(again.access_token, 'debtors'), 401)
})

test('narrowing a connection holds at once for living tokens, on every process', async () => {
  const application = await register({ permissions: asked })
  const { access_token, refresh_token } = await connect(application)
  const [connection] = await connectionOf(administrator, application)
  const change = (body: object) => administrator.send(`PATCH /console/connections/${connection?.id}`, body)
  assert.equal(await asks(access_token, 'tasks', other), 200)
  assert.equal(await asks(access_token, 'tasks', service, second.administration_id), 200)
  ok(await change({ permissions: ['debtors:read', 'debtors:read'] }))
  assert.equal(await asks(access_token, 'tasks'), 403)
  await soon(() => asks(access_token, 'tasks', other), 403)
  const narrow = ok(await change({ administration_ids: [tenant.administration_id] }))
  assert.deepEqual(
    [narrow.all_administrations, (narrow.administrations as { id: string }[]).map(({ id }) => id)],
    [false, [tenant.administration_id]],
  )
  assert.equal(await asks(access_token, 'debtors'), 200)
  assert.equal(await asks(access_token, 'debtors', service, second.administration_id), 403)
  await soon(() => asks(access_token, 'debtors', other, second.administration_id), 403)
  const stranger = await given.tenant()
  for (const body of [
    { permissions: [] },
    { permissions: ['invoices:read'] },
    { administration_ids: [] },
    { administration_ids: ['x'] },
    { administration_ids: [stranger.administration_id] },
    { administration_ids: [tenant.administration_id, '999999999'] },
    { all_administrations: false },
  ])
    problem(await change(body))
  assert.equal(await asks(access_token, 'debtors'), 200)
  const refreshed = ok(await refresh(application, refresh_token))
  assert.equal(refreshed.scope, 'debtors:read')
  const [last, before] = await entries(administrator, 'grant_updated')
  assert.deepEqual(last?.details, { permissions: ['debtors:read'], administrations: [tenant.administration_id] })
  assert.deepEqual(before?.details, { permissions: ['debtors:read'] })
  // Administrations come back at once; permissions with the next token, also those that this one had before.
  ok(await change({ permissions: asked, all_administrations: true }))
  for (const on of [service, other]) {
    await soon(() => asks(access_token, 'debtors', on, second.administration_id), 200)
    assert.equal(await asks(access_token, 'tasks', on), 403)
    assert.equal(await asks(String(refreshed.access_token), 'tasks', on), 403)
  }
  const wide = ok(await refresh(application, String(refreshed.refresh_token)))
  assert.equal(wide.scope, asked.join(' '))
  assert.equal(await asks(String(wide.access_token), 'tasks'), 200)
})

test('when software is let in, the other administrators of the company are mailed, each in their language', async () => {
  const company = await given.tenant()
  const { company_id } = company
  const boss = await signedIn(service, company_id)
  const dutch = await givenPerson(service, company_id)
  const unproven = await givenPerson(service, company_id)
  const helper = await signedIn(service, company_id, {
    company_role: 'standard',
    rights: { [company.administration_id]: 'administrator' },
  })
  const { db } = service.database
  await db.updateTable('users').set({ locale: 'nl' }).where('id', '=', dutch.id).execute()
  await db.updateTable('users').set({ address_proven: false }).where('id', '=', unproven.id).execute()
  const application = await register({ permissions: asked })
  const mailed = async () => {
    const mails = await db
      .selectFrom('mails')
      .select(['to_addresses', 'subject'])
      .where('company_id', '=', company_id)
      .where('kind', '=', 'application_connected')
      .orderBy('id')
      .execute()
    return mails.map(({ to_addresses, subject }) => `${to_addresses.join()} ${subject}`)
  }
  const { name } = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', company_id)
    .executeTakeFirstOrThrow()
  await connectAs(service, boss, application, { permissions: asked })
  const to_dutch = `${dutch.email_address} Bookkeeper is gekoppeld aan ${name}`
  assert.deepEqual(await mailed(), [to_dutch])
  await connectAs(service, helper, application, { permissions: asked, administrations: [company.administration_id] })
  assert.deepEqual((await mailed()).slice(1), [`${boss.email_address} Bookkeeper was connected to ${name}`, to_dutch])
})

test('what an application may do that works by itself is changed at the application alone', async () => {
  const machine = { name: 'Warehouse', grant_type: 'client_credentials', ip_allow_list: ['127.0.0.1'] }
  const { id, client_id, client_secret } = await register({ ...machine, permissions: asked }, administrator)
  const take = async () => {
    const form = 'grant_type=client_credentials'
    const { access_token } = ok(await call('POST /oauth/token', { basic: { client_id, client_secret }, form }))
    return String(access_token)
  }
  const token = await take()
  const [connection] = data(await administrator.get(`/console/connections?application_id=${id}`))
  assert.equal(connection?.application_grant_type, 'client_credentials')
  for (const body of [{ permissions: ['debtors:read'] }, { administration_ids: [tenant.administration_id] }, {}]) {
    const answer = await administrator.send(`PATCH /console/connections/${connection?.id}`, body)
    assert.equal(answer.status, 409, answer.text)
  }
  assert.deepEqual(ok(await administrator.get(`/console/connections/${connection?.id}`)), connection)
  assert.equal(await asks(token, 'tasks', service, second.administration_id), 200)
  ok(await administrator.send(`PATCH /console/applications/${id}`, { permissions: ['debtors:read'] }))
  assert.equal(await asks(token, 'tasks'), 403)
  ok(await administrator.send(`DELETE /console/connections/${connection?.id}`))
  assert.equal(await asks(token, 'debtors'), 401)
})

test('59b: an access token that was used on one process makes its refresh final on all, with one write', async () => {
  const application = await register({ permissions: asked })
  const first = await connect(application)
  const second = ok(await refresh(application, first.refresh_token))
  assert.deepEqual(ok(await refresh(application, first.refresh_token, other)), second)
  const version = async () =>
    (
      await sql<{ xmin: string }>`
        select r.xmin::text from refresh_tokens r join refresh_tokens s on s.parent_id = r.id
        where s.token_hash = ${hashSecret(String(second.refresh_token))}::bytea`.execute(service.database.db)
    ).rows[0]?.xmin
  const before = await version()
  assert.equal(await asks(String(second.access_token), 'debtors', other), 200)
  const used = await version()
  assert.notEqual(used, before)
  for (let count = 0; count < 3; count++) {
    for (const on of [service, other]) assert.equal(await asks(String(second.access_token), 'debtors', on), 200)
  }
  assert.equal(await version(), used)
  for (const on of [service, other]) {
    const answer = await refresh(application, first.refresh_token, on)
    assert.deepEqual([answer.status, (answer.body as { error: string }).error], [400, 'invalid_grant'])
  }
  ok(await refresh(application, String(second.refresh_token)))
})

test('102: a static token is made, narrowed and revoked, each at once on every process', async () => {
  const create = (change: object) =>
    administrator.send('POST /console/api_tokens', { name: 'Script', permissions: asked, ...change })
  assert.match(problem(await create({})), /administration_ids: choose at least one/, 'silence does not mean everything')
  for (const body of [
    { all_administrations: false },
    { administration_ids: [] },
    { administration_ids: [partner.administration_id] },
    { administration_ids: 'x' },
    { all_administrations: true, permissions: ['nothing:read'] },
    { all_administrations: true, ip_allow_list: ['nowhere'] },
    { all_administrations: true, name: '' },
  ])
    problem(await create(body))
  const made = ok(await create({ all_administrations: true }), 201)
  const token = String(made.token)
  assert.match(token, /^dunlinstatic[A-Za-z0-9]{40}$/)
  const { token: _, ...rest } = made
  const path = `/console/api_tokens/${made.id}`
  assert.deepEqual(ok(await administrator.get(path)), rest)
  assert.equal(await asks(token, 'tasks'), 200)
  assert.equal(await asks(token, 'tasks', other), 200)
  const used = ok(await administrator.get(path))
  assert.notEqual(used.last_used_at, undefined)
  ok(await administrator.send(`PATCH ${path}`, { permissions: ['debtors:read'] }))
  assert.equal(await asks(token, 'tasks'), 403)
  await soon(() => asks(token, 'tasks', other), 403)
  ok(await administrator.send(`PATCH ${path}`, { administration_ids: [second.administration_id] }))
  assert.equal(await asks(token, 'debtors'), 403)
  assert.equal(await asks(token, 'debtors', service, second.administration_id), 200)
  ok(await administrator.send(`PATCH ${path}`, { name: 'Renamed' }))
  const kept = ok(await administrator.get(path))
  assert.deepEqual(
    [kept.name, kept.permissions, (kept.administrations as { id: string }[]).map(({ id }) => id)],
    ['Renamed', ['debtors:read'], [second.administration_id]],
    'what is left out stays',
  )
  ok(await administrator.send(`PATCH ${path}`, { ip_allow_list: ['192.0.2.1'] }))
  assert.equal(await asks(token, 'debtors', service, second.administration_id), 403)
  ok(await administrator.send(`PATCH ${path}`, { ip_allow_list: [] }))
  assert.equal(await asks(token, 'debtors', service, second.administration_id), 200)
  ok(await administrator.send(`DELETE ${path}`))
  assert.equal(await asks(token, 'debtors'), 401)
  await soon(() => asks(token, 'debtors', other), 401)
  assert.equal((await administrator.get(path)).status, 404)
  const all = data(await administrator.get('/console/audit_entries?per_page=7'))
  assert.deepEqual(
    all.map(({ action, details }) => [action, details]),
    [
      ['api_token_revoked', { name: 'Renamed' }],
      ['api_token_updated', { ip_allow_list: [] }],
      ['api_token_updated', { ip_allow_list: ['192.0.2.1'] }],
      ['api_token_updated', { name: 'Renamed' }],
      ['api_token_updated', { administrations: [second.administration_id] }],
      ['api_token_updated', { permissions: ['debtors:read'] }],
      ['api_token_created', { name: 'Script', permissions: asked }],
    ],
  )
  for (const { api_token_name, user_id } of all)
    assert.deepEqual([api_token_name, user_id], ['Renamed', administrator.id])
})

test('lists come page by page, newest first where that is what people look for', async () => {
  const company = await given.tenant()
  const who = await signedIn(service, company.company_id)
  for (let count = 0; count < 3; count++) await register({ name: `App ${count}` }, who)
  const names: unknown[] = []
  for (let cursor = ''; ; ) {
    const answer = await who.get(`/console/applications?per_page=2${cursor}`)
    names.push(...data(answer).map(({ name }) => name))
    const next = (answer.body as { pagination?: { cursor: string } }).pagination?.cursor
    if (!next) break
    cursor = `&cursor=${encodeURIComponent(next)}`
  }
  assert.deepEqual(names, ['App 0', 'App 1', 'App 2'])
  const actions: unknown[] = []
  for (let cursor = ''; ; ) {
    const answer = await who.get(`/console/audit_entries?actions=application_created&per_page=2${cursor}`)
    actions.push(...data(answer).map(({ details }) => (details as { name: string }).name))
    const next = (answer.body as { pagination?: { cursor: string } }).pagination?.cursor
    if (!next) break
    cursor = `&cursor=${encodeURIComponent(next)}`
  }
  assert.deepEqual(actions, ['App 2', 'App 1', 'App 0'])
})
