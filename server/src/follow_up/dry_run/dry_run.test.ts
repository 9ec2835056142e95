import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { engineChanges } from '../../../test/engine_change.ts'
import { givenIn, type Tenant } from '../../../test/given.ts'
import { booksWrote } from '../../../test/given_engine.ts'
import { testDatabase } from '../../../test/harness.ts'
import { addDays, type Day } from '../../domain/days.ts'
import { defaultFlows } from '../../flows/defaults.ts'
import type { Flow } from '../../flows/flow.ts'
import { admit } from '../decide/admit.ts'
import { decide } from '../decide/decide.ts'
import { ensureDefaultFlows } from '../flows/defaults.ts'
import { writeLetters } from '../perform/letters.ts'
import { readFacts } from '../read/facts.ts'
import { readStanding } from '../read/rules.ts'
import { applySettings } from '../switch.ts'
import { type DryRun, dryRun } from './dry_run.ts'
import { followedDebtors } from './portions.ts'

const { db } = await testDatabase()
const given = givenIn(db)
const change = engineChanges(db)
const today: Day = '2026-11-16'

/** Debtors who can be reached, each with an invoice that was sent and is overdue for so many days. */
async function withOverdue(tenant: Tenant, overdue: readonly number[], columns: object = {}): Promise<string[]> {
  const ids: string[] = []
  for (const days of overdue) {
    const reach = { primary_email_address: 'books@example.com', is_company: true, ...columns }
    const debtor_id = await given.debtor(tenant, reach)
    const due_date = addDays(today, -days)
    const invoice_date = addDays(due_date, -30)
    ids.push(await given.invoice(tenant, debtor_id, { due_date, invoice_date, sent_at: `${invoice_date}T09:00:00Z` }))
  }
  return ids
}

const booksWroteOn = (tenant: Tenant, day: Day): Promise<void> => booksWrote(db, tenant, new Date(`${day}T06:00:00Z`))

/** A day of the engine: everything that is due is decided, let through, written, and counts as sent. */
async function performDay({ administration_id }: Tenant, day: Day): Promise<void> {
  const { rules, common, admission, sent, timezone } = await readStanding(db, administration_id, day)
  for await (const debtor_ids of followedDebtors(db, administration_id)) {
    const facts = await readFacts(db, { administration_id, debtor_ids, timezone, today: day }, common)
    const letters = facts.flatMap((one) => decide(one, rules, day).letters)
    const { go } = admit(letters, { ...admission, surge_released: true }, sent)
    await change(administration_id, (one) => writeLetters(one, go, new Map()), day)
  }
  await sql`
    update letters set status = 'sent', sent_on = day
    where administration_id = ${administration_id}::bigint and status = 'waiting'`.execute(db)
}

type Row = { day: Day; step: string; letters: number }
const lettersOf = async ({ administration_id }: Tenant): Promise<Row[]> =>
  (
    await sql<Row>`
      select day::text, step, count(*)::integer as letters from letters
      where administration_id = ${administration_id}::bigint group by 1, 2 order by 1, 2`.execute(db)
  ).rows

async function counted(tenant: Tenant, wanted: Partial<Parameters<typeof dryRun>[2]> = {}): Promise<DryRun> {
  const result = await dryRun(db, tenant.administration_id, { today, days: 30, ...wanted })
  assert.ok(result)
  return result
}

for (const { says, cap, overdue } of [
  { says: 'everything that is due', cap: 250, overdue: [3, 8, 8, 20, 20, 45, 100, 300, 400] },
  { says: 'what a cap spreads over days', cap: 3, overdue: [8, 9, 10, 11, 30, 31, 32, 33, 34, 35, 60] },
]) {
  test(`a dry run before switching on says what then happens: ${says}`, async () => {
    const tenant = await given.tenant()
    await withOverdue(tenant, overdue)
    await change(tenant.administration_id, (one) => applySettings(one, { letters_per_day: cap }))
    await booksWroteOn(tenant, today)
    const said = await counted(tenant)
    assert.deepEqual([said.held, said.capped, said.cap_ignored], [[], cap === 3, false])
    await change(tenant.administration_id, (one) => applySettings(one, { engine_enabled: true }))
    for (let day = today; day < addDays(today, 30); day = addDays(day, 1)) {
      await booksWroteOn(tenant, day)
      await performDay(tenant, day)
    }
    const happened = await lettersOf(tenant)
    assert.ok(happened.length > 3)
    const days = Map.groupBy(happened, ({ day }) => day)
    assert.deepEqual(
      said.after.days,
      [...days].map(([day, rows]) => ({ day, letters: rows.reduce((sum, { letters }) => sum + letters, 0) })),
    )
    const by_step = Map.groupBy(happened, ({ step }) => step)
    for (const { step, letters, letters_today } of said.after.steps) {
      const rows = by_step.get(step) ?? []
      const sum = (of: typeof rows) => of.reduce((total, one) => total + one.letters, 0)
      assert.deepEqual([letters, letters_today], [sum(rows), sum(rows.filter(({ day }) => day === today))], step)
    }
    assert.equal(said.before, null)
  })
}

