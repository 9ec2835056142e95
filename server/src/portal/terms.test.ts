import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { inThree, portalDebts } from '../../test/portal_debts.ts'
import { signedIn } from '../../test/visitor.ts'

const service = await startService({ now: () => new Date('2026-11-16T09:00:00Z') })
const { given, call, database } = service
const tenant = await given.tenant()
const { administration_id } = tenant
await sql`update administrations set bank_account_name = 'Example Trading', bank_account_number = 'NL13TEST0123456789',
  bank_account_bic = 'TESTNL2A'`.execute(database.db)
const { debt, linkTo, send, done, look, rowsOf, settings } = portalDebts(service, tenant)

test('a promise is a promise within the limits of the creditor, and the same again is the same', async () => {
  const { link, numbers, debtor_id } = await debt()
  const wanted = { ...link, invoice_numbers: numbers.slice(0, 2), promised_on: '2026-11-20' }
  for (const answer of [1, 2].map(() => send('promise', wanted))) await done(answer)
  const promises = await rowsOf<Record<string, string>>('promises', debtor_id)
  assert.deepEqual(
    promises.map(({ amount, promised_on, origin }) => [amount, promised_on, origin]),
    [['242.00', '2026-11-20', 'portal']],
  )
  assert.equal((await look(link)).items[0]?.promised_on, '2026-11-20')
  assert.equal((await send('promise', { ...wanted, promised_on: '2026-11-24' })).status, 422, 'one at a time')
  assert.equal((await send('promise', { ...wanted, amount: '242.00' })).status, 200, 'all of it is the same as well')
  const less = await send('promise', { ...wanted, amount: '100.00' })
  assert.match(less.text, /is part of promise .* withdraw that one first/, 'another amount is not noted in silence')
  const part = await debt()
  const some = { ...part.link, invoice_numbers: part.numbers.slice(0, 2), promised_on: '2026-11-20', amount: '50.00' }
  for (const answer of [1, 2].map(() => send('promise', some))) await done(answer)
  for (const amount of ['200.00', undefined]) assert.equal((await send('promise', { ...some, amount })).status, 422)
  assert.equal((await rowsOf('promises', part.debtor_id)).length, 1)
  const other = await debt()
  const late = { ...other.link, invoice_numbers: other.numbers.slice(0, 1), promised_on: '2026-12-01' }
  assert.match((await send('promise', late)).text, /2026-11-30/)
  await settings({ portal_promise_days: 3 })
  assert.match((await send('promise', { ...late, promised_on: '2026-11-20' })).text, /2026-11-19/)
  await settings({ portal_promise_days: 0 })
  assert.equal((await send('promise', { ...late, promised_on: '2026-11-17' })).status, 403)
  await settings({ portal_promise_days: 14 })
})

test('terms within the rules are agreed at once; others wait for a person, who has a task', async () => {
  await settings({ portal_terms_for: 'reliable', portal_terms_max: 3, portal_terms_days: 90 })
  const { link, numbers, debtor_id, ids } = await debt()
  const wanted = { ...link, invoice_numbers: numbers.slice(0, 2), terms: inThree() }
  for (const answer of [1, 2].map(() => send('terms', wanted)))
    assert.deepEqual(await done(answer), { state: 'active' })
  const plans = await rowsOf<Record<string, unknown>>('payment_plans', debtor_id)
  assert.deepEqual(
    plans.map(({ active, auto_activated, proposed_by }) => [active, auto_activated, proposed_by]),
    [[true, true, null]],
  )
  const { rows } = await sql`select from invoices where id = any(${ids}::bigint[])
    and active_payment_plan_id = ${String(plans[0]?.id)}::bigint and blocked_at is not null`.execute(database.db)
  assert.equal(rows.length, 2)

  const slow = await debt()
  const many = ['2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01'].map((due_date) => ({
    due_date,
    amount: '60.50',
  }))
  const asked = { ...slow.link, invoice_numbers: slow.numbers.slice(0, 2), terms: many, text: 'Seasonal business.' }
  for (const answer of [1, 2].map(() => send('terms', asked)))
    assert.deepEqual(await done(answer), { state: 'proposed' })
  const proposals = await rowsOf<Record<string, unknown>>('payment_plans', slow.debtor_id)
  assert.deepEqual(
    proposals.map(({ active, reason, proposed_by }) => [active, reason, proposed_by]),
    [[null, 'Seasonal business.', 'debtor']],
  )
  const tasks = await rowsOf<{ subject: string; completed_at: string | null }>('tasks', slow.debtor_id)
  assert.match(tasks[0]?.subject ?? '', /proposes to pay in terms/)
  assert.equal((await send('terms', { ...asked, terms: inThree() })).status, 409, 'one proposal at a time')
  const token = await given.token(tenant)
  const approved = await call(`PATCH /v1/payment_plans/${proposals[0]?.id}/approve`, {
    token,
    json: { administration_id },
  })
  assert.equal(approved.status, 200, approved.text)
  const [task] = await rowsOf<{ completed_at: string | null }>('tasks', slow.debtor_id)
  assert.ok(task?.completed_at, 'nobody has to answer it any more')
})

