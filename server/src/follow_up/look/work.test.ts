import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { givenIn, type Tenant } from '../../../test/given.ts'
import { engineFree, engineOn, sendAlways, workingAt } from '../../../test/given_engine.ts'
import { testDatabase } from '../../../test/harness.ts'
import { lockWaits } from '../../../test/servers.ts'
import { until } from '../../../test/until.ts'
import { changeIn } from '../../db/change.ts'
import { serviceActor } from '../../domain/actor.ts'
import { pauseAdministration, resumeAdministration } from '../hold/pauses.ts'
import { applySettings } from '../switch.ts'
import { noteLooked, takeDue } from './agenda.ts'
import { leaveLease, takeLease } from './lease.ts'
import { lookAtAll, noneFailing } from './look_at_all.ts'
import { schedule } from './schedule.ts'
import { standingOf } from './standing.ts'
import { planNext, workIn } from './work.ts'

/** A Monday. */
const now = new Date('2026-11-16T10:00:00Z')
const { db, pool, connection } = await testDatabase()
const given = givenIn(db)

const workingIn = (tenant: Tenant, at = now) => workingAt(db, tenant, at)

async function opened(): Promise<Tenant> {
  const tenant = await given.tenant()
  await engineOn(db, tenant, now)
  await engineFree(db, tenant)
  return tenant
}

async function debtorWith(tenant: Tenant, due_date: string): Promise<string> {
  const debtor_id = await given.debtor(tenant, { is_company: true, primary_email_address: 'books@example.com' })
  await given.invoice(tenant, debtor_id, { due_date, sent_at: '2026-09-01T09:00:00Z' })
  return debtor_id
}

async function writtenTo({ administration_id }: Tenant): Promise<string[]> {
  const { rows } = await sql<{ debtor_id: string }>`
    select debtor_id::text from letters where administration_id = ${administration_id}::bigint
    order by debtor_id`.execute(db)
  return rows.map(({ debtor_id }) => debtor_id)
}

