import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeIn } from '../src/db/change.ts'
import { serviceActor } from '../src/domain/actor.ts'
import type { Day } from '../src/domain/days.ts'
import { makePromise } from '../src/follow_up/promises/make.ts'
import { type RealLife, start, startLives } from './real_life.ts'

// What debtors say and agree to, and what follows when they keep to it, or do not.

const { open, call, given, database, token } = await startLives()

const first_reminder = (day: Day): string[] => [`${day} reminder_1 mail`]
const openTasks = async (life: RealLife) => (await life.all('tasks')).filter((one) => one.completed_at === null)
const count = async (life: RealLife, name: string) => (await life.events()).filter((one) => one === name).length
const promise = (life: RealLife, promised_on: Day) =>
  call('POST /v1/promises', {
    token,
    json: { administration_id: life.administration_id, invoice_numbers: ['F1'], promised_on },
  })

test('promised for Friday and booked on Tuesday: nobody is bothered in between', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.turn('2031-03-07')
  assert.equal((await promise(life, '2031-03-14')).status, 201)
  assert.deepEqual(await life.holds('F1'), ['promise 2031-03-19'])
  await life.turn('2031-03-18')
  await life.open('F1', '0.00')
  await life.turn('2031-04-30')
  assert.deepEqual(await life.steps('F1'), [])
  assert.deepEqual([await count(life, 'promise_kept'), await count(life, 'promise_broken')], [1, 0])
  assert.deepEqual(await life.all('tasks'), [])
})

test('a promise is broken: staff hear of it once, and the follow-up goes on', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.turn('2031-03-07')
  await promise(life, '2031-03-14')
  await life.turn('2031-03-26')
  assert.deepEqual(await life.steps('F1'), first_reminder('2031-03-20'))
  assert.equal(await count(life, 'promise_broken'), 1)
  assert.equal((await openTasks(life)).length, 1)
  const raised = (await life.all('notifications')).map(({ notification_type }) => notification_type)
  assert.deepEqual(raised, ['promise_broken'])
})

test('endless promises: one at a time, and after each that was broken the next letter goes', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.turn('2031-03-07')
  await promise(life, '2031-03-14')
  const second = await promise(life, '2031-03-21')
  assert.deepEqual([second.status, /which is open; withdraw that one first/.test(second.text)], [422, true])
  await life.turn('2031-03-20')
  assert.equal((await promise(life, '2031-03-25')).status, 201)
  await life.turn('2031-04-04')
  assert.deepEqual(await life.steps('F1'), [...first_reminder('2031-03-20'), '2031-03-31 reminder_2 mail'])
  assert.equal(await count(life, 'promise_broken'), 2)
})

test('a debtor alone can promise for fourteen days and no longer', async () => {
  const life = await open()
  await life.invoice('F1')
  const { administration_id } = life
  // The portal takes no promises yet, so it is made as the portal will.
  const changing = { administration_id, actor: serviceActor('portal'), real_now: new Date(`${start}T10:00:00Z`) }
  const make = (promised_on: Day) =>
    changeIn(database.db, changing, (change) =>
      makePromise(change, { invoice_numbers: ['F1'], promised_on, origin: 'portal' }),
    )
  await assert.rejects(make('2031-03-18'), /must not be after 2031-03-17/)
  await make('2031-03-17')
  assert.deepEqual(await life.holds('F1'), ['promise 2031-03-20'])
})

test('the debtor replied and nobody read it: reminders wait for three sending days', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.turn('2031-03-07')
  await comment(life)
  assert.deepEqual(await life.holds('F1'), ['unread_message 2031-03-12'])
  await life.turn('2031-03-14')
  assert.deepEqual(await life.steps('F1'), first_reminder('2031-03-13'))
})

test('the debtor replied and somebody read it: the reminder goes', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.turn('2031-03-07')
  await comment(life)
  const [message] = await life.all('messages')
  await life.send('PATCH /v1/messages', { messages: [{ id: message?.id, read: true }] })
  await life.turn('2031-03-14')
  assert.deepEqual(await life.steps('F1'), first_reminder('2031-03-10'))
})

async function comment(life: RealLife): Promise<void> {
  const [invoice] = await life.all('invoices', '&invoice_numbers=F1&fields={"only":["public_url"]}')
  const { administration_id } = life
  const link = { administration_id, family: 'invoices', token: String(invoice?.public_url).split('/').at(-1) }
  const answer = await call('POST /portal/comment', { json: { ...link, text: 'This was never delivered.' } })
  assert.equal(answer.status, 200, answer.text)
}

test('a dispute: nothing is sent until it ended, and then a week of rest', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.turn('2031-03-07')
  const opened = await life.send('POST /v1/disputes', { invoice_number: 'F1', reason: 'quality' })
  await life.turn('2031-04-01')
  assert.deepEqual([await life.steps('F1'), await life.holds('F1')], [[], ['dispute -']])
  await life.send(`PATCH /v1/disputes/${(opened.body as { id: string }).id}/end`, { outcome: 'rejected' })
  assert.deepEqual(await life.holds('F1'), ['after_dispute 2031-04-08'])
  await life.turn('2031-04-10')
  assert.deepEqual(await life.steps('F1'), first_reminder('2031-04-09'))
})

