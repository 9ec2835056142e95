import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CallOptions, data, startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'

const now = new Date('2026-11-16T09:30:00Z')
const service = await startService({ now: () => now })
const { call, given, database } = service
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const stranger = await given.tenant()
const foreign = await given.token(stranger)
const withRole = (company_id: string, rights: Parameters<typeof signedIn>[2]) => signedIn(service, company_id, rights)
const worker = await withRole(tenant.company_id, { company_role: null, rights: { [administration_id]: 'standard' } })
const reader = await withRole(tenant.company_id, { company_role: null, rights: { [administration_id]: 'restricted' } })
const outsider = await withRole(stranger.company_id, {})

type Dispute = Record<string, unknown> & { id: string }

const open = (body: object, options: CallOptions = { token }) =>
  call('POST /v1/disputes', { ...options, json: { administration_id, reason: 'quality', ...body } })
const act = (id: string, verb: 'take_up' | 'end', body: object = {}) =>
  call(`PATCH /v1/disputes/${id}/${verb}`, { token, json: { administration_id, ...body } })
const invoice = async (): Promise<string> => given.invoice(tenant, await given.debtor(tenant))

async function opened(body: object): Promise<Dispute> {
  const answer = await open(body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body as Dispute
}

const messageOf = ({ body }: { body: unknown }): string => (body as { message: string }).message

const eventsOf = async (id: string): Promise<string[]> => {
  const all = data(await call(`GET /v1/events?administration_id=${administration_id}&per_page=500`, { token }))
  return all
    .filter((one) => one.resource_type === 'dispute' && one.resource_id === id)
    .map((one) => `${one.event_name}`)
}

test('a dispute is opened, taken up and ended, and each is said once', async () => {
  const invoice_id = await invoice()
  const { id, ...shown } = await opened({ invoice_id, description: 'Two boxes were broken.', amount: '24.20' })
  assert.deepEqual(
    [shown.invoice_id, shown.reason, shown.amount, shown.origin, shown.opened_on, shown.owner_user, shown.taken_up_at],
    [invoice_id, 'quality', '24.20', 'interface', '2026-11-16', null, null],
  )
  const taken = (await act(id, 'take_up', { owner_user_id: worker.id })).body as Dispute
  assert.deepEqual((taken.owner_user as { id: string }).id, worker.id)
  assert.equal(Date.parse(String(taken.taken_up_at)), now.getTime())
  assert.deepEqual((await act(id, 'take_up')).body, taken, 'taken up again it stays as it is')
  const ended = await act(id, 'end', { outcome: 'rejected', outcome_message: 'All ten were signed for.' })
  const { outcome, outcome_message, ended_at } = ended.body as Dispute
  assert.deepEqual([outcome, outcome_message], ['rejected', 'All ten were signed for.'])
  assert.equal(Date.parse(String(ended_at)), now.getTime())
  assert.equal((await act(id, 'end', { outcome: 'rejected' })).text, ended.text)
  assert.deepEqual(await eventsOf(id), ['dispute_opened', 'dispute_taken_up', 'dispute_ended'])
  const other = await act(id, 'end', { outcome: 'credited' })
  assert.deepEqual([other.status, messageOf(other)], [422, 'id: the dispute has ended already, as rejected'])
  const late = await act(id, 'take_up')
  assert.deepEqual([late.status, messageOf(late)], [422, 'id: the dispute has ended; open another one'])
})

test('an invoice has one open dispute at most, also when two are opened at once', async () => {
  const invoice_id = await invoice()
  const answers = await Promise.all([open({ invoice_id }), open({ invoice_id })])
  answers.sort((one, other) => one.status - other.status)
  assert.deepEqual(
    answers.map((one) => one.status),
    [201, 409],
  )
  const [{ id }] = answers.map(({ body }) => body) as [Dispute]
  const again = await open({ invoice_id })
  assert.match(messageOf(again), new RegExp(`is in dispute ${id} since 2026-11-16; end that one before another is`))
  await act(id, 'end', { outcome: 'corrected' })
  await opened({ invoice_id })
})

test('whoever names an owner has taken it up, and it can go to somebody else', async () => {
  const { id, owner_user, taken_up_at } = await opened({ invoice_id: await invoice(), owner_user_id: worker.id })
  assert.equal((owner_user as { id: string }).id, worker.id)
  assert.notEqual(taken_up_at, null)
  assert.match(messageOf(await act(id, 'take_up', { owner_user_id: reader.id })), /^owner_user_id: is nobody/)
  const colleague = await signedIn(service, tenant.company_id, { company_role: 'standard' })
  const moved = (await act(id, 'take_up', { owner_user_id: colleague.id })).body as Dispute
  assert.deepEqual([(moved.owner_user as { id: string }).id, moved.taken_up_at], [colleague.id, taken_up_at])
})

test('what makes no sense is refused, with what to do', async () => {
  const invoice_id = await invoice()
  const cases: [object, string][] = [
    [{}, 'invoice_id: is missing, unless invoice_number is given'],
    [{ invoice_id: '987654' }, 'invoice_id: there is no such invoice'],
    [{ invoice_number: 'nothing' }, 'invoice_number: there is no such invoice'],
    [{ invoice_id, amount: '121.01' }, 'amount: must be more than 0.00, and at most the 121.00 of the invoice'],
    [{ invoice_id, amount: '0' }, 'amount: must be more than 0.00, and at most the 121.00 of the invoice'],
    [{ invoice_id, owner_user_id: outsider.id }, 'owner_user_id: is nobody who can work in this administration'],
  ]
  for (const [body, problem] of cases) {
    const answer = await open(body)
    assert.deepEqual([answer.status, messageOf(answer)], [422, problem])
  }
  assert.match(messageOf(await open({ invoice_id, reason: 'ugly' })), /^reason: must be one of amount_wrong/)
  const { id } = await opened({ invoice_id })
  assert.match(messageOf(await act(id, 'end', { outcome: 'lapsed' })), /^outcome: must be one of credited/)
  assert.match(messageOf(await act(id, 'take_up', { owner_user_id: outsider.id })), /^owner_user_id: is nobody/)
})

test('another company reaches nothing, neither from there nor from its own administration', async () => {
  const invoice_id = await invoice()
  const { id } = await opened({ invoice_id })
  const own = { administration_id: stranger.administration_id }
  assert.equal((await open({ invoice_id }, { token: foreign })).status, 403)
  assert.equal((await open({ invoice_id, ...own }, { token: foreign })).status, 422)
  for (const [verb, body] of [['take_up', {}] as const, ['end', { outcome: 'rejected' }] as const]) {
    const line = `PATCH /v1/disputes/${id}/${verb}`
    assert.equal((await call(line, { token: foreign, json: { administration_id, ...body } })).status, 403)
    assert.equal((await call(line, { token: foreign, json: { ...own, ...body } })).status, 404)
  }
  const poor = await given.token(tenant, { permissions: ['disputes:read'] })
  assert.equal((await open({ invoice_id: await invoice() }, { token: poor })).status, 403)
  const { rows } = await database.pool.query('select taken_up_at, ended_at from disputes where id = $1', [id])
  assert.deepEqual(rows, [{ taken_up_at: null, ended_at: null }])
})

test('on our pages whoever takes a dispute up becomes its owner', async () => {
  const body = { administration_id, invoice_id: await invoice(), reason: 'not_delivered' }
  assert.equal((await reader.send('POST /console/disputes', body)).status, 403)
  const { id, origin } = (await worker.send('POST /console/disputes', body)).body as Dispute
  assert.equal(origin, 'person')
  const taken = await worker.send(`PATCH /console/disputes/${id}/take_up`, { administration_id })
  assert.equal(((taken.body as Dispute).owner_user as { id: string }).id, worker.id)
  const ended = { administration_id, outcome: 'credited' }
  assert.equal((await worker.send(`PATCH /console/disputes/${id}/end`, ended)).status, 200)
})
