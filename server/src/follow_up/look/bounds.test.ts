import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { chanceFrom } from '../../../test/chance.ts'
import { givenIn, type Tenant } from '../../../test/given.ts'
import { engineOn, sendAlways, workingAt } from '../../../test/given_engine.ts'
import { testDatabase } from '../../../test/harness.ts'
import { addDays, type Day } from '../../domain/days.ts'
import { defaultFlows } from '../../flows/defaults.ts'
import { changeSettings } from '../../settings/store.ts'
import { admit } from '../decide/admit.ts'
import { decide } from '../decide/decide.ts'
import type { Letter } from '../decide/decision.ts'
import { readFacts } from '../read/facts.ts'
import { scheduleWaiting } from './schedule.ts'
import { standingOf } from './standing.ts'
import { workIn } from './work.ts'

// Letters are performed in portions of debtors. How many go, and which, must be as if all had been asked at once.

const today: Day = '2026-11-16'
const now = new Date(`${today}T10:00:00Z`)
const { db, pool } = await testDatabase()
const given = givenIn(db)
const seed = Number(process.env.SEED ?? 7)

const workingIn = (tenant: Tenant, at = now) => workingAt(db, tenant, at)

/** Debtors with invoices that are due since several days, each for a letter of its own. */
async function manyDue(debtors: number): Promise<Tenant> {
  const chance = chanceFrom(seed)
  const tenant = await given.tenant()
  const { administration_id } = tenant
  await engineOn(db, tenant, now)
  const alone = { ...defaultFlows('NL').business, bundle: 'none' }
  await sql`
    update flows set definition = ${JSON.stringify(alone)}::jsonb
    where administration_id = ${administration_id}::bigint and code = 'business'`.execute(db)
  for (let made = 0; made < debtors; made++) {
    const debtor_id = await given.debtor(tenant, { is_company: true, primary_email_address: 'books@example.com' })
    for (let count = chance.below(4); count >= 0; count--) {
      const amount = `${10 + chance.below(20)}.00`
      const due_date = addDays(today, -7 - chance.below(6))
      const amounts = { total_amount: amount, open_amount: amount, book_total_amount: amount, book_open_amount: amount }
      const sent_at = chance.percent(90) ? '2026-09-01T09:00:00Z' : null
      const id = await given.invoice(tenant, debtor_id, { due_date, sent_at, ...amounts })
      if (!chance.percent(5)) continue
      await given.row('step_decisions', tenant, {
        ...{
          invoice_id: id,
          kind: 'approve',
          step: 'reminder_1',
          round: 1,
          letter_key: 'by hand',
          created_at: 'stamp',
        },
      })
    }
  }
  await sendAlways(db, tenant, today)
  return tenant
}

/** What the letters of everybody together would come to. */
async function allLetters({ administration_id }: Tenant): Promise<Letter[]> {
  const { standing } = await standingOf(db, administration_id, now)
  const debtors = await db
    .selectFrom('debtors')
    .select('id')
    .where('administration_id', '=', administration_id)
    .execute()
  const debtor_ids = debtors.map(({ id }) => id)
  const portion = { administration_id, debtor_ids, timezone: standing.timezone, today }
  const facts = await readFacts(db, portion, standing.common)
  return facts.flatMap((one) => decide(one, standing.rules, today).letters)
}

const invoicesOf = (letters: readonly Letter[]): string[] =>
  letters.flatMap(({ items }) => items.map(({ invoice_id }) => invoice_id)).sort()

async function reminded({ administration_id }: Tenant): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select invoice_id::text as id from steps where administration_id = $1 and step = 'reminder_1'`,
    [administration_id],
  )
  return rows.map(({ id }) => id).sort()
}

async function heldBy({ administration_id }: Tenant, reason: string): Promise<{ id: string; hold: object }[]> {
  const { rows } = await pool.query<{ id: string; hold: object }>(
    `select r.invoice_id::text as id, h.hold from agenda_records r cross join lateral jsonb_array_elements(r.holds) h (hold)
     where r.administration_id = $1 and h.hold ->> 'reason' = $2 order by 1`,
    [administration_id, reason],
  )
  return rows
}

test('a cap lets those go who waited longest, then the larger amounts, however many portions there are', async () => {
  const tenant = await manyDue(260)
  const cap = 211
  await changeSettings(db, tenant.administration_id, { letters_per_day: cap })
  const letters = await allLetters(tenant)
  const free = { stopped: false, sandbox: false, surge_released: true }
  const wanted = admit(letters, { ...free, cap }, { today: 0, before: [] })
  assert.ok(wanted.wait.length > 100 && letters.some(({ approval }) => approval === 'given'))
  assert.equal(await workIn(workingIn(tenant)), 'done')
  assert.deepEqual(await reminded(tenant), invoicesOf(wanted.go))
  const held = (await heldBy(tenant, 'cap')).map(({ id }) => id).sort()
  assert.deepEqual(held, invoicesOf(wanted.wait.map(({ letter }) => letter)))

  assert.equal(await workIn(workingIn(tenant)), 'done', 'later on the same day')
  assert.equal((await reminded(tenant)).length, invoicesOf(wanted.go).length, 'the day has no more room')
})

test('a surge holds all of them, with the same figures, until a person lets it go', async () => {
  const tenant = await manyDue(130)
  const { administration_id } = tenant
  await sql`update engine_states set surge_released_on = null
    where administration_id = ${administration_id}::bigint`.execute(db)
  const letters = await allLetters(tenant)
  const [by_hand, others] = [
    letters.filter(({ approval }) => approval === 'given'),
    letters.filter(({ approval }) => approval === 'none'),
  ]
  assert.equal(await workIn(workingIn(tenant)), 'done')
  assert.deepEqual(await reminded(tenant), invoicesOf(by_hand), 'what a person let go passes it')
  const held = await heldBy(tenant, 'surge')
  assert.deepEqual(held.map(({ id }) => id).sort(), invoicesOf(others))
  const figures = { letters: String(others.length), usual: '50' }
  for (const { hold } of held) assert.deepEqual(hold, { reason: 'surge', since: null, until: null, ...figures })

  await sql`update engine_states set surge_released_on = ${today}::date
    where administration_id = ${administration_id}::bigint`.execute(db)
  await scheduleWaiting({ db, administration_id })
  assert.equal(await workIn(workingIn(tenant)), 'done')
  assert.deepEqual(await reminded(tenant), invoicesOf(letters))
})
