import assert from 'node:assert/strict'
import { test } from 'node:test'
import { document, start, startLives } from './real_life.ts'

// Invoices as they come out of books, and how they are followed up from there.

const { open } = await startLives()

const reminded = ['2031-03-10 reminder_1 mail', '2031-03-17 reminder_2 mail', '2031-03-24 reminder_3 mail']
const to_the_end = [...reminded, '2031-03-31 final_reminder mail', '2031-04-15 collectable']

test('nobody pays: three reminders a week apart, a final one, and then it is collectable', async () => {
  const life = await open()
  await life.invoice('F1')
  assert.equal(await life.turn('2031-06-30'), 5)
  assert.deepEqual(await life.steps('F1'), to_the_end)
})

test('paid but not in the books yet: the letter of today is the last, and names what was open then', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.turn('2031-03-12')
  // The money came on Monday, and the books say so on Wednesday.
  await life.change('F1', {
    ...{ amount_open: '0.00', book_amount_open: '0.00' },
    payments: [{ amount: '500.00', origin_identifier: 'bank-1', payment_date: '2031-03-10' }],
  })
  await life.turn('2031-06-30')
  assert.deepEqual(await life.steps('F1'), reminded.slice(0, 1))
  const outlook = await life.outlook('F1')
  assert.deepEqual([outlook.step, outlook.because], [null, [{ reason: 'paid' }]])
})

test('old at first sync: overdue for more than a year it is left to people, a younger one begins at the first step', async () => {
  const life = await open()
  await life.invoice('OLD', { invoice_date: '2030-02-01', due_date: '2030-03-02', sent_at: '2030-02-01T09:00:00Z' })
  await life.debtor('D2')
  const younger = { invoice_date: '2030-02-01', due_date: '2030-03-03', sent_at: '2030-02-01T09:00:00Z' }
  await life.invoice('YOUNG', { ...younger, debtor_number: 'D2' })
  await life.turn('2031-03-18')
  assert.deepEqual([await life.steps('OLD'), await life.holds('OLD')], [[], ['too_old -']])
  assert.deepEqual(await life.steps('YOUNG'), [
    '2031-03-03 reminder_1 mail',
    '2031-03-10 reminder_2 mail',
    '2031-03-17 reminder_3 mail',
  ])
})

test('reminded elsewhere before: what the client says was done is not done again, and keeps its distance', async () => {
  const life = await open()
  const sent = { invoice_date: '2031-01-15', due_date: '2031-02-14', sent_at: '2031-01-15T09:00:00Z' }
  const reminders = { reminder_1_at: '2031-02-21T09:00:00Z', reminder_2_at: '2031-03-01T09:00:00Z' }
  await life.invoice('F1', { ...sent, ...reminders })
  // The same again changes nothing, and another moment of what is known stays.
  await life.invoice('F1', { ...sent, ...reminders, reminder_1_at: '2031-02-25T09:00:00Z' })
  await life.turn('2031-03-12')
  const steps = await life.all('steps')
  assert.deepEqual(steps.map(({ day, step, flow_code }) => `${day} ${step} ${flow_code}`).sort(), [
    '2031-01-15 invoice business',
    '2031-02-21 reminder_1 business',
    '2031-03-01 reminder_2 business',
    '2031-03-10 reminder_3 business',
  ])
  assert.deepEqual(await life.steps('F1'), ['2031-03-10 reminder_3 mail'])
  const { reminder_1_at, reminder_2_at } = await life.invoiceOf('F1')
  assert.deepEqual(
    [reminder_1_at, reminder_2_at].map((one) => String(one).slice(0, 10)),
    ['2031-02-21', '2031-03-01'],
  )
})

test('a credit larger than the debt: nothing is asked for until it is set off', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.invoice('C1', { amount_total: '-600.00' })
  await life.turn('2031-03-12')
  assert.deepEqual([await life.steps('F1'), await life.holds('F1')], [[], ['credit_covers -']])
  await life.open('C1', '0.00')
  await life.turn('2031-03-13')
  assert.deepEqual(await life.steps('F1'), ['2031-03-12 reminder_1 mail'])
})

test('a credit smaller than the debt: reminders go, and nothing leads to collection', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.invoice('C1', { amount_total: '-100.00' })
  await life.turn('2031-06-30')
  assert.deepEqual([await life.steps('F1'), await life.holds('F1')], [reminded, ['credit_unmatched -']])
})

test('nobody knows whether it is a company: a consumer without a register number, and that is said', async () => {
  const life = await open({ is_company: null })
  await life.debtor('D2', { is_company: null, coc_number: '12345678' })
  await life.invoice('F1')
  await life.invoice('F2', { debtor_number: 'D2' })
  const assumed = async (number: string) => (await life.outlook(number)).because[0]
  assert.deepEqual(await assumed('F1'), { reason: 'party_assumed', party: 'consumer' })
  assert.deepEqual(await assumed('F2'), { reason: 'party_assumed', party: 'business' })
  await life.turn('2031-03-10')
  const flows = (await life.all('steps')).filter(({ step }) => step === 'reminder_1').map(({ flow_code }) => flow_code)
  assert.deepEqual(flows.sort(), ['business', 'consumer'])
})

