import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { business, follow, followed_now, followed_on, overdue, waits } from '../../test/followed.ts'
import { startService } from '../../test/harness.ts'
import { planOf } from '../../test/plans.ts'
import { signedIn } from '../../test/visitor.ts'
import { decideNow } from '../follow_up/outbox/decide_now.ts'
import { waitingDebtors } from '../follow_up/outbox/outbox.ts'

const service = await startService({ now: () => followed_now })
const { given, database } = service
const { db } = database
const tenant = await given.tenant()
const stranger = await given.tenant()
const { administration_id } = tenant
await follow(service, tenant, { approval: ['reminder_1'], settings: { letters_per_day: 40 } })
const worker = await signedIn(service, tenant.company_id, { company_role: 'standard' })
const reader = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [administration_id]: 'restricted' },
})
const outsider = await signedIn(service, stranger.company_id)

type Listed = Record<'debtor_id' | 'step', string> & { reasons: string[]; amounts: object[] } & Record<
    'records' | 'days_overdue',
    number
  >
type Letter = Record<string, unknown> & {
  key: string
  step: string
  members: { id: string; performs: string | null }[]
}
const base = `/console/administrations/${administration_id}/outbox`
async function reads<T>(path: string): Promise<T> {
  const answer = await reader.get(`${base}${path}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as T
}
const list = async (query = '') => (await reads<{ debtors: Listed[] }>(query)).debtors
const lettersOf = async (debtor_id: string) => (await reads<{ letters: Letter[] }>(`/debtors/${debtor_id}`)).letters
const seen = (letter: Letter | undefined, record_ids = letter?.members.map(({ id }) => id)) => ({
  letter: { key: letter?.key, step: letter?.step, record_ids },
})
const verb = (who: typeof worker, name: string, body: object) =>
  who.send(`POST /console/outbox/${name}`, { administration_id, ...body })
async function decided(debtor_id: string) {
  const decision = (await decideNow({ db, administration_id, today: followed_on }, [debtor_id])).decisions.get(
    debtor_id,
  )
  assert.ok(decision)
  return decision
}

async function debtorWith(invoices: number, reasons: readonly string[], columns: object = {}) {
  const debtor_id = await given.debtor(tenant, business)
  const invoice_ids: string[] = []
  for (let n = 0; n < invoices; n++) {
    const invoice_id = await given.invoice(tenant, debtor_id, { ...overdue, ...columns })
    await waits(service, tenant, { debtor_id, invoice_id }, reasons)
    invoice_ids.push(invoice_id)
  }
  return { debtor_id, invoice_ids }
}

test('the outbox lists each debtor once, with what waits, why and how much', async () => {
  const one = await debtorWith(2, ['approval'])
  const other = await debtorWith(1, ['cap'])
  const held = await debtorWith(1, ['approval', 'invoice_paused'])
  const found = await list()
  const shown = found.find(({ debtor_id }) => debtor_id === one.debtor_id)
  assert.deepEqual(
    [shown?.step, shown?.reasons, shown?.records, shown?.days_overdue, shown?.amounts],
    ['reminder_1', ['approval'], 2, 14, [{ currency_code: 'EUR', amount: '242.00' }]],
  )
  assert.ok(
    !found.some(({ debtor_id }) => debtor_id === held.debtor_id),
    'what something else holds does not wait here',
  )
  assert.deepEqual(
    (await list('?reason=cap')).map(({ debtor_id }) => debtor_id),
    [other.debtor_id],
  )
  assert.equal((await reader.get(`${base}?cursor=x`)).status, 422)
})

test('what waits is decided and written as it would go out, with its invoices and its reasons', async () => {
  const { debtor_id, invoice_ids } = await debtorWith(2, ['approval'])
  const [letter, ...more] = await lettersOf(debtor_id)
  assert.ok(letter)
  assert.equal(more.length, 0)
  assert.deepEqual(
    [letter.step, letter.channel, letter.amount, letter.approval_needed, letter.recipients, letter.text_version],
    ['reminder_1', 'mail', '242.00', true, ['office@debtor.example.com'], 0],
  )
  assert.deepEqual(
    letter.members.map(({ id, performs }) => [id, performs]).sort(),
    invoice_ids.map((id) => [id, 'reminder_1']).sort(),
  )
  assert.match(String(letter.subject), /^Reminder: 2 invoices, €242\.00$/)
  assert.match(String(letter.html), /<html lang="en">/)
  assert.deepEqual(
    (letter.because as { reason: string }[]).map(({ reason }) => reason),
    ['flow', 'due_date'],
  )
  const document = (letter_key: string) => reader.send(`POST ${base}/debtors/${debtor_id}/document`, { letter_key })
  const { content } = (await document(letter.key)).body as { content: string }
  assert.equal(Buffer.from(content, 'base64').subarray(0, 5).toString(), '%PDF-')
  assert.equal((await document('none')).status, 404)
})

test('letting go approves what was seen: members may leave, and none join', async () => {
  const { debtor_id, invoice_ids } = await debtorWith(2, ['approval'])
  const [letter] = await lettersOf(debtor_id)
  const joined = await given.invoice(tenant, debtor_id, overdue)
  const answer = await verb(worker, 'release', {
    debtor_ids: [debtor_id],
    ...seen(letter, invoice_ids),
  })
  assert.deepEqual([answer.status, answer.body], [200, { released: 1, nothing_waits: [] }], answer.text)
  const { letters, outlooks } = await decided(debtor_id)
  assert.deepEqual(
    letters.map(({ approval, items }) => [approval, items.map((one) => one.invoice_id)]),
    [['given', invoice_ids]],
  )
  assert.deepEqual(
    outlooks.find(({ id }) => id === joined)?.holds.map(({ reason }) => reason),
    ['approval', 'bundle_interval'],
  )
  const paused = { paused_at: followed_now.toISOString(), paused_by_user: true }
  await db
    .updateTable('invoices')
    .set(paused)
    .where('id', '=', invoice_ids[0] ?? '')
    .execute()
  assert.deepEqual(
    (await decided(debtor_id)).letters[0]?.items.map((one) => one.invoice_id),
    [invoice_ids[1]],
  )
  const touched = await db.selectFrom('touched_dossiers').selectAll().where('debtor_id', '=', debtor_id).execute()
  assert.equal(touched.length, 1, 'the engine looks again')
  const entry = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('action', '=', 'letters_released')
    .executeTakeFirst()
  assert.deepEqual([entry?.user_id, entry?.details], [worker.id, { debtors: [debtor_id] }])
})

test('forty are let go at once, a second time nothing, and who has nothing is named', async () => {
  const ids: string[] = []
  for (let n = 0; n < 40; n++) ids.push((await debtorWith(1, ['approval'])).debtor_id)
  const paid = (await debtorWith(1, ['approval'], { open_amount: '0.00', book_open_amount: '0.00' })).debtor_id
  const answer = await verb(worker, 'release', { debtor_ids: [...ids, paid] })
  assert.deepEqual(answer.body, { released: 40, nothing_waits: [paid] }, answer.text)
  const again = await verb(worker, 'release', { debtor_ids: ids })
  assert.deepEqual(again.body, { released: 0, nothing_waits: ids })
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer from step_decisions s join invoices i using (administration_id)
    where i.id = s.invoice_id and i.debtor_id = any(${ids}::bigint[]) and s.kind = 'approve'`.execute(db)
  assert.equal(rows[0]?.count, 40)
  assert.equal((await verb(worker, 'release', { debtor_ids: [] })).status, 422)
  assert.equal((await verb(worker, 'release', { debtor_ids: Array.from({ length: 51 }, () => ids[0]) })).status, 422)
})