test('rules that are not met send a proposal to a person', async () => {
  const rules = {
    ...{ portal_terms_for: 'reliable', portal_terms_max: 3, portal_terms_days: 90, portal_term_minimum: '25.00' },
  }
  const broken = await debt()
  await given.row('promises', tenant, {
    ...{ debtor_id: broken.debtor_id, amount: '5.00', currency_code: 'EUR', promised_on: '2026-10-01' },
    ...{ status: 'broken', origin: 'person', ended_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' },
  })
  for (const [chosen, terms, who] of [
    [{ ...rules, portal_terms_for: 'nobody' }, inThree(), await debt()],
    [rules, inThree(), broken],
    [{ ...rules, portal_terms_max: 2 }, inThree(), await debt()],
    [{ ...rules, portal_terms_days: 30 }, inThree(), await debt()],
    [{ ...rules, portal_term_minimum: '81.00' }, inThree(), await debt()],
    [rules, inThree(['25.00', '25.00', '192.00']), await debt()],
  ] as const) {
    await settings(chosen)
    const answer = await send('terms', { ...who.link, invoice_numbers: who.numbers.slice(0, 2), terms })
    assert.deepEqual(await done(Promise.resolve(answer)), { state: 'proposed' }, JSON.stringify(chosen))
  }
  await settings({ ...rules, portal_terms_for: 'everybody' })
  const forgiven = await debt()
  const all = { ...forgiven.link, invoice_numbers: forgiven.numbers.slice(0, 2) }
  assert.deepEqual(await done(send('terms', { ...all, terms: inThree() })), { state: 'active' })
})

test('terms that add up to something else, lie in the past or are of others are refused', async () => {
  const { link, numbers, debtor_id } = await debt()
  const other = await debt()
  const invoice_numbers = numbers.slice(0, 2)
  for (const wrong of [
    { invoice_numbers, terms: inThree(['80.67', '80.67', '80.00']) },
    { invoice_numbers, terms: inThree().toReversed() },
    { invoice_numbers, terms: [{ due_date: '2026-11-01', amount: '121.00' }, ...inThree(['60.50', '60.50']).slice(1)] },
    { invoice_numbers, terms: [{ due_date: '2026-12-01', amount: '242.00' }] },
    { invoice_numbers: other.numbers.slice(0, 2), terms: inThree() },
    { invoice_numbers: [], terms: inThree() },
  ]) {
    const answer = await send('terms', { ...link, ...wrong })
    assert.equal(answer.status, 422, answer.text)
  }
  assert.deepEqual(await rowsOf('payment_plans', debtor_id), [])
})

test('other terms that the creditor offers are accepted with one tap, once, and by the debtor alone', async () => {
  await settings({ portal_terms_for: 'nobody' })
  const { link, numbers, debtor_id } = await debt({ primary_email_address: 'debtor@example.com' })
  await done(send('terms', { ...link, invoice_numbers: numbers.slice(0, 2), terms: inThree() }))
  const [proposal] = await rowsOf<{ id: string }>('payment_plans', debtor_id)
  const boss = await signedIn(service, tenant.company_id)
  const terms = [
    { due_date: '2026-12-01', amount: 121 },
    { due_date: '2027-01-01', amount: 121 },
  ]
  const path = `PATCH /console/payment_plans/${proposal?.id}/offer`
  const wrong = await boss.send(path, { administration_id, terms: terms.slice(1) })
  assert.equal(wrong.status, 422, wrong.text)
  const made = await boss.send(path, { administration_id, terms })
  assert.equal(made.status, 200, made.text)
  const late = await boss.send(path, { administration_id, terms })
  assert.match(late.text, /the plan is rejected, and only one that is proposed can be answered by other terms/)
  const { offer_id } = made.body as { offer_id: string }
  const token = await given.token(tenant)
  const own = await call(`PATCH /v1/payment_plans/${offer_id}/approve`, { token, json: { administration_id } })
  assert.match(own.text, /offered to the debtor/)
  const [offer] = (await look(link)).plans
  assert.deepEqual([offer?.state, offer?.proposed_by], ['proposed', 'creditor'])
  const of_offer = await linkTo('payment_plans', offer_id)
  assert.equal((await send('answer_plan', { ...link, accept: true })).status, 422, 'only through the link of the plan')
  for (const answer of [1, 2].map(() => send('answer_plan', { ...of_offer, accept: true }))) await done(answer)
  assert.equal((await send('answer_plan', { ...of_offer, accept: false })).status, 409)
  const plans = await rowsOf<{ active: boolean | null; answers_plan_id: string | null }>('payment_plans', debtor_id)
  assert.deepEqual(
    plans.map(({ active, answers_plan_id }) => [active, answers_plan_id]),
    [
      [false, null],
      [true, proposal?.id],
    ],
  )
  const { rows } = await sql`select from mails where kind = 'payment_plan'
    and resource_id = ${offer_id}::bigint`.execute(database.db)
  assert.equal(rows.length, 2, 'the offer, and what was agreed')
})

test('the same terms for another invoice are another proposal', async () => {
  await settings({ portal_terms_for: 'everybody', portal_terms_max: 3, portal_terms_days: 90 })
  const { link, numbers, debtor_id } = await debt()
  const terms = inThree(['40.34', '40.33', '40.33'])
  for (const number of numbers.slice(0, 2)) {
    const wanted = { ...link, invoice_numbers: [number], terms }
    for (const answer of [1, 2].map(() => send('terms', wanted)))
      assert.deepEqual(await done(answer), { state: 'active' })
  }
  const plans = await rowsOf<{ id: string }>('payment_plans', debtor_id)
  const { rows } = await sql`select distinct invoice_id from payment_plan_invoices
    where payment_plan_id = any(${plans.map(({ id }) => id)}::bigint[])`.execute(database.db)
  assert.deepEqual([plans.length, rows.length], [2, 2], 'both are paid in terms')
})

test('the same terms for another case, or beside a case, are another plan', async () => {
  await settings({ portal_terms_for: 'everybody', portal_terms_max: 3, portal_terms_days: 90 })
  const { link, numbers, ids, debtor_id } = await debt()
  const terms = inThree(['40.34', '40.33', '40.33'])
  for (const [place, case_number] of ['100000001', '100000002'].entries()) {
    const credit_case_id = await given.row('credit_cases', tenant, {
      ...{ debtor_id, case_number, credit_case_number: case_number, currency_code: 'EUR', total_amount: '121.00' },
      ...{ open_amount: '121.00', started_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' },
    })
    await given.row('credit_case_invoices', tenant, { credit_case_id, invoice_id: ids[place] })
    await sql`update invoices set active_credit_case_id = ${credit_case_id}::bigint
      where id = ${ids[place] ?? ''}::bigint`.execute(database.db)
    const wanted = { ...(await linkTo('credit_cases', credit_case_id)), invoice_numbers: [numbers[place]], terms }
    for (const answer of [1, 2].map(() => send('terms', wanted)))
      assert.deepEqual(await done(answer), { state: 'active' })
  }
  assert.deepEqual(await done(send('terms', { ...link, invoice_numbers: [numbers[2]], terms })), { state: 'active' })
  const { rows } = await sql`
    select distinct l.credit_case_id from payment_plan_credit_cases l
    join payment_plans p on p.administration_id = l.administration_id and p.id = l.payment_plan_id
    where p.debtor_id = ${debtor_id}::bigint`.execute(database.db)
  assert.deepEqual([(await rowsOf('payment_plans', debtor_id)).length, rows.length], [3, 2])
})
