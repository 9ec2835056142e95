import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { givenIn, type Tenant } from '../../../test/given.ts'
import { booksWrote, engineOn, sendAlways, workingAt } from '../../../test/given_engine.ts'
import { testDatabase } from '../../../test/harness.ts'
import { addDays, type Day } from '../../domain/days.ts'
import { planNext, workIn } from './work.ts'

const { db, pool } = await testDatabase()
const given = givenIn(db)

/** The last day before the outage, a Monday. */
const last: Day = '2026-11-16'

/** Works as the service does on a day on which the books wrote; letters go out on the day that they were written. */
async function workOn({ administration_id }: Tenant, day: Day): Promise<void> {
  const now = new Date(`${day}T10:00:00Z`)
  await booksWrote(db, { administration_id }, now)
  const working = workingAt(db, { administration_id }, now)
  for (const _ of ['once', 'and again']) {
    assert.equal(await workIn(working), 'done')
    await planNext(working)
    await sql`
      update letters set status = 'sent', sent_on = day, sent_at = ${now.toISOString()}::timestamptz
      where administration_id = ${administration_id}::bigint and status <> 'sent'`.execute(db)
  }
}

async function stepsOn({ administration_id }: Tenant, day: Day): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws(' ', v.invoice_number, s.step, s.term_ends_on) as line
     from steps s join invoices v on v.administration_id = s.administration_id and v.id = s.invoice_id
     where s.administration_id = $1 and s.day = $2 and s.origin = 'engine' order by 1`,
    [administration_id, day],
  )
  return rows.map(({ line }) => line)
}

test('after ten days each invoice gets the one step it is due for, with a term from then, and the next keeps its distance', async () => {
  const tenant = await given.tenant()
  await engineOn(db, tenant, new Date(`${last}T10:00:00Z`))
  for (const [invoice_number, due] of [
    ['four-weeks', -28],
    ['three-weeks', -21],
    ['two-weeks', -14],
    ['a-week', -7],
    ['some-days', -3],
    ['not-yet', 5],
  ] as const) {
    const debtor_id = await given.debtor(tenant, { is_company: true, primary_email_address: 'books@example.com' })
    const due_date = addDays(last, due)
    await given.invoice(tenant, debtor_id, { invoice_number, due_date, sent_at: '2026-09-01T09:00:00Z' })
  }
  await sendAlways(db, tenant, last)
  for (let day = addDays(last, -21); day <= last; day = addDays(day, 1)) await workOn(tenant, day)
  assert.deepEqual(await stepsOn(tenant, last), [
    'a-week reminder_1',
    'four-weeks final_reminder 2026-11-30',
    'three-weeks reminder_3',
    'two-weeks reminder_2',
  ])

  const back = addDays(last, 10)
  await workOn(tenant, back)
  assert.deepEqual(await stepsOn(tenant, back), [
    'a-week reminder_2',
    'some-days reminder_1',
    `three-weeks final_reminder ${addDays(back, 14)}`,
    'two-weeks reminder_3',
  ])

  const soon: string[] = []
  for (let day = addDays(back, 1); day < addDays(back, 7); day = addDays(day, 1)) {
    await workOn(tenant, day)
    soon.push(...(await stepsOn(tenant, day)).map((line) => `${day} ${line}`))
  }
  assert.deepEqual(soon, ['2026-11-28 not-yet reminder_1', '2026-12-01 four-weeks collectable'])
  const next = addDays(back, 7)
  await workOn(tenant, next)
  assert.deepEqual(await stepsOn(tenant, next), [
    'a-week reminder_3',
    'some-days reminder_2',
    `two-weeks final_reminder ${addDays(next, 14)}`,
  ])
})
