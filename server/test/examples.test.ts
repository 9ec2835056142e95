import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { sql } from 'kysely'
import { declarationOf, fileOf, mz301, writeDeclaration } from './declarations.ts'
import { fillEveryFamily } from './every_family.ts'
import { type Answer, type CallOptions, type Service, startService } from './harness.ts'
import { refuseSeveralNodes, workers } from './servers.ts'

// What the documentation tells people to paste is pasted here, word for word.

type Media = { schema: object; example?: Record<string, unknown>; examples?: Record<string, { value: object }> }
type Content = { [type: string]: Media }
type Parameter = { name: string; in: string; required: boolean; example?: string; schema: object }
type Described = {
  line: string
  operationId: string
  summary: string
  security: object[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: { [status: string]: { description: string; content?: Content } }
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const parts = 'multipart/form-data'

/** What others refer to comes first; all else is sent in the order in which it is described. */
const first = ['contacts_create', 'vat_rates_create', 'payment_conditions_create', 'debtors_create', 'invoices_upsert']

/** Whoever turns the clock makes it another day for everything that follows. */
const last = 'administrations_clock'

/** The states of the one plan that verbs are shown with. */
const plan_states: Record<string, string> = {
  payment_plans_approve: 'active = false, approved_at = null, rejected_at = null',
  payment_plans_reject: 'active = false, approved_at = null, rejected_at = null',
  payment_plans_deactivate: 'active = true, approved_at = proposed_at, rejected_at = null, deactivated_at = null',
}

async function describedBy({ call }: Service): Promise<{ all: Described[]; document: object }> {
  const { body } = await call('GET /openapi.json')
  // The answer is the description, whose members are typed above as far as they are used.
  const document = body as { paths: Record<string, Record<string, Omit<Described, 'line'>>> }
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ ...one, line: `${method.toUpperCase()} ${path}` })),
  )
  const place = ({ operationId }: Described): number =>
    operationId === last ? Infinity : (first.indexOf(operationId) + 1 || first.length + 1) - 1
  return { all: all.sort((one, other) => place(one) - place(other)), document }
}

/** The request that a reader makes of a sample: what has an example is sent, and nothing else. */
function requestOf(one: Described, type: string): [string, CallOptions] {
  let line = one.line
  const query = new URLSearchParams()
  for (const { name, in: where, required, example } of one.parameters ?? []) {
    assert.ok(!required || example !== undefined, `${one.operationId}: ${name} is needed, and has no example`)
    if (example === undefined) continue
    if (where === 'path') line = line.replace(`{${name}}`, example)
    else query.set(name, example)
  }
  const content = one.requestBody?.content ?? {}
  const [used, { example = undefined } = {}] = Object.entries(content).find(([known]) => known === type) ??
    Object.entries(content)[0] ?? [null]
  const whole = query.size > 0 ? `${line}?${query}` : line
  if (used === null) return [whole, {}]
  assert.ok(example, `${one.operationId} has no sample as ${used}`)
  if (used === json) return [whole, { json: example }]
  return [whole, used === form ? { form: formOf(example) } : { multipart: partsOf(example) }]
}

const pairsOf = (example: object): [string, string][] =>
  Object.entries(example).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]))

const formOf = (example: object): string => new URLSearchParams(pairsOf(example)).toString()

/** As curl does it: a value that begins with @ names a file. */
function partsOf(example: object): FormData {
  const body = new FormData()
  for (const [name, value] of pairsOf(example)) {
    if (value.startsWith('@')) body.append(name, fileNamed(value.slice(1)), value.slice(1))
    else body.append(name, value)
  }
  return body
}

const fileNamed = (name: string): Blob =>
  name.startsWith('declaration')
    ? new Blob([fileOf(writeDeclaration(mz301, declarationOf(2, { prefix: 'SAMPLE-' })))])
    : new Blob(['%PDF-1.7'], { type: 'application/pdf' })

