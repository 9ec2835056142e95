import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { business, follow, followed_now, followed_on, overdue, waits } from '../../test/followed.ts'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'

const service = await startService({ now: () => followed_now })
const { given, database } = service
const { db } = database
const tenant = await given.tenant()
const stranger = await given.tenant()
const { administration_id } = tenant
await follow(service, tenant)
const worker = await signedIn(service, tenant.company_id, { company_role: 'standard' })
const rights = { company_role: null, rights: { [administration_id]: 'restricted' } } as const
const reader = await signedIn(service, tenant.company_id, rights)
const outsider = await signedIn(service, stranger.company_id)

type Reason = Record<string, string | number> & { reason: string }
type Listed = Record<string, unknown> & { debtor_id: string; reasons: Reason[]; act: string; overdue_amounts: object[] }
type List = { counts: { tab: string; debtors: number }[]; debtors: Listed[]; next_day: string | null }
const base = `/console/administrations/${administration_id}/today`

async function read<T>(path: string, who = worker): Promise<T> {
  const answer = await who.get(`${base}${path}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as T
}
const list = (tab = 'everybody', who = worker) => read<List>(`?tab=${tab}`, who)
const rowOf = async (debtor_id: string, tab = 'everybody') =>
  (await list(tab)).debtors.find((one) => one.debtor_id === debtor_id)
const count = async (tab: string, who = worker) =>
  (await list('everybody', who)).counts.find((one) => one.tab === tab)?.debtors
const reasonsOf = async (debtor_id: string) => ((await rowOf(debtor_id))?.reasons ?? []).map(({ reason }) => reason)
const verb = (name: string, body: object, who = worker) =>
  who.send(`POST /console/today/${name}`, { administration_id, ...body })
async function done(name: string, body: object): Promise<void> {
  const answer = await verb(name, body)
  assert.equal(answer.status, 200, answer.text)
}

const phone = '+31 85 000 01 42'
const inBooks = (amount: string) => ({
  ...{ total_amount: amount, open_amount: amount, book_total_amount: amount, book_open_amount: amount },
})
async function owing(columns: object = {}, amount = '121.00') {
  const debtor_id = await given.debtor(tenant, { ...business, call_phone_number: phone, ...columns })
  const invoice_id = await given.invoice(tenant, debtor_id, { ...overdue, ...inBooks(amount) })
  return { debtor_id, invoice_id }
}
const promise = (debtor_id: string, own: object) =>
  given.row('promises', tenant, {
    ...{ debtor_id, amount: '60.00', currency_code: 'EUR', promised_on: '2026-11-10', origin: 'person' },
    ...{ created_at: 'stamp', updated_at: 'stamp', ...own },
  })

test('debtors stand by what is at stake, with the reasons, what is overdue and whom to call', async () => {
  const small = await owing()
  const contact_id = await given.row('contacts', tenant, {
    ...{ firstname: 'Sanne', lastname: 'Kuiper', call_phone_number: phone, created_at: 'stamp', updated_at: 'stamp' },
  })
  const large = await owing({ contact_id }, '9000.00')
  const { debtors } = await list()
  const places = [large, small].map(({ debtor_id }) => debtors.findIndex((one) => one.debtor_id === debtor_id))
  assert.ok((places[0] ?? 9) < (places[1] ?? 0), JSON.stringify(places))
  const shown = await rowOf(large.debtor_id)
  assert.deepEqual(shown?.overdue_amounts, [{ currency_code: 'EUR', amount: '9000.00' }])
  assert.deepEqual([shown?.oldest_days, shown?.act, shown?.person, shown?.phone], [14, 'call', 'Sanne Kuiper', phone])
  assert.deepEqual(await reasonsOf(large.debtor_id), ['overdue'])
})

test('nobody stands there of whom nothing is overdue, or whom somebody paused', async () => {
  const early = await given.debtor(tenant, business)
  await given.invoice(tenant, early, { due_date: followed_on })
  const paused = await owing({ paused_at: 'stamp' })
  assert.equal(await rowOf(early), undefined)
  assert.equal(await rowOf(paused.debtor_id), undefined)
})

test('several currencies are never added up', async () => {
  const { debtor_id } = await owing({}, '100.00')
  const pounds = { currency_code: 'GBP', total_amount: '50.00', open_amount: '50.00' }
  await given.invoice(tenant, debtor_id, { ...overdue, ...inBooks('58.00'), ...pounds })
  assert.deepEqual((await rowOf(debtor_id))?.overdue_amounts, [
    { currency_code: 'EUR', amount: '100.00' },
    { currency_code: 'GBP', amount: '50.00' },
  ])
})

test('what is promised, disputed or paid in terms is at stake no more, until the promise is broken', async () => {
  const one = await owing()
  const promise_id = await promise(one.debtor_id, {})
  const about = { promise_id, invoice_id: one.invoice_id, open_amount: '121.00' }
  await given.row('promise_invoices', tenant, about)
  assert.equal(await rowOf(one.debtor_id), undefined)
  await sql`update promises set status = 'broken', ended_at = '2026-11-15T08:00:00Z' where id = ${promise_id}`.execute(
    db,
  )
  const back = await rowOf(one.debtor_id)
  assert.equal(back?.reasons[0]?.reason, 'broken_promise')
  assert.deepEqual([back?.reasons[0]?.amount, back?.reasons[0]?.promised_on], ['60.00', '2026-11-10'])
  const other = await owing()
  await given.row('disputes', tenant, {
    ...{ debtor_id: other.debtor_id, invoice_id: other.invoice_id, reason: 'quality', origin: 'person' },
    ...{ opened_on: '2026-11-10', created_at: 'stamp', updated_at: 'stamp' },
  })
  assert.equal(await rowOf(other.debtor_id), undefined)
})

test('what waits for a person is a reason: a call, a call back, an approval, an address, a message', async () => {
  const one = await owing()
  const task = (cause: string, expiry_date = followed_on) =>
    given.task(tenant, { debtor_id: one.debtor_id, cause, expiry_date })
  await task('call_reminder x1')
  await task('call_back x1')
  await task('no_address x1', '2026-11-20')
  await task('end_of_flow later', '2026-11-17')
  await waits(service, tenant, one, ['approval'])
  await given.message(tenant, { debtor_id: one.debtor_id })
  assert.deepEqual(
    (await reasonsOf(one.debtor_id)).toSorted(),
    ['approval_waits', 'call_back', 'call_waits', 'no_address', 'overdue', 'unread_message'].toSorted(),
  )
  assert.equal((await rowOf(one.debtor_id))?.act, 'answer')
})

test('disputes from the portal that lapse, and those who say that they paid, are reasons', async () => {
  const one = await owing()
  const dispute = { reason: 'already_paid', origin: 'portal', opened_on: '2026-11-03', created_at: 'stamp' }
  await given.row('disputes', tenant, { ...one, ...dispute, updated_at: 'stamp' })
  const [lapsing] = (await rowOf(one.debtor_id))?.reasons ?? []
  assert.deepEqual([lapsing?.reason, lapsing?.on], ['dispute_lapses', '2026-11-18'])
  await sql`update disputes set taken_up_at = now() where invoice_id = ${one.invoice_id}`.execute(db)
  assert.deepEqual([...(await reasonsOf(one.debtor_id))], ['says_paid'])
  assert.equal((await rowOf(one.debtor_id))?.act, 'ask_for_proof')
})

test('paying later than before, and owing more than the limit, are reasons', async () => {
  const { debtor_id } = await owing({ credit_limit_amount: '100.00' })
  const paid = (payment_date: string, due_date: string) =>
    given.invoice(tenant, debtor_id, {
      ...{ payment_date, due_date, total_amount: '10.00', book_total_amount: '10.00' },
      ...{ open_amount: '0.00', book_open_amount: '0.00' },
    })
  for (const day of ['01', '02', '03']) {
    await paid(`2026-04-${day}`, `2026-04-${day}`)
    await paid(`2026-10-${day}`, '2026-09-10')
  }
  const { reasons = [] } = (await rowOf(debtor_id)) ?? {}
  const later = reasons.find(({ reason }) => reason === 'pays_later')
  assert.deepEqual([later?.lately, later?.before], [22, 0])
  assert.equal(reasons.find(({ reason }) => reason === 'over_limit')?.amount, '21.00')
})

test('mine are those whose account manager I am, with a task of mine, or a promise that I noted', async () => {
  const before = (await count('mine')) ?? 0
  const { name } = await db.selectFrom('users').select('name').where('id', '=', worker.id).executeTakeFirstOrThrow()
  const own = await owing({ relation_manager: name.toUpperCase() })
  const other = await owing({ relation_manager: 'Somebody Else' })
  const { debtor_id } = await owing()
  const assigned = { assigned_to_user_name: name, assigned_to_user_email_address: 'x@example.com' }
  await given.task(tenant, { debtor_id, expiry_date: followed_on, assigned_to_user_id: worker.id, ...assigned })
  const mine = (await list('mine')).debtors.map((one) => one.debtor_id)
  assert.ok(mine.includes(own.debtor_id) && mine.includes(debtor_id) && !mine.includes(other.debtor_id))
  assert.equal(await count('mine'), before + 2)
  assert.equal((await list('mine', reader)).debtors.length, 0)
})

test('done takes a debtor off until tomorrow, put off until its day, and back puts it back', async () => {
  const one = await owing()
  const two = await owing()
  const [all, finished, later] = [await count('everybody'), await count('done'), await count('put_off')]
  await done('mark_done', { debtor_ids: [one.debtor_id] })
  await done('put_off', { debtor_ids: [two.debtor_id], until: '2026-11-19' })
  assert.deepEqual(
    [await count('everybody'), await count('done'), await count('put_off')],
    [(all ?? 0) - 2, (finished ?? 0) + 1, (later ?? 0) + 1],
  )
  assert.equal((await rowOf(two.debtor_id, 'put_off'))?.marked_until, '2026-11-19')
  assert.equal((await list()).next_day, '2026-11-19')
  assert.ok(await rowOf(one.debtor_id, 'done'))
  await sql`update today_marks set day = day - 1, until = until - 1 where mark = 'done'`.execute(db)
  assert.ok(await rowOf(one.debtor_id), 'the day after it is there again')
  await done('put_back', { debtor_ids: [two.debtor_id] })
  assert.ok(await rowOf(two.debtor_id))
})

test('who writes after it was put off is back at once', async () => {
  const { debtor_id } = await owing()
  await done('put_off', { debtor_ids: [debtor_id], until: '2026-11-25' })
  assert.equal(await rowOf(debtor_id), undefined)
  await given.message(tenant, { debtor_id })
  assert.equal((await rowOf(debtor_id))?.act, 'answer')
})

test('a day that is over, too far away, or no debtor is refused', async () => {
  const { debtor_id } = await owing()
  const refused = async (body: object) => {
    const answer = await verb('put_off', body)
    assert.equal(answer.status, 422, answer.text)
  }
  await refused({ debtor_ids: [debtor_id], until: followed_on })
  await refused({ debtor_ids: [debtor_id], until: '2027-11-16' })
  await refused({ debtor_ids: [], until: '2026-11-20' })
  await refused({ debtor_ids: [await given.debtor(stranger)], until: '2026-11-20' })
})

test('the panel shows what is owed by age, who can be called, what was said, and days to promise', async () => {
  const { debtor_id, invoice_id } = await owing({ credit_limit_amount: '1000.00' })
  await given.message(tenant, { debtor_id, content: 'Next week, surely.', read_at: 'stamp' })
  const panel = await read<Record<string, unknown[]>>(`/${debtor_id}`, reader)
  assert.deepEqual(panel.by_age?.[1], { age: 'days_1_30', amount: '121.00' })
  assert.deepEqual(panel.people, [{ name: null, phones: [{ number: phone, wrong: false }] }])
  assert.deepEqual(panel.days, [{ day: '2026-11-17' }, { day: '2026-11-20' }, { day: '2026-11-23' }])
  const said = panel.said as { kind: string; content: string }[]
  assert.deepEqual([said[0]?.kind, said[0]?.content], ['message', 'Next week, surely.'])
  const invoices = panel.invoices as { id: string; overdue: boolean; promised_on: null }[]
  assert.deepEqual([invoices[0]?.id, invoices[0]?.overdue, invoices[0]?.promised_on], [invoice_id, true, null])
  assert.ok((panel.colleagues as { id: string }[]).some(({ id }) => id === worker.id))
  assert.equal((await worker.get(`${base}/999999999`)).status, 404)
})

test('the panel names the plan that a debtor proposed, until somebody decided or offered another one', async () => {
  const { debtor_id } = await owing()
  const other = await owing()
  const keys = await given.debtorKeys(tenant, debtor_id)
  const propose = (own: object) =>
    given.row('payment_plans', tenant, {
      ...{ debtor_id, ...keys, proposed_at: 'stamp', proposed_by: 'debtor', created_at: 'stamp', updated_at: 'stamp' },
      payment_terms: JSON.stringify([
        { id: '1', total_amount: '121.00', amount_due: '121.00', due_date: '2026-12-01', payment_date: null },
      ]),
      ...own,
    })
  const proposedOf = async (id: string) =>
    (await read<{ proposed_plan_id: string | null }>(`/${id}`, reader)).proposed_plan_id
  assert.equal(await proposedOf(debtor_id), null)
  const plan_id = await propose({})
  assert.equal(await proposedOf(debtor_id), plan_id)
  assert.equal(await proposedOf(other.debtor_id), null)
  await propose({ proposed_by: 'creditor' })
  assert.equal(await proposedOf(debtor_id), plan_id)
  const answer = await worker.send(`PATCH /console/payment_plans/${plan_id}/reject`, { administration_id })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(await proposedOf(debtor_id), null)
})

test('strangers see nothing, and a role that is not for it changes nothing', async () => {
  const { debtor_id } = await owing()
  assert.equal((await outsider.get(`${base}?tab=everybody`)).status, 403)
  assert.equal((await outsider.get(`${base}/${debtor_id}`)).status, 403)
  const own = `/console/administrations/${stranger.administration_id}/today/${debtor_id}`
  assert.equal((await outsider.get(own)).status, 404)
  const body = { debtor_ids: [debtor_id] }
  assert.equal((await verb('mark_done', body, reader)).status, 403)
  assert.equal((await verb('mark_done', body, outsider)).status, 403)
  assert.ok(await rowOf(debtor_id))
})
