import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeIn } from '../src/db/change.ts'
import { serviceActor } from '../src/domain/actor.ts'
import type { CaseStep, InvoiceStep } from '../src/domain/steps.ts'
import { type Flow, readFlow } from '../src/flows/flow.ts'
import { applySettings } from '../src/follow_up/switch.ts'
import { engineTaken } from './given_engine.ts'
import { data } from './harness.ts'
import { document, type RealLife, start, startLives } from './real_life.ts'

// Cases, calls, records that move or go, and days that are not like others.

const lives = await startLives()
const { open, database, given } = lives

type Written = { step: InvoiceStep | CaseStep; day: number; from?: string; term_days?: number }
const quick: Written[] = [
  { step: 'reminder_1', day: 7, from: 'due_date' },
  { step: 'final_reminder', day: 7, term_days: 14 },
  { step: 'collectable', day: 15 },
]

/** The same flow with other steps; what is collectable becomes a case, whose first letter waits for some days. */
const other =
  (steps: Written[], summons_after = 0) =>
  ({ code, name, for: whom }: Flow): Flow => {
    const case_steps = [
      { step: 'opening', day: 0 },
      { step: 'summons', day: summons_after },
    ]
    const end = steps.some(({ step }) => step === 'collectable') ? 'case' : 'none'
    const read = readFlow({ code, name, for: whom, fallback: true, end, steps, case_steps })
    assert.deepEqual(read.problems, [])
    return read.flow
  }

const casesOf = async (life: RealLife): Promise<string[]> => {
  const invoices = await life.all('invoices')
  const members = Map.groupBy(invoices, ({ active_credit_case_id }) => String(active_credit_case_id))
  const cases = await life.all('credit_cases')
  return cases.map(({ id, currency_code }) => {
    const numbers = (members.get(String(id)) ?? []).map(({ invoice_number }) => invoice_number)
    return `${currency_code} ${numbers.sort().join('+')}`
  })
}

test('collectable while a case runs that has sent nothing: into that case', async () => {
  const life = await open()
  await life.flows(other(quick, 20))
  await life.invoice('F1')
  await life.turn('2031-03-04')
  await life.invoice('F2', { due_date: '2031-03-04' })
  // The second waits for the letter of the first, and is collectable a fortnight after it.
  await life.turn('2031-04-30')
  assert.deepEqual(await casesOf(life), ['EUR F1+F2'])
})

test('collectable while a case runs that has sent its summons: a case of its own', async () => {
  const life = await open()
  await life.flows(other(quick))
  await life.invoice('F1')
  await life.turn('2031-03-11')
  await life.invoice('F2', { due_date: '2031-03-20', invoice_date: '2031-03-01', sent_at: '2031-03-01T09:00:00Z' })
  await life.turn('2031-06-30')
  assert.deepEqual(await casesOf(life), ['EUR F1', 'EUR F2'])
})

test('two currencies: a case each', async () => {
  const life = await open()
  await life.flows(other(quick))
  await life.invoice('F1')
  await life.invoice('F2', { currency_code: 'USD' })
  await life.turn('2031-06-30')
  assert.deepEqual((await casesOf(life)).sort(), ['EUR F1', 'USD F2'])
})

test('a call that nobody made: its task stays, and after three sending days the flow goes on', async () => {
  const life = await open()
  const steps: Written[] = [
    { step: 'reminder_1', day: 7, from: 'due_date' },
    { step: 'call_reminder', day: 7 },
    { step: 'reminder_2', day: 1 },
  ]
  await life.flows(other(steps))
  await life.invoice('F1')
  await life.turn('2031-03-18')
  assert.deepEqual(await life.holds('F1'), ['call_underway 2031-03-20'])
  const [task] = await life.all('tasks')
  assert.match(`${task?.subject} ${task?.description}`, /0201234567/)
  await life.turn('2031-03-28')
  assert.deepEqual(await life.steps('F1'), [
    '2031-03-10 reminder_1 mail',
    '2031-03-17 call_reminder',
    '2031-03-21 reminder_2 mail',
  ])
  assert.equal((await life.events()).includes('invoice_call_reminder_performed'), false)
  await life.send(`PATCH /v1/tasks/${task?.id}/mark_completed`, { completed_status: 'succeeded' })
  assert.equal((await life.events()).includes('invoice_call_reminder_performed'), true)
})

test('an invoice that was not sent yet moves to another debtor, who gets it; one that was sent stays', async () => {
  const life = await open()
  await life.debtor('D2')
  const unsent = { invoice_date: start, due_date: '2031-04-02', sent_at: null }
  await life.invoice('F1', unsent)
  await life.turn('2031-03-04')
  await life.change('F1', { debtor_number: 'D2', document })
  await life.turn('2031-03-05')
  assert.deepEqual(await life.steps('F1'), ['2031-03-04 invoice mail'])
  const [d2] = await life.all('debtors', '&debtor_numbers=D2')
  const [step] = await life.all('steps')
  assert.equal(step?.debtor_id, d2?.id)
  const { warnings } = await life.change('F1', { debtor_number: 'D1' })
  assert.deepEqual(warnings, { F1: ['debtor_number: stays as it is, because the invoice has been sent'] })
})

