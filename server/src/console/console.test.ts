import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engineChanges } from '../../test/engine_change.ts'
import { startService } from '../../test/harness.ts'
import { obeysIn } from '../../test/obeys.ts'
import { until } from '../../test/until.ts'
import { signedIn, visitor } from '../../test/visitor.ts'
import { nouns } from '../api/actions.ts'
import { operations } from '../api/operations.ts'
import { ensureDefaultFlows } from '../follow_up/flows/defaults.ts'
import { console_outline } from './index.ts'

const all = operations(console_outline)
const obeys = obeysIn(console_outline)
const service = await startService()
const { given } = service
const tenant = await given.tenant()
const stranger = await given.tenant()
const administrator = await signedIn(service, tenant.company_id)
const colleague = await signedIn(service, tenant.company_id, { company_role: 'standard' })
const outsider = await signedIn(service, stranger.company_id)
const invited = await administrator.send('POST /console/users', {
  first_name: 'Kim',
  last_name: 'Example',
  email_address: 'kim@example.com',
  company_role: 'restricted',
})
const made = {
  applications: await administrator.send('POST /console/applications', {
    name: 'Bookkeeper',
    grant_type: 'authorization_code',
    redirect_uri: 'https://app.example.com/callback',
    permissions: ['debtors:read', 'events:read'],
  }),
  api_tokens: await administrator.send('POST /console/api_tokens', {
    name: 'Script',
    permissions: ['debtors:read'],
    all_administrations: true,
  }),
  users: invited,
}
const debtor_id = await given.debtor(tenant)
await service.database.db.updateTable('administrations').set({ sandbox: true }).execute()
const ids: Record<string, string> = {
  ...Object.fromEntries(Object.entries(made).map(([name, { body }]) => [name, (body as { id: string }).id])),
  overview: tenant.administration_id,
  task_list: await given.task(tenant),
  message_list: await given.message(tenant),
  letter_list: await given.row('letters', tenant, {
    ...{ debtor_id, step: 'reminder_1', channel: 'mail', language_code: 'en', status: 'waiting', day: '2026-11-14' },
    ...{ data: '{}', created_at: 'stamp', updated_at: 'stamp' },
  }),
  imports: await given.row('imports', tenant, {
    ...{ filename: 'list.csv', columns: '[]', choices: '{"kind":"debtors","places":{},"formats":{},"sent":true}' },
    ...{ row_count: 0, created_at: 'stamp' },
  }),
  dry_runs: await given.row('dry_runs', tenant, { purpose: 'publish', created_at: 'stamp' }),
  case_dossiers: await given.row('credit_cases', tenant, {
    ...{ debtor_id, case_number: '123456789', credit_case_number: '123 456 789', currency_code: 'EUR' },
    ...{ total_amount: '100.00', open_amount: '100.00', started_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' },
  }),
  payment_plan_list: await given.row('payment_plans', tenant, {
    debtor_id,
    ...(await given.debtorKeys(tenant, debtor_id)),
    created_at: 'stamp',
    updated_at: 'stamp',
  }),
}
await given.message(tenant, { debtor_id })
const conversation = await service.database.db.selectFrom('conversations').select('id').executeTakeFirstOrThrow()
ids.conversations = conversation.id
// Only a sandbox has a diary; everything else is the same there.
await service.database.db
  .updateTable('administrations')
  .set({ sandbox: true })
  .where('id', '=', tenant.administration_id)
  .execute()
ids.connections = await given.grant(ids.applications ?? '', tenant.company_id)
const [mail] = ((await administrator.get('/console/mails')).body as { data: { id: string }[] }).data
ids.mails = mail?.id ?? ''
const [session] = ((await administrator.get('/console/sessions')).body as { data: { id: string }[] }).data
ids.sessions = session?.id ?? ''
await engineChanges(service.database.db)(tenant.administration_id, ensureDefaultFlows)
const dry_runs = `/console/administrations/${tenant.administration_id}/dry_runs`
ids.dry_runs = ((await administrator.send(`POST ${dry_runs}`, { purpose: 'switch_on' })).body as { id: string }).id
await until('the dry run is done', async () => {
  const { status } = (await administrator.get(`${dry_runs}/${ids.dry_runs}`)).body as { status: string }
  return status === 'done'
})

// A webhook of the application, one of the administration, and the test event that each was sent.
const webhook = { url: 'https://hooks.example.com/' }
const application_webhook = await administrator.send('POST /console/application_webhooks', {
  ...{ ...webhook, application_id: ids.applications },
})
ids.application_webhooks = (application_webhook.body as { id: string }).id
const tried = await administrator.send(`POST /console/application_webhooks/${ids.application_webhooks}/test`, {})
ids.application_deliveries = (tried.body as { delivery_id: string }).delivery_id
const token = await given.token(tenant)
const { administration_id } = tenant
const own_webhook = await service.call('POST /v1/webhooks', { token, json: { administration_id, ...webhook } })
const own_id = (own_webhook.body as { id: string }).id
const own = await service.call(`POST /v1/webhooks/${own_id}/test`, { token, json: { administration_id } })
const own_delivery = (own.body as { delivery_id: string }).delivery_id

/** What reads ask for beside their path. */
const queries: Record<string, string> = {
  'search.find': '?text=D',
  'saved_views.list': '?list=debtors',
  'today.list': '?tab=everybody',
  'today.what_follows': '?outcome=other',
  'imports.rows': '?show=refused',
  'invoice_list.list': '?show=open&order=due_date_asc',
  'invoice_list.totals': '?show=open',
  'debtor_list.list': '?show=open&order=name_asc',
  'debtor_list.totals': '?show=open',
  'credit_case_list.list': '?show=open',
  'credit_case_list.totals': '?show=open',
  'standing.show': `?family=debtors&id=${debtor_id}`,
  'letter_list.list': '?show=all',
  'letter_list.totals': '?show=all',
  'letter_texts.show': '?step=reminder_1&language_code=en',
  'outlooks.list': `?family=debtors&id=${debtor_id}`,
  'outlooks.letter': `?family=credit_cases&id=${ids.case_dossiers}`,
  'done_steps.list': `?family=debtors&id=${debtor_id}`,
  'task_list.list': '?show=open&whose=everybody',
  'task_list.totals': '?show=open&whose=everybody',
  'conversations.list': '?tab=open',
  'reply_texts.list': '?language_code=en',
  'payment_plan_list.list': '?show=proposed',
  'payment_plan_list.totals': '?show=proposed',
  'reports.ageing': '?by=country',
  'reports.months': '?by=country',
  'reports.owed': '?day=2026-11-01',
  'reports.expected': '?apart=later',
  'reports.promised': '?month=2026-11-01',
  'payment_behaviour.show': `?debtor_id=${debtor_id}`,
  'debtor_facts.show': `?debtor_id=${debtor_id}`,
  'timeline.list': `?family=debtors&id=${debtor_id}`,
}

/** What calls ask for in their body. */
const bodies: Record<string, object> = {
  'sandboxes.make': { like_id: tenant.administration_id, name: 'To try' },
  'sandboxes.start_over': { sandbox_id: tenant.administration_id },
  'sandbox_verbs.play': { debtor_id, act: 'writes', text: 'Hello' },
  'letter_proof_verbs.send': { step: 'reminder_1', language_code: 'en', subject: 'S', body: 'B' },
  'reply_texts.preview': { language_code: 'en' },
  'letter_texts.preview': { step: 'reminder_1', language_code: 'en', channel: 'mail' },
  'outbox.document': { letter_key: 'none' },
  'application_webhooks.replay': { replay_from: '2026-11-01T00:00:00Z' },
}

test('what is made for these tests was made', () => {
  for (const [name, { status, text }] of Object.entries(made)) assert.equal(status, 201, `${name}: ${text}`)
  for (const [name, id] of Object.entries(ids)) assert.match(id, /^\d+$/, name)
})

for (const operation of all) {
  const path = `${operation.path}${queries[operation.name] ?? ''}`
    .replace('{id}', ids[operation.family] ?? '')
    .replace('{administration_id}', tenant.administration_id)
    .replace('{debtor_id}', debtor_id)
    .replace('{code}', 'business')
    .replace(
      '{delivery_id}',
      operation.name === 'webhook_requests.show' ? own_delivery : (ids.application_deliveries ?? ''),
    )
  const line = `${operation.method} ${path}`
  const ask = (who: typeof administrator) =>
    operation.method === 'GET' ? who.get(path) : who.send(line, bodies[operation.name] ?? {})

  if (operation.method === 'GET' && operation.name !== 'mails.content' && operation.family !== 'authorization') {
    test(`${operation.name}: its answer obeys its own schema`, async () => {
      const answer = await ask(administrator)
      assert.equal(answer.status, 200, answer.text)
      obeys(operation, answer)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
    })
  }

  if (operation.reach !== 'anybody') {
    test(`${operation.name}: nobody gets in without signing in`, async () => {
      const answer = await (operation.method === 'GET' ? visitor(service).get(path) : visitor(service).send(line, {}))
      assert.equal(answer.status, 401, answer.text)
    })
  }

  if (operation.reach === 'company') {
    test(`${operation.name}: only for administrators of the company`, async () => {
      const answer = await ask(colleague)
      assert.equal(answer.status, 403, answer.text)
    })
  }

  if (operation.method !== 'GET') {
    test(`${operation.name}: another site cannot make a browser do it`, async () => {
      const { call } = service
      const headers = administrator.headers()
      assert.equal((await call(line, { json: {}, headers })).status, 403)
      assert.equal(
        (await call(line, { json: {}, headers: { ...headers, 'x-csrf-token': 'x'.repeat(43) } })).status,
        403,
      )
      const { csrf_token } = await administrator.session()
      const elsewhere = { ...headers, 'x-csrf-token': csrf_token, 'sec-fetch-site': 'cross-site' }
      assert.equal((await call(line, { json: {}, headers: elsewhere })).status, 403)
      const { csrf_token: other } = await outsider.session()
      assert.equal((await call(line, { json: {}, headers: { ...headers, 'x-csrf-token': other } })).status, 403)
    })
  }

  if (operation.path.includes('{')) {
    test(`${operation.name}: another company finds nothing`, async () => {
      const answer = await ask(outsider)
      assert.equal(answer.status, operation.path.includes('{administration_id}') ? 403 : 404, answer.text)
    })
  }
}

test('no list shows anything of another company', async () => {
  for (const resource of nouns(console_outline).filter(({ reads }) => reads.includes('list'))) {
    const answer = await outsider.get(resource.path)
    const { data } = answer.body as { data: { id: string }[] }
    for (const { id } of data) assert.notEqual(id, ids[resource.name], resource.name)
  }
})