async function nextLook({ administration_id }: Tenant): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select next_look_at::text as at from engine_states where administration_id = ${administration_id}::bigint`.execute(
    db,
  )
  return rows[0]?.at ?? null
}

/** Until somebody waits for a lock that another one holds. */
const somebodyWaits = (): Promise<void> =>
  until('somebody waits for a lock', async () => (await lockWaits(connection)) > 0)

/** Does something in a transaction that stays open until the rest has come to wait for it. */
async function meanwhile(first: (trx: typeof db) => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (trx) => {
    await first(trx)
    begun.resolve()
    await goOn.promise
  })
  await begun.promise
  const waiting = second()
  await Promise.race([somebodyWaits(), waiting])
  goOn.resolve()
  await Promise.all([holding, waiting])
}

test('a change that is noted while the next look is planned is not forgotten', async () => {
  const tenant = await opened()
  const debtor_id = await debtorWith(tenant, '2026-12-20')
  await schedule({ db, ...tenant }, [debtor_id])
  await workIn(workingIn(tenant))
  await meanwhile(
    (trx) => schedule({ db: trx, ...tenant }, [debtor_id]),
    () => planNext(workingIn(tenant)),
  )
  const next = await nextLook(tenant)
  assert.ok(next === '-infinity' || (next !== null && new Date(next) <= now), `it is looked at ${next}`)
})

test('whoever is due is passed over while somebody notes another change, and looked at after that', async () => {
  const tenant = await opened()
  const debtor_id = await debtorWith(tenant, '2026-12-20')
  await schedule({ db, ...tenant }, [debtor_id])
  const standing = await standingOf(db, tenant.administration_id, now)
  await db.transaction().execute(async (trx) => {
    await schedule({ db: trx, ...tenant }, [debtor_id])
    assert.equal(await lookAtAll(workingIn(tenant), standing, noneFailing()), 0)
  })
  await planNext(workingIn(tenant))
  assert.equal(await nextLook(tenant), '2026-11-16 10:00:00+00', 'it is due now')
  assert.equal(await lookAtAll(workingIn(tenant), standing, noneFailing()), 1)
})

test('who switches the engine off and on again while it looks does not wait in a circle with it', async () => {
  const tenant = await opened()
  const { administration_id } = tenant
  const debtor_id = await debtorWith(tenant, '2026-12-20')
  await schedule({ db, administration_id }, [debtor_id])
  const { standing, today } = await standingOf(db, administration_id, now)
  const { rules_version } = standing
  let switching: Promise<void> = Promise.resolve()
  await db.transaction().execute(async (trx) => {
    const [entry] = await takeDue(trx, administration_id, { today, rules_version }, { limit: 1, except: [] })
    assert.ok(entry)
    switching = changeIn(db, { administration_id, actor: serviceActor('engine'), real_now: now }, async (change) => {
      await applySettings(change, { engine_enabled: false })
      await applySettings(change, { engine_enabled: true })
    })
    await somebodyWaits()
    const { id } = await trx
      .selectFrom('invoices')
      .select('id')
      .where('debtor_id', '=', debtor_id)
      .executeTakeFirstOrThrow()
    const outlook = {
      family: 'invoices',
      id,
      step: 'reminder_1',
      round: 1,
      day: '2026-12-28',
      holds: [],
      because: [],
    } as const
    const outlooks = [{ ...outlook, flow_code: null, flow_version: null }]
    const looked = [{ entry, outlooks, look_on: '2026-12-28', ready: false, letters: [] } as const]
    await noteLooked(trx, administration_id, { looked, rules_version, real_now: now })
  })
  await switching
})

test('nobody looks where nothing is planned, and otherwise on the day of the agenda', async () => {
  const tenant = await opened()
  await workIn(workingIn(tenant))
  await planNext(workingIn(tenant))
  assert.equal(await nextLook(tenant), null)

  const debtor_id = await debtorWith(tenant, '2026-11-12')
  await schedule({ db, ...tenant }, [debtor_id])
  await workIn(workingIn(tenant))
  await planNext(workingIn(tenant))
  assert.equal(await nextLook(tenant), '2026-11-19 08:00:00+00', 'a week after it is due, when letters go out')
})

test('what is due waits for the hours of sending, and is decided again when something changed before', async () => {
  const tenant = await opened()
  const { administration_id } = tenant
  const debtor_id = await debtorWith(tenant, '2026-11-02')
  await schedule({ db, administration_id }, [debtor_id])
  const early = new Date('2026-11-16T06:30:00Z')
  await workIn(workingIn(tenant, early))
  await planNext(workingIn(tenant, early))
  assert.equal(await nextLook(tenant), '2026-11-16 08:00:00+00')
  const waiting = async () =>
    (await sql`select from agenda where administration_id = ${administration_id}::bigint and letters > 0`.execute(db))
      .rows.length
  assert.equal(await waiting(), 1)

  await sql`update debtors set paused_at = ${now.toISOString()}::timestamptz
    where administration_id = ${administration_id}::bigint`.execute(db)
  await schedule({ db, administration_id }, [debtor_id])
  await workIn(workingIn(tenant, early))
  assert.equal(await waiting(), 0, 'it is paused, and pages say so at once')
})

test('an administration that was paused without an end is looked at as soon as somebody resumes it', async () => {
  const tenant = await opened()
  const changing = { ...tenant, actor: serviceActor('engine'), real_now: now }
  await schedule({ db, ...tenant }, [await debtorWith(tenant, '2026-11-02')])
  await changeIn(db, changing, (change) => pauseAdministration(change, { kind: 'all', until: null }))
  await workIn(workingIn(tenant))
  await planNext(workingIn(tenant))
  assert.equal(await nextLook(tenant), '2026-11-22 08:00:00+00', 'only the silence of the books is to be noticed')
  await changeIn(db, changing, (change) => resumeAdministration(change, 'all'))
  assert.equal(await nextLook(tenant), '-infinity')
})

test('nothing goes out on the holidays of the country of an administration', async () => {
  const { administration_id } = await opened()
  for (const [country_code, holiday, next] of [
    ['NL', '2027-03-29', '2027-03-30'],
    ['BE', '2026-11-11', '2026-11-12'],
    ['DE', '2026-12-25', '2026-12-28'],
    ['FR', '2026-07-14', '2026-07-15'],
    ['GB', '2026-08-31', '2026-09-01'],
    ['PT', '2026-08-31', '2026-08-31'],
  ] as const) {
    await db.updateTable('administrations').set({ country_code }).where('id', '=', administration_id).execute()
    const { standing } = await standingOf(db, administration_id, now)
    assert.equal(standing.rules.calendar.next('reminder', holiday), next, country_code)
  }
})

test('an administration that another process works in is left alone until that has nothing more to say', async () => {
  const tenant = await opened()
  const { administration_id } = tenant
  assert.ok(await takeLease(db, administration_id, 'one'))
  assert.ok(await takeLease(db, administration_id, 'one'), 'and again, as a sign that it lives')
  assert.ok(!(await takeLease(db, administration_id, 'other')))
  await schedule({ db, administration_id }, [await debtorWith(tenant, '2026-11-02')])
  assert.equal(await workIn(workingIn(tenant)), 'lost')
  await sql`update engine_states set taken_until = now() - interval '1 second'
    where administration_id = ${administration_id}::bigint`.execute(db)
  assert.ok(await takeLease(db, administration_id, 'other'), 'one that died leaves it after a while')
  await leaveLease(db, administration_id, 'one')
  assert.ok(!(await takeLease(db, administration_id, 'third')), 'who lost it gives nothing back')
  await leaveLease(db, administration_id, 'other')
  assert.equal(await workIn(workingIn(tenant)), 'done')
})

/** All rows of an administration, table by table. */
async function rowsOf({ administration_id }: Tenant): Promise<Map<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t
       on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
     where c.table_schema = 'public' and c.column_name = 'administration_id' order by 1`,
  )
  const found = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await pool.query<{ rows: string }>(
      `select coalesce(string_agg(t::text, ' ' order by t::text), '') as rows from ${name} t where administration_id = $1`,
      [administration_id],
    )
    found.set(name, rows[0]?.rows ?? '')
  }
  return found
}

