import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { signedIn } from '../../test/visitor.ts'
import type { Role } from '../api/principal.ts'
import { defaultFlows } from '../flows/defaults.ts'

const now = new Date('2026-11-16T09:00:00Z')
const service = await startService({ now: () => now })
const { given, database } = service
const tenant = await given.tenant()
const { administration_id, company_id } = tenant
const sibling = await given.tenant({ company_id })
const stranger = await given.tenant()
const withRole = (role: Role) =>
  signedIn(service, company_id, { company_role: null, rights: { [administration_id]: role } })
const boss = await withRole('administrator')
const worker = await withRole('standard')
const reader = await withRole('restricted')
const outsider = await signedIn(service, stranger.company_id)
const { business } = defaultFlows('NL')

type Flow = {
  revision: string | null
  published_version: number | null
  draft_version: number | null
  invoices: number
  may_change: boolean
  problems: { place: string; sentence: string; rule: string | null }[]
  versions: { version: number; state: string; published_by: string | null }[]
}
type List = { flows: { code: string; version: number | null; invoices: number }[]; without_flow: number }
type Run = {
  status: string
  looked: number
  result: { after: { letters: number }; moved: Record<string, unknown>[] } | null
}

const root = (id = administration_id): string => `/console/administrations/${id}`
const flowPath = (id = administration_id): string => `${root(id)}/flow_versions/business`
const show = async (who = boss): Promise<Flow> => (await who.get(flowPath())).body as Flow
const save = (definition: unknown, revision: string | null, who = boss) =>
  who.send(`PATCH ${flowPath()}/draft`, { definition, revision })
