import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeIn } from '../src/db/change.ts'
import { serviceActor } from '../src/domain/actor.ts'
import type { Flow } from '../src/flows/flow.ts'
import { post } from '../src/ledger/post.ts'
import { type RealLife, start, startLives } from './real_life.ts'

// What the books say, take back, or say wrongly.

const { open, database, given } = await startLives()

const refusedWrites: { [name: string]: object } = {
  'cannot be right': { amount_open: '600.00', book_amount_open: '600.00' },
  'cannot be read': { due_date: 'soon' },
}

for (const [name, wrong] of Object.entries(refusedWrites)) {
  test(`a write that ${name}: its invoice is not reminded of until the next one is accepted`, async () => {
    const life = await open()
    await life.invoice('F1')
    await life.debtor('D2')
    await life.invoice('F2', { debtor_number: 'D2' })
    await life.turn('2031-03-07')
    const { errors } = await life.change('F1', { ...wrong })
    assert.deepEqual(Object.keys(errors), ['F1'])
    assert.deepEqual([await life.holds('F1'), await life.holds('F2')], [['books_refused -'], []])
    const [raised] = await life.all('notifications')
    assert.equal(raised?.notification_type, 'import_invalid')
    await life.turn('2031-03-12')
    assert.deepEqual([await life.steps('F1'), await life.steps('F2')], [[], ['2031-03-10 reminder_1 mail']])
    // The same as it is known: nothing changes but that it was accepted.
    await life.open('F1', '500.00')
    assert.deepEqual(await life.holds('F1'), [])
    await life.turn('2031-03-13')
    assert.deepEqual(await life.steps('F1'), ['2031-03-12 reminder_1 mail'])
  })
}

test('a write of several where one is refused holds that one alone', async () => {
  const life = await open()
  for (const number of ['F1', 'F2', 'F3']) await life.invoice(number)
  const amount = (amount_open: string) => ({ amount_open, book_amount_open: amount_open })
  const invoices = [
    { invoice_number: 'F1', ...amount('600.00') },
    { invoice_number: 'F2', due_date: 'soon' },
    { invoice_number: 'F3', ...amount('400.00') },
  ]
  await life.send('PATCH /v1/invoices', { invoices })
  const holds = [await life.holds('F1'), await life.holds('F2'), await life.holds('F3')]
  assert.deepEqual(holds, [['books_refused -'], ['books_refused -'], []])
})

/** Money at a bank or a provider, booked on an invoice by the service. */
async function bookHere({ administration_id, invoiceOf }: RealLife, number: string): Promise<void> {
  const invoice_id = String((await invoiceOf(number)).id)
  const money = { amount: '500.00', book_amount: '500.00', currency_code: 'EUR', book_date: '2031-03-06' }
  const tenant = { company_id: '', administration_id }
  const bank_transaction_id = await given.row('bank_transactions', tenant, {
    ...{ ...money, created_at: 'stamp', updated_at: 'stamp' },
  })
  const changing = { administration_id, actor: serviceActor('bank'), real_now: new Date(`${start}T10:00:00Z`) }
  const paid = { cost_type: 'principal', transaction_type: 'payment', amount: 50_000n } as const
  await changeIn(database.db, changing, (change) =>
    post(change, [{ invoice_id, ...paid, payment_date: '2031-03-06', bank_transaction_id }]),
  )
}

test('a payment that was booked here and that the books undid: it is expected there within seven days', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.turn('2031-03-06')
  await bookHere(life, 'F1')
  assert.equal((await life.outlook('F1')).step, null)
  await life.turn('2031-03-07')
  // The books do not know of the money yet, and write what they know.
  await life.open('F1', '500.00')
  assert.deepEqual(await life.holds('F1'), ['payment_expected 2031-03-14'])
  await life.turn('2031-03-16')
  assert.deepEqual(await life.steps('F1'), [])
  assert.deepEqual(
    (await life.events()).filter((one) => /^invoice_(blocked|resumed)$/.test(one)),
    ['invoice_blocked', 'invoice_resumed'],
  )
  await life.turn('2031-03-17')
  assert.deepEqual(await life.steps('F1'), ['2031-03-17 reminder_1 mail'])
})

test('a payment that the books themselves took back is not waited for', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.turn('2031-03-06')
  await life.open('F1', '0.00')
  await life.turn('2031-03-07')
  await life.open('F1', '500.00')
  assert.deepEqual(await life.holds('F1'), [])
  await life.turn('2031-03-10')
  assert.deepEqual(await life.steps('F1'), ['2031-03-10 reminder_1 mail'])
})

/** Reminded of on the day after the due date. */
const soon = (flow: Flow): Flow => ({
  ...flow,
  steps: flow.steps.map((one) => (one.step === 'reminder_1' ? { ...one, day: 1 } : one)),
})
const debit = { payment_method: 'direct_debit' }
const paid = { amount: '500.00', origin_identifier: 'debit-1', payment_date: start }
const reversal = {
  amount: '-500.00',
  origin_identifier: 'back-1',
  transaction_type: 'reversal',
  payment_date: '2031-03-05',
}

test('a direct debit gets five days after the due date', async () => {
  const life = await open()
  await life.flows(soon)
  await life.invoice('F1', debit)
  await life.turn('2031-03-04')
  assert.deepEqual(await life.holds('F1'), ['direct_debit 2031-03-08'])
  await life.turn('2031-03-12')
  assert.deepEqual(await life.steps('F1'), ['2031-03-10 reminder_1 mail'])
})

test('a direct debit that was reversed is not waited for: the reminder goes, however the books report it', async () => {
  const life = await open()
  await life.flows(soon)
  await life.debtor('D2')
  await life.invoice('F1', debit)
  await life.invoice('F2', { ...debit, debtor_number: 'D2' })
  const settled = { amount_open: '0.00', book_amount_open: '0.00' }
  await life.change('F1', { ...settled, payments: [paid] })
  await life.change('F2', settled)
  await life.turn('2031-03-05')
  const back = { amount_open: '500.00', book_amount_open: '500.00' }
  await life.change('F1', { ...back, payments: [paid, reversal] })
  await life.change('F2', back)
  assert.deepEqual([await life.holds('F1'), await life.holds('F2')], [[], []])
  await life.turn('2031-03-06')
  const reminded = ['2031-03-05 reminder_1 mail']
  assert.deepEqual([await life.steps('F1'), await life.steps('F2')], [reminded, reminded])
  assert.deepEqual((await life.events()).filter((one) => one === 'invoice_reopened').length, 2)
})
