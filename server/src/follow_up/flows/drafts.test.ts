import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engineChanges } from '../../../test/engine_change.ts'
import { givenIn, type Tenant } from '../../../test/given.ts'
import { testDatabase } from '../../../test/harness.ts'
import { Refusal } from '../../api/errors.ts'
import { defaultFlows } from '../../flows/defaults.ts'
import type { Flow } from '../../flows/flow.ts'
import { draftOf, publishedOf } from '../../flows/versions.ts'
import { readStanding } from '../read/rules.ts'
import { ensureDefaultFlows } from './defaults.ts'
import { discardDraft, saveDraft } from './drafts.ts'
import { countFollowed } from './followed.ts'
import { disableFlow, publishDraft } from './publish.ts'
import { readFlowVersions } from './read.ts'

const { db } = await testDatabase()
const given = givenIn(db)
const change = engineChanges(db)
const { business } = defaultFlows('NL')
const slower: Flow = { ...business, steps: business.steps.map((one) => ({ ...one, day: one.day && one.day + 7 })) }

async function withFlows(): Promise<Tenant> {
  const tenant = await given.tenant()
  await change(tenant.administration_id, ensureDefaultFlows)
  return tenant
}

const flowOf = async ({ administration_id }: Tenant, code = 'business') => {
  const [kept] = await readFlowVersions(db, administration_id, code)
  const versions = kept?.versions ?? []
  return { kept, draft: draftOf(versions), published: publishedOf(versions), versions }
}
const save = ({ administration_id }: Tenant, definition: unknown, revision: string | null = null, code = 'business') =>
  change(administration_id, (one) => saveDraft(one, { code, definition, revision }))
const publish = ({ administration_id }: Tenant, revision: string | null, code = 'business') =>
  change(administration_id, (one) => publishDraft(one, code, revision))
const rulesVersion = async ({ administration_id }: Tenant): Promise<string> =>
  (await readStanding(db, administration_id, '2026-11-16')).rules_version
const refused = (code: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Refusal, String(error))
  assert.equal(error.code, code)
  assert.match(error.message, message)
  return true
}

test('a draft changes nothing until it is published, and then everything open follows it', async () => {
  const tenant = await withFlows()
  const before = await rulesVersion(tenant)
  assert.deepEqual(await save(tenant, slower), { started: true })
  const { draft, published } = await flowOf(tenant)
  assert.deepEqual([draft?.version, draft?.flow.steps, published?.version], [2, slower.steps, 1])
  assert.equal(await rulesVersion(tenant), before)
  assert.equal(await publish(tenant, draft?.revision ?? null), 2)
  const after = await flowOf(tenant)
  assert.deepEqual(
    after.versions.map(({ version, state }) => [version, state]),
    [
      [2, 'published'],
      [1, 'retired'],
    ],
  )
  assert.ok(Number(await rulesVersion(tenant)) > Number(before))
  const { settings } = await readStanding(db, tenant.administration_id, '2026-11-16')
  assert.deepEqual(settings.flows.find(({ flow }) => flow.code === 'business')?.flow.steps, slower.steps)
})

test('the same draft again is no other one, and nobody writes over what they have not seen', async () => {
  const tenant = await withFlows()
  await save(tenant, slower)
  const { draft } = await flowOf(tenant)
  const revision = draft?.revision ?? null
  assert.deepEqual(await save(tenant, slower, revision), { started: false })
  assert.equal((await flowOf(tenant)).draft?.revision, revision)
  await save(tenant, { ...slower, name: 'Slower' }, revision)
  for (const stale of [revision, null]) {
    await assert.rejects(save(tenant, slower, stale), refused('conflict', /Somebody else changed this draft/))
    await assert.rejects(publish(tenant, stale), refused('conflict', /Somebody else changed this draft/))
  }
  assert.equal((await flowOf(tenant)).draft?.flow.name, 'Slower')
})

test('what has the wrong form is not kept, and every problem is said with its place', async () => {
  const tenant = await withFlows()
  const [first] = business.steps
  const wrong = { ...business, bundle: 'sometimes', steps: [{ ...first, day: 'soon' }], colour: 'red' }
  await assert.rejects(
    save(tenant, wrong),
    refused('unprocessable_entity', /^colour: is unknown.*bundle: must be one of.*steps\[0\]\.day: must be a whole/),
  )
  await assert.rejects(save(tenant, 'a flow'), refused('unprocessable_entity', /must be an object/))
  assert.equal((await flowOf(tenant)).draft, null)
})