function worked(one: Described, answer: Answer): void {
  const [status = ''] = Object.keys(one.responses).filter((code) => code.startsWith('2'))
  assert.equal(String(answer.status), status, `${one.operationId}: ${answer.text}`)
  const body = answer.body as { data?: unknown; count?: number; errors?: object; warnings?: object }
  if (Array.isArray(body.data)) assert.ok(body.data.length > 0, `${one.operationId}: the sample finds nothing`)
  if (body.errors === undefined) return
  assert.deepEqual([body.count, body.errors, body.warnings], [1, {}, undefined], one.operationId)
}

for (const type of [json, form, parts]) {
  test(`every sample of the documentation does what it says, sent as ${type}`, async () => {
    // Samples speak of days that are near, so they are sent on the day they were written for.
    const now = (): Date => new Date('2026-11-14T09:30:00Z')
    const service = await startService({ now })
    const { given, database } = service
    const tenant = await given.tenant()
    assert.equal(tenant.administration_id, '1', 'samples are about the first administration')
    await fillEveryFamily(given, tenant)
    await sql`update administrations set sandbox = true`.execute(database.db)
    const token = await given.token(tenant)
    const basic = await given.application(tenant)
    await given.grant(basic.id, tenant.company_id)
    const { all } = await describedBy(service)
    await refuseSeveralNodes(database)
    const { call } = workers.length > 0 ? await startService({ now, beside: service }) : service
    for (const one of all.filter(({ line }) => line.includes(' /v1/'))) {
      const state = plan_states[one.operationId]
      if (state)
        await sql.raw(`update payment_plans set ${state} where administration_id = 1 and id = 1`).execute(database.db)
      const [line, options] = requestOf(one, type)
      const caller = one.security.some((way) => 'Basic' in way) ? { basic } : { token }
      worked(one, await call(line, { ...caller, ...options }))
    }
  })
}

test('a sample of a list names its administration and nothing else', async () => {
  const { all } = await describedBy(await startService())
  const lists = all.filter(({ operationId }) => operationId.endsWith('_list'))
  assert.ok(lists.length > 20)
  for (const { operationId, parameters = [] } of lists) {
    const with_example = parameters.filter((one) => 'example' in one || 'examples' in one.schema)
    const expected = parameters.filter(({ required }) => required)
    assert.deepEqual(with_example, expected, operationId)
  }
})

test('samples fit their schemas, and send nothing empty; those of answers leave out what is on request', async () => {
  const { all, document } = await describedBy(await startService())
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'description')
  const { components } = document as {
    components: { schemas: Record<string, { properties?: Record<string, Described> }> }
  }
  let samples = 0
  for (const one of all) {
    const answers = Object.entries(one.responses).filter(([status]) => status.startsWith('2'))
    for (const [, { content = {}, description }] of answers) {
      assert.notEqual(description, 'Done.', one.operationId)
      for (const media of Object.values(content)) samples += hold(media, one.operationId)
    }
    for (const media of Object.values(one.requestBody?.content ?? {})) {
      samples += hold(media, one.operationId)
      assert.doesNotMatch(JSON.stringify(media.example ?? {}), /null|""/, one.operationId)
    }
  }
  assert.ok(samples > 100, `${samples} samples`)

  function hold({ schema, example, examples }: Media, name: string): number {
    const values = [
      ...(example === undefined ? [] : [example]),
      ...Object.values(examples ?? {}).map((each) => each.value),
    ]
    const resolved = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"description#/components'))
    for (const value of values) {
      assert.ok(ajv.validate(resolved, value), `${name}: ${ajv.errorsText()} in ${JSON.stringify(value)}`)
    }
    return values.length
  }

  type Described = { description?: string }
  const debtor = components.schemas.debtor?.properties ?? {}
  assert.match(debtor.book_open_amount?.description ?? '', /Only on request.*does not move `updated_at`/)
  assert.match(components.schemas.message?.properties?.content?.description ?? '', /Only on request/)
  const list = all.find(({ operationId }) => operationId === 'debtors_list')
  assert.ok(!JSON.stringify(list?.responses['200']?.content).includes('"book_open_amount":'))
})

test('every summary says of what, and no two are the same', async () => {
  const { all } = await describedBy(await startService())
  const summaries = all.map(({ summary }) => summary)
  assert.equal(new Set(summaries).size, summaries.length)
  for (const summary of summaries) assert.match(summary, /^[A-Z][a-z]+ (?!a [aeio])\S/)
})