test('an invoice with letters moves to another debtor: its steps stay, and the old letters prove nothing', async () => {
  const life = await open({ is_company: false })
  await life.debtor('D2', { is_company: false })
  await life.invoice('F1')
  await life.turn('2031-03-31')
  assert.ok((await life.holds('F1')).includes('law_term_running 2031-04-15'))
  // No verb moves an invoice that was sent, so its row is written as one would.
  const [d2] = await life.all('debtors', '&debtor_numbers=D2')
  await database.pool.query('update invoices set debtor_id = $2 where administration_id = $1', [
    life.administration_id,
    d2?.id,
  ])
  const outlook = await life.outlook('F1')
  assert.deepEqual([outlook.step, outlook.holds], ['collectable', []])
  assert.equal((await life.steps('F1')).length, 4)
})

test('an invoice is deleted: its steps go, its promise is withdrawn, and others are followed up as before', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.invoice('F2')
  await life.turn('2031-03-10')
  await life.send('POST /v1/promises', { invoice_numbers: ['F1'], promised_on: '2031-04-04' })
  const { id } = await life.invoiceOf('F1')
  // No verb deletes an invoice yet, so its row goes as it would.
  await database.pool.query('delete from invoices where administration_id = $1 and id = $2', [
    life.administration_id,
    id,
  ])
  await life.turn('2031-03-17')
  assert.deepEqual(
    (await life.all('promises')).map(({ status }) => status),
    ['withdrawn'],
  )
  assert.deepEqual(await life.all('steps', `&invoice_id=${id}`), [])
  assert.deepEqual(await life.steps('F2'), ['2031-03-10 reminder_1 mail', '2031-03-17 reminder_2 mail'])
})

test('the last invoice that is owed is paid: the tasks that the engine made for the debtor are cleaned up', async () => {
  const life = await open()
  await life.debtor('NONE', {}, { default_email_address: null })
  await life.invoice('F1', { debtor_number: 'NONE' })
  await life.turn('2031-03-10')
  await life.open('F1', '0.00')
  await life.turn('2031-03-11')
  assert.deepEqual(
    (await life.all('tasks')).map(({ completed_status }) => completed_status),
    ['cleaned_up'],
  )
  assert.ok((await life.events()).includes('todo_list_item_deleted'))
})

test('a holiday on the last free day: the consumer has the next working day too', async () => {
  const life = await open({ is_company: false })
  await life.invoice('F1')
  await life.turn('2031-03-31')
  // Fourteen days from 31 March end on Easter Monday.
  assert.ok((await life.holds('F1')).includes('law_term_running 2031-04-15'))
  await life.turn('2031-04-30')
  assert.equal((await life.steps('F1')).at(-1), '2031-04-16 collectable')
})

test('the clock changes at night: every day comes once, and moments fall on the days of the administration', async () => {
  const life = await open()
  // Half an hour after midnight, before and after the hour that is missing.
  await life.invoice('F1', { due_date: '2031-03-23', sent_at: '2031-03-22T23:30:00Z' })
  await life.debtor('D2')
  await life.invoice('F2', { debtor_number: 'D2', due_date: '2031-03-31', sent_at: '2031-03-30T22:30:00Z' })
  for (const day of ['2031-03-29', '2031-03-30', '2031-03-31', '2031-04-01'] as const) await life.turn(day)
  const declared = (await life.all('steps')).filter(({ step }) => step === 'invoice').map(({ day }) => day)
  assert.deepEqual(declared, ['2031-03-23', '2031-03-31'])
  await life.turn('2031-04-16')
  assert.deepEqual(await life.steps('F1'), ['2031-04-07 reminder_1 mail', '2031-04-15 reminder_2 mail'])
  assert.deepEqual(await life.steps('F2'), ['2031-04-15 reminder_1 mail'])
})

test('timestamps from before the engine are taken over as steps when it is switched on', async () => {
  const { call, token } = lives
  const { administration_id } = await given.tenant(lives.tenant)
  const sent = { invoice_date: '2031-01-15', due_date: '2031-02-14', sent_at: '2031-01-15T09:00:00Z' }
  const known = { debtor_number: 'D1', debtor_identifier: 'D1', name: 'D1', is_company: true, country_code: 'NL' }
  await call('POST /v1/debtors', { token, json: { administration_id, debtors: [known] } })
  const invoice = {
    ...{
      invoice_number: 'F1',
      debtor_number: 'D1',
      currency_code: 'EUR',
      amount_total: '500.00',
      amount_open: '500.00',
    },
    ...{ book_amount_total: '500.00', book_amount_open: '500.00', reminder_1_at: '2031-02-21T09:00:00Z', ...sent },
  }
  await call('POST /v1/invoices', { token, json: { administration_id, invoices: [invoice] } })
  const stepsOf = async () => data(await call(`GET /v1/steps?administration_id=${administration_id}`, { token }))
  assert.deepEqual(await stepsOf(), [])
  await engineTaken(database.db, { administration_id })
  const changing = { administration_id, actor: serviceActor('import'), real_now: new Date(`${start}T10:00:00Z`) }
  await changeIn(database.db, changing, (change) => applySettings(change, { engine_enabled: true }))
  const shown = (await stepsOf()).map(({ day, step, reasons }) => `${day} ${step} ${JSON.stringify(reasons)}`)
  assert.deepEqual(shown.sort(), [
    '2031-01-15 invoice [{"reason":"migrated"}]',
    '2031-02-21 reminder_1 [{"reason":"migrated"}]',
  ])
  const [{ id = '' } = {}] = data(await call(`GET /v1/invoices?administration_id=${administration_id}`, { token }))
  const outlook = await call(`GET /v1/invoices/${id}/outlook?administration_id=${administration_id}`, { token })
  assert.equal((outlook.body as { data: { step: string } }).data.step, 'reminder_2')
})