test('the engine of one administration touches no row of another, though all numbers and ids are the same', async () => {
  const [one, other] = [await opened(), await opened()]
  for (const tenant of [one, other]) {
    const reached = { is_company: true, primary_email_address: 'books@example.com' }
    for (const id of ['7001', '7002', '7003']) {
      const numbers = { debtor_number: `D${id}`, debtor_identifier: `D${id}` }
      await given.debtor(tenant, { id, ...numbers, ...reached })
      const sent = { sent_at: '2026-09-01T09:00:00Z', invoice_number: `F${id}` }
      await given.invoice(tenant, id, { id, ...sent, due_date: '2026-11-02' })
    }
    await sendAlways(db, tenant, '2026-11-16')
  }
  const before = await rowsOf(other)
  const working = workingIn(one)
  assert.equal(await workIn(working), 'done')
  await planNext(working)
  const steps = (tenant: Tenant): Promise<{ rows: { count: number }[] }> =>
    pool.query('select count(*)::integer as count from steps where administration_id = $1', [tenant.administration_id])
  assert.equal((await steps(one)).rows[0]?.count, 6, 'each invoice was sent, and reminded of')
  assert.deepEqual(await rowsOf(other), before)
  assert.ok([...before.values()].filter((rows) => rows !== '').length > 5, 'there is something to touch')

  const after_one = await rowsOf(one)
  assert.equal(await workIn(workingIn(other)), 'done')
  assert.equal((await steps(other)).rows[0]?.count, 6)
  assert.deepEqual(await rowsOf(one), after_one)
})