test('what makes no sense is kept as a draft, and refused when it is published', async () => {
  const tenant = await withFlows()
  const steps = business.steps.map((one) => (one.step === 'reminder_2' ? { ...one, day: 8 } : one))
  const meant = { ...business.for, payment_conditions: ['N30'] }
  await save(tenant, { ...business, steps, for: meant, fallback: false })
  const { draft } = await flowOf(tenant)
  const publishing = publish(tenant, draft?.revision ?? null)
  await assert.rejects(
    publishing,
    refused('unprocessable_entity', /steps\[2\]\.day: reminder_2 comes 1 days.*there is no payment condition N30/),
  )
  assert.equal((await flowOf(tenant)).published?.version, 1)
})

test('a flow that claims what another one claims is refused, and so is one that breaks the law of a debtor', async () => {
  const tenant = await withFlows()
  await save(tenant, { ...business, name: 'Another' }, null, 'another')
  const another = await flowOf(tenant, 'another')
  await assert.rejects(
    publish(tenant, another.draft?.revision ?? null, 'another'),
    refused('unprocessable_entity', /for: it is fall-back for the same invoices as the flow business/),
  )
  const { consumer } = defaultFlows('NL')
  const short = consumer.steps.map((one) => (one.step === 'reminder_1' ? { ...one, term_days: 6 } : one))
  await save(tenant, { ...consumer, steps: short }, null, 'consumer')
  const { draft } = await flowOf(tenant, 'consumer')
  const debtor_id = await given.debtor(tenant, { is_company: false, postal_address_country_code: 'BE' })
  await assert.rejects(
    publish(tenant, draft?.revision ?? null, 'consumer'),
    refused('unprocessable_entity', /steps\[1\]\.term_days: reminder_1 has to give a consumer at least 14 days/),
  )
  await db.deleteFrom('debtors').where('id', '=', debtor_id).execute()
  assert.equal(await publish(tenant, draft?.revision ?? null, 'consumer'), 2)
})

test('a draft is thrown away, with its flow where nothing was published', async () => {
  const tenant = await withFlows()
  await save(tenant, slower)
  await save(tenant, { ...business, name: 'Short' }, null, 'short')
  for (const [code, gone] of [
    ['business', false],
    ['short', true],
  ] as const) {
    const { draft } = await flowOf(tenant, code)
    const discard = (revision: string | null) =>
      change(tenant.administration_id, (one) => discardDraft(one, code, revision))
    await assert.rejects(discard('2026-01-01T00:00:00.000000Z'), refused('conflict', /Somebody else/))
    assert.equal(await discard(draft?.revision ?? null), gone)
    await assert.rejects(discard(null), refused(gone ? 'not_found' : 'conflict', /no flow short|has no draft/))
  }
  assert.deepEqual(
    (await readFlowVersions(db, tenant.administration_id)).map(({ code, versions }) => [code, versions.length]),
    [
      ['business', 1],
      ['consumer', 1],
    ],
  )
})

test('a flow that is disabled leads nothing any more, keeps its versions, and can be published again', async () => {
  const tenant = await withFlows()
  const debtor_id = await given.debtor(tenant, { is_company: true })
  await given.invoice(tenant, debtor_id)
  const counts = async () => {
    const { settings } = await readStanding(db, tenant.administration_id, '2026-11-16')
    return countFollowed(
      db,
      tenant.administration_id,
      settings.flows.map(({ flow }) => flow),
    )
  }
  assert.deepEqual([...(await counts())], [['business', 1]])
  const before = await rulesVersion(tenant)
  const disable = () => change(tenant.administration_id, (one) => disableFlow(one, 'business'))
  assert.deepEqual([await disable(), await disable()], [true, false])
  assert.equal(Number(await rulesVersion(tenant)), Number(before) + 1)
  assert.deepEqual([...(await counts())], [[null, 1]])
  const { published, versions } = await flowOf(tenant)
  assert.deepEqual([published, versions.length], [null, 1])
  await save(tenant, business)
  const { draft } = await flowOf(tenant)
  assert.equal(await publish(tenant, draft?.revision ?? null), 2)
  assert.deepEqual([...(await counts())], [['business', 1]])
})

test('flows of one administration are nothing to another', async () => {
  const tenant = await withFlows()
  const other = await given.tenant()
  assert.deepEqual(await readFlowVersions(db, other.administration_id), [])
  await assert.rejects(publish(other, null), refused('not_found', /no flow business/))
  await save(other, slower)
  assert.equal((await flowOf(tenant)).draft, null)
})
