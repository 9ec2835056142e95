import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, data, startService } from './harness.ts'
import { challengeOf, partnerOf, redirect_uri, tokensOf } from './oauth.ts'
import { signedIn, type Visitor, visitor } from './visitor.ts'

// Numbers in the titles are the rows of the checklist by which the server was designed.

const service = await startService()
const { given, call, app, database } = service
const { exchange, debtors } = partnerOf(service, () => new Date())
const owner = await given.tenant()
const asked = ['debtors:read', 'tasks:read', 'tasks:write']
const application = await given.application(owner, { permissions: asked })
const machine = await given.machine(owner)
const tenant = await given.tenant()
const second = await given.tenant({ company_id: tenant.company_id })
const person = await signedIn(service, tenant.company_id)

type Wish = { readonly [name: string]: string | undefined }
const usual: Wish = { client_id: application.client_id, redirect_uri, response_type: 'code', state: 'xyz' }

/** An authorize link; what is undefined is left out. */
function link(change: Wish = {}): string {
  const wish = Object.entries({ ...usual, ...change }).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `/oauth/authorize?${new URLSearchParams(wish)}`
}

const location = (answer: Answer): URL => {
  assert.equal(answer.status, 303, answer.text)
  return new URL(answer.headers.get('location') ?? '')
}

/** Sends the form of the page of consent. */
async function consent(who: Visitor, fields: Wish = {}, change: Wish = {}): Promise<Answer> {
  const { csrf_token } = await who.session()
  const chosen = { decision: 'allow', permissions: asked.join(' '), administrations: 'all', csrf_token, ...fields }
  const pairs = Object.entries({ ...usual, ...change, ...chosen }).filter(([, value]) => value !== undefined)
  const form = new URLSearchParams(pairs as [string, string][]).toString()
  return call('POST /oauth/authorize', { form, headers: who.headers() })
}

const codes = async (): Promise<number> =>
  Number((await database.pool.query('select count(*) from authorization_codes')).rows[0].count)

function untrusted(answer: Answer): void {
  assert.equal(answer.status, 400, answer.text)
  assert.equal((answer.body as { code: string }).code, 'bad_request')
  assert.equal(answer.headers.get('location'), null)
}

test('1, 2, 3, 4: an address that is not letter by letter the registered one gets nothing', async () => {
  for (const other of [
    `${redirect_uri}/`,
    `${redirect_uri}?x=1`,
    'https://app.example.com:444/callback',
    'https://APP.example.com/callback',
    'https://app.example.com%2Fcallback',
    'https://u@app.example.com/callback',
    `${redirect_uri}#x`,
    '',
    undefined,
  ]) {
    untrusted(await call(`GET ${link({ redirect_uri: other })}`))
    untrusted(await consent(person, {}, { redirect_uri: other }))
  }
  untrusted(await call(`GET ${link()}&redirect_uri=${encodeURIComponent(redirect_uri)}`))
})

test('5: an unknown application, or one that nobody connects to, is never redirected to', async () => {
  for (const client_id of ['unknown', '', undefined, machine.client_id, 'a\u0000b']) {
    untrusted(await call(`GET ${link({ client_id })}`))
  }
  untrusted(await call(`GET ${link()}&client_id=${application.client_id}`))
})

test('a person gets a page that says so, with the same status', async () => {
  const answer = await call(`GET ${link({ client_id: 'unknown' })}`, { headers: { accept: 'text/html' } })
  assert.equal(answer.status, 400)
  assert.match(answer.text, /<div id="root">/)
  const shown = await person.get(link({ client_id: 'unknown' }).replace('/oauth/authorize', '/console/authorization'))
  untrusted(shown)
})