test('a proposed plan that nobody answers: ten days of rest, and then the reminder', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.turn('2031-03-05')
  await propose(life, '2031-03-05T10:00:00Z')
  assert.deepEqual(await life.holds('F1'), ['payment_plan_proposed 2031-03-15'])
  await life.turn('2031-03-20')
  assert.deepEqual(await life.steps('F1'), first_reminder('2031-03-17'))
})

/** The portal does not take proposals yet, so the plan is written down as it will be. */
async function propose({ administration_id, invoiceOf }: RealLife, proposed_at: string): Promise<void> {
  const tenant = { company_id: '', administration_id }
  const { id: invoice_id, debtor_id } = await invoiceOf('F1')
  const plan = { debtor_id, debtor_number: 'D1', debtor_identifier: 'D1', proposed_at }
  const stamps = { created_at: 'stamp', updated_at: 'stamp' }
  const payment_plan_id = await given.row('payment_plans', tenant, { ...plan, ...stamps })
  await given.row('payment_plan_invoices', tenant, { payment_plan_id, invoice_id })
}

const terms = [
  { amount: 250, due_date: '2031-03-20' },
  { amount: 250, due_date: '2031-04-22' },
]

test('a term of a plan was missed: a task and the event, once for each term, and the plan stays', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.turn('2031-03-07')
  const made = await life.send('POST /v1/payment_plans', { terms, invoice_numbers: ['F1'] })
  await life.turn('2031-03-28')
  assert.equal(await count(life, 'payment_plan_term_expired'), 1)
  assert.equal((await openTasks(life)).length, 1)
  const { id } = made.body as { id: string }
  const [plan] = await life.all('payment_plans', `&ids=${id}`)
  assert.equal(plan?.active, true)
  assert.deepEqual([await life.steps('F1'), await life.holds('F1')], [[], ['payment_plan_active -']])
  await life.turn('2031-04-30')
  assert.deepEqual([await count(life, 'payment_plan_term_expired'), (await openTasks(life)).length], [2, 2])
  await life.send(`PATCH /v1/payment_plans/${id}/deactivate`, {})
  await life.turn('2031-05-01')
  assert.deepEqual(await life.steps('F1'), first_reminder('2031-04-30'))
})

test('a plan is kept: nothing is said, and nothing is asked for', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.turn('2031-03-07')
  await life.send('POST /v1/payment_plans', { terms, invoice_numbers: ['F1'] })
  await life.turn('2031-03-19')
  await life.open('F1', '250.00')
  await life.turn('2031-04-21')
  await life.open('F1', '0.00')
  await life.turn('2031-06-30')
  assert.deepEqual([await life.steps('F1'), await life.all('tasks')], [[], []])
  assert.deepEqual([await count(life, 'payment_plan_term_expired'), await count(life, 'payment_plan_finished')], [0, 1])
})

/** Mails to debtors, and whether they leave. */
async function mailsOf({ administration_id }: RealLife): Promise<string[]> {
  const { rows } = await database.pool.query(
    `select m.kind, m.status, (select count(*)::integer from pgboss.job j
       where j.name = 'send_mail' and j.data->>'mail_id' = m.id::text) as jobs
     from mails m where m.administration_id = $1 order by m.id`,
    [administration_id],
  )
  return rows.map(({ kind, status, jobs }) => `${kind} ${status} ${jobs}`)
}

test('the mail with a plan ignores pauses, and in a sandbox it is kept and never sent', async () => {
  const life = await open()
  await life.invoice('F1')
  await life.send('PATCH /v1/debtors/pause', { debtor_numbers: ['D1'] })
  await life.send('POST /v1/payment_plans', { terms, invoice_numbers: ['F1'] })
  assert.deepEqual(await mailsOf(life), ['payment_plan kept 0'])
})

test('what a person writes to a debtor of a sandbox is kept and never sent', async () => {
  const life = await open()
  const message = { subject: 'Your account', body: 'Please call us.' }
  await life.send('POST /v1/messages', { debtor_number: 'D1', message })
  assert.deepEqual(await mailsOf(life), ['message kept 0'])
})

test('bankruptcy, death, debt counselling: the label stops everything, with a task, until it is taken away', async () => {
  const life = await open()
  await life.invoice('F1')
  const known = { debtor_number: 'D1', debtor_identifier: 'D1', name: 'D1' }
  await life.send('POST /v1/debtors', { debtors: [{ ...known, labels: ['Stop'] }] })
  await life.turn('2031-04-01')
  assert.deepEqual([await life.steps('F1'), await life.holds('F1')], [[], ['stop_label -']])
  assert.equal((await openTasks(life)).length, 1)
  await life.send('POST /v1/debtors', { debtors: [{ ...known, labels: [] }] })
  await life.turn('2031-04-02')
  assert.deepEqual(await life.steps('F1'), first_reminder('2031-04-01'))
  assert.deepEqual(await openTasks(life), [])
})