test('a letter is refused by leaving the step out, by a pause, or by beginning again', async () => {
  const refuses = async (how: object) => {
    const dossier = await debtorWith(2, ['approval'])
    const [letter] = await lettersOf(dossier.debtor_id)
    const answer = await verb(worker, 'refuse', { debtor_id: dossier.debtor_id, ...seen(letter), ...how })
    assert.equal(answer.status, 200, answer.text)
    const again = await verb(worker, 'refuse', { debtor_id: dossier.debtor_id, ...seen(letter), how: 'skip' })
    return { ...(await decided(dossier.debtor_id)), again: again.status }
  }
  const skipped = await refuses({ how: 'skip' })
  assert.deepEqual([skipped.outlooks.map(({ step }) => step), skipped.again], [['reminder_2', 'reminder_2'], 409])
  const paused = await refuses({ how: 'pause', until: '2026-11-30' })
  assert.deepEqual(
    [paused.letters, paused.outlooks.map(({ holds }) => holds.find((one) => one.reason === 'invoice_paused')?.until)],
    [[], ['2026-11-30', '2026-11-30']],
  )
  assert.equal(paused.again, 409)
  const rows = await database.db.selectFrom('events').select('id').where('event_name', '=', 'invoice_paused').execute()
  assert.ok(rows.length > 0, 'a pause makes an event, whoever made it')
  const reset = await refuses({ how: 'reset', step: 'reminder_3' })
  assert.deepEqual(
    reset.outlooks.map(({ step, round }) => [step, round]),
    [
      ['reminder_3', 2],
      ['reminder_3', 2],
    ],
  )
  const { debtor_id } = await debtorWith(1, ['approval'])
  const [letter] = await lettersOf(debtor_id)
  const missing = await verb(worker, 'refuse', { debtor_id, ...seen(letter), how: 'pause' })
  assert.deepEqual([missing.status, /until: is missing/.test(missing.text)], [422, true])
})