for (const [row, title, change, error] of [
  ['6', 'an unknown permission', { scope: 'debtors:read everything:write' }, 'invalid_scope'],
  ['6', 'a permission that the application does not ask for', { scope: 'invoices:read' }, 'invalid_scope'],
  ['7', 'an implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
  ['7', 'no response_type', { response_type: undefined }, 'invalid_request'],
  ['12', 'a plain challenge', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
  ['12', 'a challenge without its method', { code_challenge: 'x'.repeat(43) }, 'invalid_request'],
  ['13', 'a short challenge', { code_challenge: 'x'.repeat(42), code_challenge_method: 'S256' }, 'invalid_request'],
  ['13', 'a strange challenge', { code_challenge: '+'.repeat(43), code_challenge_method: 'S256' }, 'invalid_request'],
  ['13', 'a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
  ['7', 'an answer in the fragment', { response_mode: 'fragment' }, 'invalid_request'],
] as const) {
  test(`${row}, 11, 19: ${title} is reported to the application`, async () => {
    const opened = await call(`GET ${link(change)}`, { headers: person.headers() })
    for (const answer of [opened, await consent(person, {}, change)]) {
      const back = location(answer)
      assert.equal(`${back.origin}${back.pathname}`, redirect_uri)
      assert.equal(back.searchParams.get('error'), error)
      assert.match(back.searchParams.get('error_description') ?? '', /^[ !#-[\]-~]+$/)
      assert.equal(back.searchParams.get('state'), 'xyz')
      assert.equal(back.searchParams.get('iss'), app.base_url)
      assert.equal(back.searchParams.has('code'), false)
    }
  })
}

test('nobody is sent to an application before they signed in, also not with an error', async () => {
  const bad = { response_type: 'token' }
  const strangers = [
    await call(`GET ${link(bad)}`),
    await call(`GET ${link(bad)}`, { headers: { accept: 'text/html' } }),
  ]
  for (const answer of strangers) {
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers.get('location'), null)
    assert.match(answer.text, /<div id="root">/)
  }
  const path = link(bad).replace('/oauth/authorize', '/console/authorization')
  assert.equal((await visitor(service).get(path)).status, 401)
  const shown = await person.get(path)
  assert.equal(shown.status, 200, shown.text)
  const { redirect_to } = shown.body as { redirect_to: string }
  assert.equal(redirect_to, location(await call(`GET ${link(bad)}`, { headers: person.headers() })).href)
  assert.equal(new URL(redirect_to).searchParams.get('error'), 'unsupported_response_type')
})

test('what is empty is as if it was left out, in every parameter', async () => {
  const empty = { state: '', scope: '', code_challenge: '', code_challenge_method: '', response_mode: '' }
  assert.equal((await call(`GET ${link(empty)}`)).status, 200)
  const shown = await person.get(link(empty).replace('/oauth/authorize', '/console/authorization'))
  assert.deepEqual((shown.body as { permissions: string[] }).permissions, asked)
  const back = location(await consent(person, {}, empty))
  assert.deepEqual([...back.searchParams.keys()], ['code', 'iss'])
  tokensOf(await exchange(application, back.searchParams.get('code') ?? '', { code_verifier: '' }))
  for (const name of ['client_id', 'redirect_uri']) untrusted(await consent(person, {}, { [name]: '' }))
  const missing = location(await consent(person, {}, { response_type: '' }))
  assert.equal(missing.searchParams.get('error'), 'invalid_request')
})

test('half a letter or a NUL in any parameter is an error of the request, and never ours', async () => {
  const { csrf_token } = await person.session()
  const chosen = { decision: 'allow', permissions: asked.join(' '), administrations: 'all', csrf_token }
  const send = (change: object) =>
    call('POST /oauth/authorize', { json: { ...usual, ...chosen, ...change }, headers: person.headers() })
  for (const odd of ['\ud800', 'a\udc00b', '\u0000', 'a\u0000b']) {
    for (const name of [
      'state',
      'scope',
      'response_type',
      'response_mode',
      'code_challenge',
      'code_challenge_method',
    ]) {
      const back = location(await send({ [name]: odd }))
      assert.ok(back.searchParams.get('error'), `${name} ${JSON.stringify(odd)}`)
      assert.equal(back.searchParams.get('state'), name === 'state' ? null : 'xyz')
    }
    for (const name of ['client_id', 'redirect_uri', 'permissions', 'administrations']) {
      untrusted(await send({ [name]: odd }))
    }
    assert.equal((await send({ csrf_token: odd })).status, 403)
    assert.equal(location(await send({ decision: odd })).searchParams.get('error'), 'access_denied')
    const nobody = await call('POST /oauth/authorize', { json: { ...usual, ...chosen, state: odd } })
    assert.match(nobody.headers.get('location') ?? '', /^\/oauth\/authorize\?client_id=/)
  }
  for (const coded of ['%00', '%ED%A0%80', '%ff', '%zz', '%']) {
    for (const name of Object.keys(usual)) {
      const path = link({ [name]: undefined })
      const answer = await call(`GET ${path}&${name}=${coded}`, { headers: person.headers() })
      assert.ok([200, 303, 400].includes(answer.status), `${name}=${coded}: ${answer.status} ${answer.text}`)
      const shown = await person.get(`${path.replace('/oauth/authorize', '/console/authorization')}&${name}=${coded}`)
      assert.ok(shown.status < 500, `${name}=${coded}: ${shown.status} ${shown.text}`)
    }
  }
})

test('8: denying is reported to the application', async () => {
  const before = await codes()
  const back = location(await consent(person, { decision: 'deny', permissions: '', administrations: '' }))
  assert.equal(back.searchParams.get('error'), 'access_denied')
  assert.equal(back.searchParams.get('state'), 'xyz')
  assert.equal(await codes(), before)
})

test('10: the state comes back byte by byte, and none when there was none', async () => {
  for (const state of ['a b&c=ü', '%2B+ /?#', '"<>\\', '🐦']) {
    assert.equal(location(await consent(person, {}, { state })).searchParams.get('state'), state)
    const bad = link({ state, response_type: 'token' })
    const error = location(await call(`GET ${bad}`, { headers: person.headers() }))
    assert.equal(error.searchParams.get('state'), state)
  }
  const back = location(await consent(person, {}, { state: undefined }))
  assert.equal(back.searchParams.has('state'), false)
  assert.ok(back.searchParams.get('code'))
})

test('a state that no answer could carry is refused, and not sent back', async () => {
  for (const [state, fits] of [
    ['x'.repeat(4000), true],
    ['x'.repeat(4001), false],
    ['ü'.repeat(666), true],
    ['ü'.repeat(667), false],
    ['x'.repeat(60_000), false],
  ] as const) {
    const { searchParams } = location(await consent(person, {}, { state }))
    assert.equal(searchParams.get('error'), fits ? null : 'invalid_request')
    assert.equal(searchParams.get('state'), fits ? state : null)
  }
})

test('nobody is sent to sign in with more than an address can hold', async () => {
  const form = new URLSearchParams({ ...(usual as Record<string, string>), scope: 'x '.repeat(20_000) }).toString()
  untrusted(await call('POST /oauth/authorize', { form }))
})

test('whatever a decision is sent as, only the words of the page count', async () => {
  const { csrf_token } = await person.session()
  const good = { decision: 'allow', permissions: asked.join(' '), administrations: 'all', csrf_token }
  const before = await codes()
  for (const odd of [{ toString: 'x' }, { toString: null }, ['allow'], [['all']], true, 1, {}]) {
    for (const name of ['decision', 'permissions', 'administrations', 'csrf_token']) {
      const json = { ...usual, ...good, [name]: odd }
      const answer = await call('POST /oauth/authorize', { json, headers: person.headers() })
      const { status } = answer
      assert.equal(status, { decision: 303, csrf_token: 403 }[name] ?? 400, `${name} ${JSON.stringify(odd)}`)
      if (status === 303) assert.equal(location(answer).searchParams.get('error'), 'access_denied')
    }
  }
  assert.equal(await codes(), before)
})

test('an address with a query of its own keeps it', async () => {
  const uri = 'https://app.example.com/callback?tenant=1'
  const own = await given.application(owner, { permissions: asked })
  await database.db.updateTable('applications').set({ redirect_uri: uri }).where('id', '=', own.id).execute()
  const back = location(await consent(person, {}, { client_id: own.client_id, redirect_uri: uri }))
  assert.equal(back.searchParams.get('tenant'), '1')
  assert.ok(back.searchParams.get('code'))
})

test('15: a person gives at most what was asked for, and only what is theirs', async () => {
  const before = await codes()
  const helper = await signedIn(service, tenant.company_id, {
    company_role: 'standard',
    rights: { [tenant.administration_id]: 'administrator' },
  })
  for (const [who, fields] of [
    [person, { permissions: 'debtors:read invoices:read' }],
    [person, { permissions: '' }],
    [person, { administrations: owner.administration_id }],
    [person, { administrations: `${tenant.administration_id} ${owner.administration_id}` }],
    [person, { administrations: '' }],
    [person, { administrations: 'nonsense' }],
    [helper, { administrations: 'all' }],
    [helper, { administrations: second.administration_id }],
  ] as const) {
    untrusted(await consent(who, fields))
  }
  assert.equal(await codes(), before)
  // Who is administrator of one administration can give that one.
  const code = location(await consent(helper, { administrations: tenant.administration_id })).searchParams.get('code')
  const { access_token } = tokensOf(await exchange(application, code ?? ''))
  assert.equal(await debtors(access_token, tenant), 200)
  assert.equal(await debtors(access_token, second), 403)
})

test('16: what was narrowed stays narrow', async () => {
  const fields = { permissions: 'debtors:read', administrations: tenant.administration_id }
  const code = location(await consent(person, fields)).searchParams.get('code')
  const pair = tokensOf(await exchange(application, code ?? ''))
  assert.equal(pair.scope, 'debtors:read')
  assert.equal(await debtors(pair.access_token, tenant), 200)
  assert.equal(await debtors(pair.access_token, second), 403)
  const tasks = await call(`GET /v1/tasks?administration_id=${tenant.administration_id}`, { token: pair.access_token })
  assert.deepEqual(tasks.body, { code: 'forbidden', message: 'Missing permission: tasks:read' })
})

test('a scope in the link narrows what can be given', async () => {
  const shown = await person.get(link({ scope: 'tasks:read' }).replace('/oauth/authorize', '/console/authorization'))
  assert.deepEqual((shown.body as { permissions: string[] }).permissions, ['tasks:read'])
  untrusted(await consent(person, { permissions: 'debtors:read' }, { scope: 'tasks:read' }))
})

test('all administrations means also those that come later', async () => {
  const code = location(await consent(person)).searchParams.get('code')
  const { access_token } = tokensOf(await exchange(application, code ?? ''))
  const later = await given.tenant({ company_id: tenant.company_id })
  assert.equal(await debtors(access_token, later), 200)
})

test('the page shows who asks, for what, and what the person can give', async () => {
  const answer = await person.get(link().replace('/oauth/authorize', '/console/authorization'))
  assert.equal(answer.status, 200, answer.text)
  const shown = answer.body as Record<string, unknown> & { administrations: { id: string }[] }
  assert.deepEqual(shown.permissions, asked)
  assert.equal((shown.application as { redirect_host: string }).redirect_host, 'app.example.com')
  assert.equal(shown.may_grant_all, true)
  assert.ok(shown.administrations.some(({ id }) => id === tenant.administration_id))
  assert.ok(!shown.administrations.some(({ id }) => id === owner.administration_id))
  const clerk = await signedIn(service, tenant.company_id, { company_role: 'standard' })
  const poor = await clerk.get(link().replace('/oauth/authorize', '/console/authorization'))
  const { administrations, may_grant_all } = poor.body as typeof shown
  assert.deepEqual({ administrations, may_grant_all }, { administrations: [], may_grant_all: false })
})

test('17: without a session, without the token of the page, or with that of somebody else there is no code', async () => {
  const before = await codes()
  const nobody = await consent(visitor(service))
  assert.equal(nobody.status, 303)
  assert.match(nobody.headers.get('location') ?? '', /^\/oauth\/authorize\?client_id=/)
  for (const csrf_token of [undefined, '', 'x'.repeat(43), (await visitor(service).session()).csrf_token]) {
    const answer = await consent(person, { csrf_token })
    assert.equal(answer.status, 403, answer.text)
  }
  const other = await signedIn(service, owner.company_id)
  const { csrf_token } = await other.session()
  assert.equal((await consent(person, { csrf_token })).status, 403)
  const form = new URLSearchParams({ ...(usual as Record<string, string>), decision: 'allow' }).toString()
  const headers = { ...person.headers(), accept: 'text/html', 'sec-fetch-site': 'same-origin' }
  const again = await call('POST /oauth/authorize', { form, headers })
  assert.match(again.headers.get('location') ?? '', /^\/oauth\/authorize\?client_id=/)
  assert.equal(await codes(), before)
})

test('a script of the page is told where the browser goes, with an answer, an error or the question once more', async () => {
  const { csrf_token } = await person.session()
  const chosen = { decision: 'allow', permissions: asked.join(' '), administrations: 'all', csrf_token }
  const ask = async (change: object, headers: Record<string, string> = person.headers()) => {
    const accept = { accept: 'application/json', 'sec-fetch-site': 'same-origin' }
    const json = { ...usual, ...chosen, ...change }
    const answer = await call('POST /oauth/authorize', { json, headers: { ...headers, ...accept } })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const { redirect_to, ...rest } = answer.body as { redirect_to: string }
    assert.deepEqual(rest, {})
    return new URL(redirect_to, app.base_url)
  }
  const { searchParams } = await ask({})
  tokensOf(await exchange(application, searchParams.get('code') ?? ''))
  assert.equal((await ask({ decision: 'deny' })).searchParams.get('error'), 'access_denied')
  assert.equal((await ask({ scope: ['debtors:read', 'tasks:read'] })).searchParams.get('error'), 'invalid_request')
  for (const once_more of [await ask({ csrf_token: 'x' }), await ask({}, {})])
    assert.equal(`${once_more.origin}${once_more.pathname}`, `${app.base_url}/oauth/authorize`)
  const json = { ...usual, ...chosen, redirect_uri: `${redirect_uri}/` }
  untrusted(await call('POST /oauth/authorize', { json, headers: { ...person.headers(), accept: 'application/json' } }))
})

test('whatever goes wrong, a person reads it on a page, with the same status', async () => {
  const headers = { ...person.headers(), accept: 'text/html,*/*;q=0.8' }
  const { csrf_token } = await person.session()
  const send = (fields: Record<string, string>) =>
    call('POST /oauth/authorize', { form: new URLSearchParams(fields).toString(), headers })
  const chosen = { ...(usual as Record<string, string>), csrf_token, decision: 'allow' }
  for (const [answer, status] of [
    [await send({ ...chosen, client_id: 'unknown' }), 400],
    [await send(chosen), 400],
    [await send({ ...chosen, csrf_token: 'x' }), 403],
    [await call('POST /oauth/authorize', { body: 'x', headers: { ...headers, 'content-type': 'text/plain' } }), 415],
  ] as const) {
    assert.equal(answer.status, status, answer.text.slice(0, 200))
    assert.match(answer.text, /<div id="root">/)
    assert.equal(answer.headers.get('x-frame-options'), 'DENY')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
  }
})

test('18: the page cannot be framed or cached, and its address is not passed on', async () => {
  const answer = await call(`GET ${link()}`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
  assert.equal(answer.headers.get('x-frame-options'), 'DENY')
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.match(policy, /frame-ancestors 'none'/)
  assert.match(policy, /form-action 'self'(;|$)/)
})

test('PKCE: the challenge of the link is what the exchange must prove', async () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const change = { code_challenge: await challengeOf(verifier), code_challenge_method: 'S256' }
  const code = location(await consent(person, {}, change)).searchParams.get('code') ?? ''
  assert.equal((await exchange(application, code)).status, 400)
  const again = location(await consent(person, {}, change)).searchParams.get('code') ?? ''
  tokensOf(await exchange(application, again, { code_verifier: verifier }))
})

test('45: a redirect_uri that changed in between needs a new link', async () => {
  const own = await given.application(owner, { permissions: asked })
  const change = { client_id: own.client_id }
  const code = location(await consent(person, {}, change)).searchParams.get('code') ?? ''
  const admin = await signedIn(service, owner.company_id)
  const next = 'https://app.example.com/other'
  const changed = await admin.send(`PATCH /console/applications/${own.id}`, { redirect_uri: next })
  assert.equal(changed.status, 200, changed.text)
  untrusted(await call(`GET ${link(change)}`))
  for (const uri of [redirect_uri, next]) {
    const answer = await exchange(own, code, { redirect_uri: uri })
    assert.equal(answer.status, 400, answer.text)
    assert.equal((answer.body as { code: string }).code, 'bad_request')
  }
  assert.equal((await call(`GET ${link({ ...change, redirect_uri: next })}`)).status, 200)
})

test('a connection is listed on both sides, and ends at once when it is disconnected', async () => {
  const own = await given.application(owner, { permissions: asked })
  const code = location(await consent(person, {}, { client_id: own.client_id })).searchParams.get('code') ?? ''
  const { access_token } = tokensOf(await exchange(own, code))
  const admin = await signedIn(service, owner.company_id)
  const [here] = data(await person.get(`/console/connections?application_id=${own.id}`))
  const [there] = data(await admin.get(`/console/connections?application_id=${own.id}`))
  assert.equal(here?.id, there?.id)
  assert.equal((await admin.send(`PATCH /console/connections/${here?.id}`, { permissions: asked })).status, 403)
  assert.equal((await person.send(`DELETE /console/connections/${here?.id}`)).status, 200)
  assert.equal(await debtors(access_token, tenant), 401)
})

test('92: one issuer, wherever it is asked', async () => {
  const { body } = await call('GET /.well-known/oauth-authorization-server')
  assert.equal((body as { issuer: string }).issuer, app.base_url)
  assert.equal((body as { authorization_endpoint: string }).authorization_endpoint, `${app.base_url}/oauth/authorize`)
  assert.equal(location(await consent(person)).searchParams.get('iss'), app.base_url)
  for (const method of ['PUT', 'DELETE', 'PATCH']) assert.equal((await call(`${method} /oauth/authorize`)).status, 405)
})