const unsent = { invoice_date: start, due_date: '2031-04-02', sent_at: null }

test('no document: the invoice is not sent until it comes, and one that was sent is reminded of', async () => {
  const life = await open()
  await life.invoice('F1', unsent)
  await life.invoice('F2')
  await life.turn('2031-03-10')
  assert.deepEqual([await life.steps('F1'), await life.holds('F1')], [[], ['document_missing -']])
  assert.deepEqual(await life.steps('F2'), reminded.slice(0, 1))
  await life.change('F1', { document })
  await life.turn('2031-03-11')
  assert.deepEqual(await life.steps('F1'), ['2031-03-10 invoice mail'])
  assert.match(String((await life.invoiceOf('F1')).sent_at), /^2031-03-10/)
})

test('never sent, and older than a month: a person decides whether it still goes', async () => {
  const life = await open()
  await life.invoice('F1', { ...unsent, invoice_date: '2031-02-02', due_date: '2031-03-04', document })
  await life.turn('2031-06-30')
  assert.deepEqual([await life.steps('F1'), await life.holds('F1')], [[], ['not_sent -']])
})

test('sent after its due date: the first reminder comes a week and its days after that', async () => {
  const life = await open()
  await life.invoice('F1', { due_date: '2031-02-10', sent_at: '2031-03-01T09:00:00Z' })
  await life.turn('2031-03-31')
  assert.deepEqual(await life.steps('F1'), [
    '2031-03-17 reminder_1 mail',
    '2031-03-24 reminder_2 mail',
    '2031-03-31 reminder_3 mail',
  ])
})

test('sent in the future, as the client says: it is not sent again, and reminders count from then', async () => {
  const life = await open()
  const { warnings } = await life.invoice('F1', { document, sent_at: '2031-03-20T09:00:00Z' })
  assert.deepEqual(warnings, { F1: ['sent_at: is in the future'] })
  await life.turn('2031-03-19')
  assert.equal((await life.all('steps')).length, 0)
  await life.turn('2031-04-08')
  const steps = (await life.all('steps')).map(({ day, step }) => `${day} ${step}`)
  assert.deepEqual(steps, ['2031-03-20 invoice', '2031-04-03 reminder_1'])
})

test('no mail address: by post; no address at all: a task, once, and reminders when there is one', async () => {
  const life = await open()
  await life.debtor(
    'POST',
    {},
    { postal_address_street_1: 'Havenkade 1', postal_address_city: 'Exampletown', default_email_address: null },
  )
  const nowhere = { postal_address_street_1: null, postal_address_city: null, default_email_address: null }
  await life.debtor('NONE', {}, nowhere)
  await life.invoice('F1', { debtor_number: 'POST' })
  await life.invoice('F2', { debtor_number: 'NONE' })
  await life.turn('2031-03-14')
  assert.deepEqual(await life.steps('F1'), ['2031-03-10 reminder_1 post'])
  assert.deepEqual([await life.steps('F2'), await life.holds('F2')], [[], ['undeliverable -']])
  assert.equal((await life.all('tasks')).length, 1)
  assert.ok((await life.events()).includes('invoice_blocked'))
  const contacts = [{ contact_identifier: 'NONE', default_email_address: 'found@example.com' }]
  await life.send('POST /v1/contacts', { contacts })
  await life.turn('2031-03-17')
  assert.deepEqual(await life.steps('F2'), ['2031-03-14 reminder_1 mail'])
  assert.ok((await life.events()).includes('invoice_resumed'))
})

test('paid and reopened: it goes on where it was, in the same round', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.turn('2031-03-18')
  await life.open('F1', '0.00')
  await life.turn('2031-05-01')
  await life.open('F1', '500.00')
  await life.turn('2031-05-09')
  assert.deepEqual(await life.steps('F1'), [
    ...reminded.slice(0, 2),
    '2031-05-01 reminder_3 mail',
    '2031-05-08 final_reminder mail',
  ])
  assert.deepEqual([...new Set((await life.all('steps')).map(({ round }) => round))], [1])
  assert.ok((await life.events()).includes('invoice_reopened'))
})

test('cents are left: they are too little to ask for, and nothing more happens', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.turn('2031-03-10')
  await life.open('F1', '0.03')
  await life.turn('2031-06-30')
  assert.deepEqual(await life.steps('F1'), reminded.slice(0, 1))
  const [hold] = (await life.outlook('F1')).holds
  assert.deepEqual(hold, { reason: 'below_minimum', since: null, until: null, open_amount: '0.03', minimum: '5.00' })
})

test('partly paid: the rest is asked for, with the step that was next', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.turn('2031-03-10')
  await life.open('F1', '123.45')
  await life.turn('2031-03-17')
  assert.deepEqual(await life.steps('F1'), reminded.slice(0, 2))
  const letters = (await life.all('steps')).map(({ letter_id }) => letter_id)
  assert.match(String((await life.letter(letters.at(-1))).text), /123[.,]45/)
})