test('while all sending is stopped nothing can be let go, and the state says so', async () => {
  const { debtor_id } = await debtorWith(1, ['stopped'])
  const settings = `/console/administrations/${administration_id}/settings`
  assert.equal((await worker.send(`PATCH ${settings}`, { sending_stopped: true })).status, 200)
  const answer = await verb(worker, 'release', { debtor_ids: [debtor_id] })
  assert.deepEqual([answer.status, /All sending is stopped/.test(answer.text)], [409, true])
  assert.equal((await reads<{ stopped: boolean }>('/state')).stopped, true)
  assert.equal((await worker.send(`PATCH ${settings}`, { sending_stopped: false })).status, 200)
  assert.equal((await verb(worker, 'release', { debtor_ids: [debtor_id] })).status, 200)
})

test('the state shows cap, surge and how much waits; a surge is let go for the day', async () => {
  const { debtor_id } = await debtorWith(1, ['surge'])
  type State = {
    cap: number
    surge_above: number
    surge_released: boolean
    waiting: { reason: string; debtors: number }[]
  }
  const before = await reads<State>('/state')
  assert.deepEqual([before.cap, before.surge_above, before.surge_released], [40, 50, false])
  assert.equal(before.waiting.find(({ reason }) => reason === 'surge')?.debtors, 1)
  assert.equal((await verb(worker, 'release_surge', {})).status, 200)
  assert.equal((await verb(worker, 'release_surge', {})).status, 200, 'a second time changes nothing')
  assert.equal((await reads<State>('/state')).surge_released, true)
  const touched = await db.selectFrom('touched_dossiers').selectAll().where('debtor_id', '=', debtor_id).execute()
  assert.equal(touched.length, 1)
})

test('what comes by itself is listed by day, for a week', async () => {
  const debtor_id = await given.debtor(tenant, business)
  for (const day of ['2026-11-18', '2026-11-16', '2026-11-24', null]) {
    const invoice_id = await given.invoice(tenant, debtor_id, overdue)
    await given.row('agenda_records', tenant, { debtor_id, invoice_id, step: 'reminder_2', day })
  }
  const { steps, cursor } = await reads<{ steps: { day: string; step: string }[]; cursor: string | null }>('/coming')
  assert.deepEqual([steps.map(({ day }) => day), cursor], [['2026-11-16', '2026-11-18'], null])
})

test('the outbox reads nothing but what waits, in the order of its index', async () => {
  const plan = await planOf(db, waitingDebtors({ administration_id, reason: null, after: '1' }))
  assert.match(plan, /using agenda_records_outbox /, plan)
  assert.match(plan, /Index Cond: .*debtor_id > /, plan)
  assert.doesNotMatch(plan, /Sort/, plan)
})

test('a page goes on where the one before ended', async () => {
  const other = await given.tenant({ company_id: tenant.company_id })
  await follow(service, other)
  for (let n = 0; n < 51; n++) {
    const debtor_id = await given.debtor(other, business)
    await waits(service, other, { debtor_id, invoice_id: await given.invoice(other, debtor_id, overdue) }, ['cap'])
  }
  const path = `/console/administrations/${other.administration_id}/outbox`
  const first = (await worker.get(path)).body as { debtors: Listed[]; cursor: string }
  const second = (await worker.get(`${path}?cursor=${first.cursor}`)).body as { debtors: Listed[]; cursor: null }
  assert.deepEqual([first.debtors.length, second.debtors.length, second.cursor], [50, 1, null])
})

test('who only reads lets nothing go, and nobody else sees or does anything', async () => {
  const { debtor_id } = await debtorWith(1, ['approval'])
  const [letter] = await lettersOf(debtor_id)
  const bodies = {
    release: { debtor_ids: [debtor_id] },
    refuse: { debtor_id, ...seen(letter), how: 'skip' },
    release_surge: {},
  }
  for (const [name, body] of Object.entries(bodies)) {
    assert.equal((await verb(reader, name, body)).status, 403, name)
    assert.equal((await verb(outsider, name, body)).status, 403, name)
  }
  const own = stranger.administration_id
  assert.equal((await outsider.get(`/console/administrations/${own}/outbox/debtors/${debtor_id}`)).status, 404)
  const elsewhere = await outsider.send('POST /console/outbox/release', {
    administration_id: own,
    debtor_ids: [debtor_id],
  })
  assert.equal(elsewhere.status, 404)
  for (const path of ['', '/state', '/coming', `/debtors/${debtor_id}`]) {
    assert.notEqual((await outsider.get(`${base}${path}`)).status, 200, path)
  }
})