test('invoices that two portions note for different debtors keep neither of them waiting for the other', async () => {
  const tenant = await opened()
  const { administration_id } = tenant
  const debtors = [await given.debtor(tenant), await given.debtor(tenant)]
  const ids: string[] = []
  for (let count = 0; count < 250; count++) ids.push(await given.invoice(tenant, debtors[0] ?? ''))
  await schedule({ db, administration_id }, debtors)
  const outlook = (id: string) => ({
    ...({ family: 'invoices', id, step: 'reminder_1', round: 1, day: null, holds: [], because: [] } as const),
    ...{ flow_code: 'business', flow_version: 1 },
  })
  const note = (debtor_id: string, order: readonly string[], outlooks: string) =>
    db.transaction().execute((trx) =>
      noteLooked(trx, administration_id, {
        looked: [{ ...idle, entry: { debtor_id, outlooks }, outlooks: order.map(outlook) }],
        ...{ rules_version: '1', real_now: now },
      }),
    )
  for (let round = 0; round < 12; round++) {
    await sql`delete from agenda_records where administration_id = ${administration_id}::bigint`.execute(db)
    // Each has them in another order, as debtors come whose invoices were swapped between two reads.
    await Promise.all(
      [ids, ids.toReversed()].map((order, place) => note(debtors[(place + round) % 2] ?? '', order, `${round}`)),
    )
    const { rows } = await sql`select from agenda_records
      where administration_id = ${administration_id}::bigint`.execute(db)
    assert.equal(rows.length, ids.length)
  }
})

async function runningCase(tenant: Tenant) {
  const debtor_id = await given.debtor(tenant, { is_company: true, primary_email_address: 'books@example.com' })
  const credit_case_id = await given.row('credit_cases', tenant, {
    ...{ debtor_id, case_number: '100000001', credit_case_number: '100 000 001', currency_code: 'EUR' },
    ...{ total_amount: '121.00', open_amount: '121.00', started_at: '2026-10-01T08:00:00Z' },
    ...{ created_at: 'stamp', updated_at: 'stamp' },
  })
  const invoice_id = await given.invoice(tenant, debtor_id, {
    ...{ active_credit_case_id: credit_case_id, due_date: '2026-08-01', sent_at: '2026-07-01T09:00:00Z' },
  })
  for (const step of ['opening', 'summons']) {
    await given.row('steps', tenant, {
      ...{ debtor_id, credit_case_id, step, round: 1, day: '2026-10-01', performed_at: 'stamp', origin: 'engine' },
      ...{ reasons: '[]', created_at: 'stamp', updated_at: 'stamp' },
    })
  }
  return { debtor_id, credit_case_id, invoice_id }
}

async function stepsOfCase(credit_case_id: string): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`
    select step || ' ' || round as said from steps where credit_case_id = ${credit_case_id}::bigint order by id`.execute(
    db,
  )
  return rows.map(({ said }) => said)
}

test('a case that was put back to a letter that it had gets it once more', async () => {
  const tenant = await opened()
  const { debtor_id, credit_case_id } = await runningCase(tenant)
  const back = { credit_case_id, round: 2, step: 'summons', day: '2026-11-16', created_at: 'stamp' }
  await given.row('rounds', tenant, back)
  await schedule({ db, ...tenant }, [debtor_id])
  assert.equal(await workIn(workingIn(tenant)), 'done')
  assert.deepEqual(await stepsOfCase(credit_case_id), ['opening 1', 'summons 1', 'summons 2'])
})

test('a letter of a case is a step of the round of the case, however often its invoice began anew before', async () => {
  const tenant = await opened()
  const { debtor_id, credit_case_id, invoice_id } = await runningCase(tenant)
  const anew = { invoice_id, round: 2, step: 'reminder_1', day: '2026-08-20', created_at: 'stamp' }
  await given.row('rounds', tenant, anew)
  await schedule({ db, ...tenant }, [debtor_id])
  assert.equal(await workIn(workingIn(tenant)), 'done')
  assert.deepEqual(await stepsOfCase(credit_case_id), ['opening 1', 'summons 1', 'summons_reminder 1'])
})