test('a draft is compared with what is in force, down to the invoices that move', async () => {
  const tenant = await given.tenant()
  await change(tenant.administration_id, ensureDefaultFlows)
  await booksWroteOn(tenant, today)
  const [soon = '', late] = await withOverdue(tenant, [3, 400])
  const { business } = defaultFlows('NL')
  const sooner: Flow = {
    ...business,
    steps: business.steps.map((one) => (one.step === 'reminder_1' ? { ...one, day: 4 } : one)),
  }
  const said = await counted(tenant, { flows: [sooner], compare: true })
  assert.deepEqual(
    said.moved.map(({ invoice_id, before, after }) => [invoice_id, before, after]),
    [[soon, { step: 'reminder_1', day: '2026-11-20' }, { step: 'reminder_1', day: '2026-11-17' }]],
  )
  assert.equal(said.moved_count, 1)
  assert.ok(late, 'what is too old does not move')
  assert.deepEqual([said.before?.days[0]?.day, said.after.days[0]?.day], ['2026-11-20', '2026-11-17'])
  const same = await counted(tenant, { flows: [business], compare: true })
  assert.deepEqual([same.moved_count, same.after], [0, same.before])
})

test('nothing is written, and without a change a second run says the same', async () => {
  const tenant = await given.tenant()
  await withOverdue(tenant, [8, 9])
  await booksWroteOn(tenant, today)
  const before = await counted(tenant)
  assert.deepEqual(await counted(tenant), before)
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from flows where administration_id = ${tenant.administration_id}::bigint)::integer
         + (select count(*) from steps where administration_id = ${tenant.administration_id}::bigint)::integer
         + (select count(*) from letters where administration_id = ${tenant.administration_id}::bigint)::integer
         as count`.execute(db)
  assert.deepEqual(rows, [{ count: 0 }])
})

test('what waits for a person is said: a surge, approvals, and what holds everything', async () => {
  const tenant = await given.tenant()
  await withOverdue(
    tenant,
    Array.from({ length: 51 }, () => 10),
  )
  await booksWroteOn(tenant, today)
  const { business } = defaultFlows('NL')
  const approved: Flow = { ...business, steps: business.steps.map((one) => ({ ...one, approval: true })) }
  const said = await counted(tenant, { flows: [approved] })
  assert.deepEqual([said.surge_above, said.surges, said.after.letters_today], [50, true, 51])
  assert.equal(said.approval_letters, said.after.letters)
  await change(tenant.administration_id, (one) => applySettings(one, { sending_stopped: true }))
  const stopped = await counted(tenant)
  assert.deepEqual([stopped.held, stopped.after.letters], [['stopped'], 0])
  const silent = await given.tenant()
  await withOverdue(silent, [10])
  const stale = await counted(silent)
  assert.deepEqual([stale.held, stale.after.letters], [['books_stale'], 0])
})

test('debtors are looked at in portions, each once, and a run that nobody wants any more stops', async () => {
  const tenant = await given.tenant()
  await db.transaction().execute(async (trx) => {
    await sql`
      with made as (
        insert into debtors (administration_id, debtor_number, debtor_identifier, name, is_company,
                             primary_email_address, created_at, updated_at)
        select ${tenant.administration_id}::bigint, 'P' || n, 'P' || n, 'P' || n, true, 'p@example.com', now(), now()
        from generate_series(1, 1201) n returning id, debtor_number, debtor_identifier
      )
      insert into invoices (administration_id, debtor_id, debtor_number, debtor_identifier, invoice_number,
                            currency_code, payment_method, invoice_date, due_date, sent_at, total_amount, open_amount,
                            book_total_amount, book_open_amount, created_at, updated_at)
      select ${tenant.administration_id}::bigint, id, debtor_number, debtor_identifier, debtor_number, 'EUR',
             'bank_transfer', '2026-10-01', '2026-11-01', '2026-10-01', 10, 10, 10, 10, now(), now() from made`.execute(
      trx,
    )
    await sql`
      insert into ledger_entries (administration_id, invoice_id, kind, cost_type, amount, book_amount, entry_date,
                                  created_at)
      select administration_id, id, 'charge', 'principal', 10, 10, invoice_date, created_at from invoices
      where administration_id = ${tenant.administration_id}::bigint`.execute(trx)
  })
  await booksWroteOn(tenant, today)
  const looked: number[] = []
  const said = await counted(tenant, { progress: async (count) => looked.push(count) > 0 })
  assert.deepEqual(looked, [500, 1000, 1201])
  assert.deepEqual([said.debtors, said.moved_count, said.moved.length], [1201, 1201, 100])
  const stopped = await dryRun(db, tenant.administration_id, { today, days: 30, progress: async () => false })
  assert.equal(stopped, null)
})