const actions = async (): Promise<string[]> =>
  (
    await database.db
      .selectFrom('audit_entries')
      .select('action')
      .where('administration_id', '=', administration_id)
      .where('user_id', '=', boss.id)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

async function dryRunOf(body: object): Promise<Run> {
  const started = await boss.send(`POST ${root()}/dry_runs`, body)
  assert.equal(started.status, 200, started.text)
  const { id } = started.body as { id: string }
  const ask = async (): Promise<Run> => (await reader.get(`${root()}/dry_runs/${id}`)).body as Run
  await until('the dry run is done', async () => (await ask()).status === 'done')
  return ask()
}

const debtor_id = await given.debtor(tenant, { is_company: true, primary_email_address: 'books@example.com' })
const invoice_id = await given.invoice(tenant, debtor_id, {
  invoice_date: '2026-10-09',
  due_date: '2026-11-08',
  sent_at: '2026-10-09T09:00:00Z',
})
await sql`insert into engine_states (administration_id, books_written_at, updated_at)
  values (${administration_id}::bigint, ${now.toISOString()}::timestamptz, now())`.execute(database.db)

test('before switching on, a dry run says what will go out, and which invoices it is about', async () => {
  const run = await dryRunOf({ purpose: 'switch_on' })
  assert.equal(run.looked, 1)
  assert.equal(run.result?.after.letters, 4)
  const [first] = run.result?.moved ?? []
  assert.deepEqual([first?.invoice_id, first?.debtor_id, first?.before], [invoice_id, debtor_id, null])
  assert.deepEqual(first?.after, { step: 'reminder_1', day: '2026-11-16' })
  assert.match(String(first?.debtor_name), /^Debtor /)
})

test('switching on makes the flows, and everybody who works there sees them and what follows them', async () => {
  const changed = await boss.send(`PATCH ${root()}/settings`, { engine_enabled: true })
  assert.equal(changed.status, 200, changed.text)
  for (const who of [boss, worker, reader]) {
    const { flows, without_flow } = (await who.get(`${root()}/flow_versions`)).body as List
    assert.deepEqual(
      flows.map(({ code, version, invoices }) => [code, version, invoices]),
      [
        ['business', 1, 1],
        ['consumer', 1, 0],
      ],
    )
    assert.equal(without_flow, 0)
    assert.equal((await show(who)).may_change, who === boss)
  }
})

test('a draft is saved, tried, refused while it is wrong, and published; all of it is in the audit log', async () => {
  const before = (await actions()).length
  const wrong = {
    ...business,
    steps: business.steps.map((one) => (one.step === 'reminder_2' ? { ...one, day: 8 } : one)),
  }
  const saved = await save(wrong, null)
  assert.equal(saved.status, 200, saved.text)
  const flow = saved.body as Flow
  assert.deepEqual([flow.published_version, flow.draft_version], [1, 2])
  assert.deepEqual(
    flow.problems.map(({ place }) => place),
    ['steps[2].day'],
  )
  const refused = await boss.send(`POST ${flowPath()}/publish`, { revision: flow.revision })
  assert.equal(refused.status, 422)
  assert.match(refused.text, /steps\[2\]\.day: reminder_2 comes 1 days after reminder_1/)
  const right = {
    ...business,
    steps: business.steps.map((one) => (one.step === 'reminder_1' ? { ...one, day: 6 } : one)),
  }
  const again = (await save(right, flow.revision)).body as Flow
  assert.deepEqual(again.problems, [])
  const run = await dryRunOf({ purpose: 'publish', code: 'business' })
  assert.equal(run.status, 'done')
  const published = await boss.send(`POST ${flowPath()}/publish`, { revision: again.revision })
  assert.equal(published.status, 200, published.text)
  const { versions, revision } = published.body as Flow
  assert.equal(revision, null)
  assert.deepEqual(
    versions.map(({ version, state, published_by }) => [version, state, published_by !== null]),
    [
      [2, 'published', true],
      [1, 'retired', true],
    ],
  )
  assert.equal((await boss.send(`POST ${flowPath()}/publish`, { revision: again.revision })).status, 409)
  assert.deepEqual((await actions()).slice(before), ['flow_draft_started', 'flow_published'])
})

test('the interface shows what is in force, as its schema says', async () => {
  const token = await given.token(tenant)
  // Every answer is held to the description, and so is the definition of each flow.
  const answer = await service.call(`GET /v1/flows?administration_id=${administration_id}`, { token })
  assert.equal(answer.status, 200, answer.text)
  const { data } = answer.body as {
    data: { code: string; version: number; definition: { steps: { day: number }[] } }[]
  }
  assert.deepEqual(
    data.map(({ code, version, definition }) => [code, version, definition.steps[1]?.day]),
    [
      ['business', 2, 6],
      ['consumer', 1, 7],
    ],
  )
})

test('a draft is thrown away and a flow disabled, each once', async () => {
  const before = (await actions()).length
  const { revision } = (await save({ ...business, name: 'Other' }, null)).body as Flow
  const discard = () => boss.send(`POST ${flowPath()}/discard`, { revision })
  const discarded = await discard()
  assert.deepEqual(discarded.body, { gone: false }, discarded.text)
  assert.equal((await discard()).status, 409)
  for (let count = 0; count < 2; count++) {
    const disabled = await boss.send(`POST ${flowPath()}/disable`)
    assert.equal(disabled.status, 200, disabled.text)
    assert.equal((disabled.body as Flow).published_version, null)
  }
  const { without_flow } = (await boss.get(`${root()}/flow_versions`)).body as List
  assert.equal(without_flow, 1)
  assert.deepEqual((await actions()).slice(before), ['flow_draft_started', 'flow_draft_discarded', 'flow_disabled'])
})

test('whose role is not for it changes nothing, and other administrations are out of reach', async () => {
  const revision = null
  const writes = (id: string): [line: string, body: object][] => [
    [`PATCH ${flowPath(id)}/draft`, { definition: business, revision }],
    [`POST ${flowPath(id)}/discard`, {}],
    [`POST ${flowPath(id)}/publish`, { revision }],
    [`POST ${flowPath(id)}/disable`, {}],
    [`POST ${root(id)}/dry_runs`, { purpose: 'switch_on' }],
  ]
  for (const [who, id] of [
    [worker, administration_id],
    [reader, administration_id],
    [boss, sibling.administration_id],
    [boss, stranger.administration_id],
    [outsider, administration_id],
  ] as const) {
    for (const [line, body] of writes(id)) assert.equal((await who.send(line, body)).status, 403, line)
  }
  for (const path of [`${root()}/flow_versions`, flowPath(), `${root()}/dry_runs/1`]) {
    assert.equal((await outsider.get(path)).status, 403, path)
  }
  const own = (await outsider.get(`${root(stranger.administration_id)}/dry_runs/1`)).status
  assert.equal(own, 404, 'a dry run of another administration')
  assert.equal((await show()).draft_version, null)
})

test('what there is not is said', async () => {
  assert.equal((await boss.get(`${root()}/flow_versions/nothing`)).status, 404)
  assert.equal((await boss.send(`POST ${root()}/flow_versions/nothing/disable`)).status, 404)
  assert.equal((await boss.send(`POST ${root()}/dry_runs`, { purpose: 'publish', code: 'nothing' })).status, 404)
  assert.equal((await boss.send(`POST ${root()}/dry_runs`, { purpose: 'publish', code: 'consumer' })).status, 409)
  const unreadable = await save({ ...business, steps: 'none' }, null)
  assert.equal(unreadable.status, 422)
  assert.match(unreadable.text, /steps: must be a list/)
})