test('a case that a bailiff has is over for the engine, whatever round somebody began, and keeps nobody else waiting', async () => {
  const tenant = await opened()
  const { debtor_id, credit_case_id, invoice_id } = await runningCase(tenant)
  const [moment, day] = ['2026-10-20T08:00:00Z', '2026-10-20']
  await sql`update credit_cases set forwarded_to_bailiff_at = ${moment} where id = ${credit_case_id}::bigint`.execute(
    db,
  )
  await given.row('steps', tenant, {
    ...{ debtor_id, credit_case_id, step: 'bailiff', round: 1, day, performed_at: moment, origin: 'person' },
    ...{ reasons: '[]', created_at: 'stamp', updated_at: 'stamp' },
  })
  await given.row('files', tenant, {
    ...{ id: '9001', checksum: 'a'.repeat(88), byte_size: 1, content_type: 'application/pdf', uploaded_at: 'stamp' },
    ...{ created_at: 'stamp', updated_at: 'stamp' },
  })
  const document = { invoice_id, kind: 'document', file_id: '9001', filename: 'a.pdf', created_at: 'stamp' }
  await given.row('invoice_documents', tenant, document)
  const of = { credit_case_id, round: 2, step: 'bailiff', created_at: 'stamp' }
  await given.row('rounds', tenant, { ...of, day: '2026-11-16' })
  await given.row('step_decisions', tenant, { ...of, kind: 'approve', letter_key: 'x' })
  await schedule({ db, ...tenant }, [debtor_id])
  assert.equal(await workIn(workingIn(tenant)), 'done')
  assert.deepEqual(await stepsOfCase(credit_case_id), ['opening 1', 'summons 1', 'bailiff 1'])
})

test('what cannot be done for one debtor keeps no other waiting, is reported, and is tried again', async () => {
  const tenant = await opened()
  await sendAlways(db, tenant, '2026-11-16')
  const [first, broken, last] = [
    await debtorWith(tenant, '2026-10-01'),
    await debtorWith(tenant, '2026-10-02'),
    await debtorWith(tenant, '2026-10-03'),
  ]
  await sql`
    create function refuse_letter() returns trigger language plpgsql as $$
      begin raise exception 'This debtor cannot be written to.'; end $$`.execute(db)
  await sql
    .raw(`create trigger refuse_letter before insert on letters for each row when (new.debtor_id = ${broken})
      execute function refuse_letter()`)
    .execute(db)
  const reported: unknown[] = []
  const working = { ...workingIn(tenant), log: (problem: unknown) => void reported.push(problem) }
  await schedule({ db, ...tenant }, [first, broken, last])
  // Others were written to; then nobody is left who can be, and the engine tries again in a minute.
  await assert.rejects(workIn(working), /cannot be written to/)
  assert.deepEqual(await writtenTo(tenant), [first, last])
  assert.partialDeepStrictEqual(reported[0], { administration_id: tenant.administration_id, debtor_id: broken })
  await sql`drop trigger refuse_letter on letters`.execute(db)
  assert.equal(await workIn(workingIn(tenant)), 'done')
  assert.deepEqual(await writtenTo(tenant), [first, broken, last])
})

test('one debtor who cannot be looked at keeps no other waiting, is reported, and is looked at again', async () => {
  const tenant = await opened()
  await sendAlways(db, tenant, '2026-11-16')
  const debtor_ids: string[] = []
  for (let count = 0; count < 5; count++) debtor_ids.push(await debtorWith(tenant, '2026-10-01'))
  const broken = debtor_ids[2]
  await sql`
    create function refuse_look() returns trigger language plpgsql as $$
      begin raise exception 'This debtor cannot be looked at.'; end $$`.execute(db)
  await sql
    .raw(`create trigger refuse_look before insert on agenda_records for each row when (new.debtor_id = ${broken})
      execute function refuse_look()`)
    .execute(db)
  const reported: unknown[] = []
  const working = { ...workingIn(tenant), log: (problem: unknown) => void reported.push(problem) }
  await schedule({ db, ...tenant }, debtor_ids)
  await assert.rejects(workIn(working), /cannot be looked at/)
  assert.deepEqual(
    await writtenTo(tenant),
    debtor_ids.filter((one) => one !== broken),
  )
  assert.partialDeepStrictEqual(reported, [{ administration_id: tenant.administration_id, debtor_id: broken }])
  assert.equal(reported.length, 1)
  await sql`drop trigger refuse_look on agenda_records`.execute(db)
  assert.equal(await workIn(workingIn(tenant)), 'done')
  assert.deepEqual(await writtenTo(tenant), debtor_ids)
})

const idle = { look_on: null, ready: false, letters: [] } as const
