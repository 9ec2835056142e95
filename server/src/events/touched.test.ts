import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { changeIn } from '../db/change.ts'
import { serviceActor } from '../domain/actor.ts'
import { startFollowing } from './follow.ts'
import { follower } from './follower.ts'
import { touchedDossiers, touching } from './touched.ts'

const { given, database, call } = await startService()
const { db } = database
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const [first, second, third] = [await given.debtor(tenant), await given.debtor(tenant), await given.debtor(tenant)]
const invoice_id = await given.invoice(tenant, first, { invoice_number: 'A-1' })

const touched: string[] = []
const failures: unknown[] = []
const following = startFollowing({
  database,
  followers: [
    follower({
      name: 'observer',
      events: 'none',
      touched: true,
      company_events: false,
      begins: 'at the beginning',
      reaches_outside: false,
      at_once: { events: 10, touched: 2 },
      handle: async (_, portion) => {
        if (portion.feed === 'administrations') touched.push(...portion.touched)
      },
    }),
  ],
  areHeld: async () => false,
  gather_ms: 1,
  poll_ms: 20,
  handled: () => {},
  log: (error) => void failures.push(error),
})
after(() => following.stop())

/** What was touched by a change, once everything is handed over. */
async function touchedBy(change: () => Promise<unknown>): Promise<string[]> {
  await seen()
  touched.length = 0
  await change()
  await seen()
  assert.deepEqual(failures, [])
  return [...touched].sort()
}

const seen = (): Promise<void> =>
  until('all is seen', async () => {
    const { rows } = await sql<{ through: boolean }>`
      select p.stamp >= s.stamp as through from administration_stamps s
      left join follower_positions p on p.administration_id = s.administration_id and p.follower = 'observer'
      where s.administration_id = ${administration_id}::bigint`.execute(db)
    return rows[0]?.through === true
  })

/** The bookkeeping says something else about the invoice. */
const written = (overrides: object) => async (): Promise<void> => {
  const json = { administration_id, invoices: [{ invoice_number: 'A-1', ...overrides }] }
  const answer = await call('PATCH /v1/invoices', { token, json })
  assert.deepEqual((answer.body as { errors: object }).errors, {}, answer.text)
}

test('from the beginning every dossier comes, in portions', async () => {
  await seen()
  assert.deepEqual([...touched].sort(), [first, second, third].sort())
})

test('a changed due date touches the dossier, and the same again nothing', async () => {
  const later = written({ due_date: '2026-10-15' })
  assert.deepEqual(await touchedBy(later), [first])
  assert.deepEqual(await touchedBy(later), [])
})

test('an address touches the dossiers that are reached by it', async () => {
  const keys = await given.debtorKeys(tenant, second)
  const write = (family: string, item: object) => async (): Promise<void> => {
    const answer = await call(`POST /v1/${family}`, { token, json: { administration_id, [family]: [item] } })
    assert.deepEqual((answer.body as { errors: object }).errors, {}, answer.text)
  }
  await write('contacts', { contact_identifier: 'C-1', postal_address_city: 'Exampletown' })()
  const reached = write('debtors', { ...keys, name: 'B', contact_identifier: 'C-1' })
  assert.deepEqual(await touchedBy(reached), [second])
  const elsewhere = write('contacts', { contact_identifier: 'C-1', postal_address_city: 'Anderstad' })
  assert.deepEqual(await touchedBy(elsewhere), [second])
  const other = { contact_identifier: 'C-2', postal_address_city: 'Exampletown' }
  await write('contacts', other)()
  assert.deepEqual(await touchedBy(written({ contact_identifier: 'C-2' })), [first])
  const mended = write('contacts', { ...other, reminder_email_address: 'new@example.com' })
  assert.deepEqual(await touchedBy(mended), [first], 'letters about its invoice go to that contact')
  assert.deepEqual(await touchedBy(mended), [])
})

test('a flow, a task, a message, a note and a payment touch the dossier', async () => {
  const flow = () =>
    changeIn(db, { administration_id, actor: serviceActor('engine'), real_now: new Date() }, ({ db: trx, stamp }) =>
      trx.updateTable('invoices').set({ flow_code: 'slow', updated_at: stamp }).where('id', '=', invoice_id).execute(),
    )
  assert.deepEqual(await touchedBy(flow), [first])
  const task = () => given.task(tenant, { invoice_id })
  assert.deepEqual(await touchedBy(task), [first], 'also by the invoice that it names')
  assert.deepEqual(await touchedBy(() => given.message(tenant, { debtor_id: third })), [third])
  const note = { content: 'A note', created_at: 'stamp', updated_at: 'stamp' }
  assert.deepEqual(await touchedBy(() => given.row('notes', tenant, { debtor_id: second, ...note })), [second])
  const paid = written({ payments: [{ amount: '21.00', origin_identifier: 'P-1' }] })
  assert.deepEqual(await touchedBy(paid), [first])
})

test('a promise and a dispute touch the dossier, when they are made and when they end', async () => {
  const send = (line: string, body: object) => async (): Promise<string> => {
    const answer = await call(line, { token, json: { administration_id, ...body } })
    assert.ok(answer.status < 300, answer.text)
    return (answer.body as { id: string }).id
  }
  const made: string[] = []
  const promised_on = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const promise = send('POST /v1/promises', { invoice_ids: [invoice_id], promised_on })
  assert.deepEqual(await touchedBy(async () => made.push(await promise())), [first])
  assert.deepEqual(await touchedBy(send(`PATCH /v1/promises/${made[0]}/withdraw`, {})), [first])
  const dispute = send('POST /v1/disputes', { invoice_id, reason: 'quality' })
  assert.deepEqual(await touchedBy(async () => made.push(await dispute())), [first])
  assert.deepEqual(await touchedBy(send(`PATCH /v1/disputes/${made[1]}/end`, { outcome: 'rejected' })), [first])
})

test('an invoice that goes to another debtor touches both', async () => {
  const { debtor_number } = await given.debtorKeys(tenant, third)
  assert.deepEqual(await touchedBy(written({ debtor_number })), [first, third].sort())
})

test('an invoice of which several payments came is looked up once', async () => {
  const amounts = ['21.00', '1.00', '2.00', '3.00']
  const payments = amounts.map((amount, n) => ({ amount, origin_identifier: `P-${n + 1}` }))
  const { rows: before } = await sql<{ from: string }>`
    select stamp as from from administration_stamps where administration_id = ${administration_id}::bigint`.execute(db)
  await written({ payments })()
  const lookups = await db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    const count = async (): Promise<number> => {
      const { rows } = await sql<{ scans: number }>`
        select idx_scan::integer as scans from pg_stat_xact_user_tables where relname = 'invoices'`.execute(trx)
      return rows[0]?.scans ?? 0
    }
    const counted = await count()
    const interval = { administration_id, from: before[0]?.from ?? '', until: 'infinity', after: '0', limit: 10 }
    assert.deepEqual(await touchedDossiers(trx, interval), [third])
    return (await count()) - counted
  })
  // Once to find the changed invoices, and once for what only names one.
  assert.ok(lookups <= 2, `${lookups} times`)
})

test('many dossiers come in portions, each once', async () => {
  const change = () =>
    db.transaction().execute(async (trx) => {
      await sql`with changed as (select next_stamp(${administration_id}::bigint) as stamp)
        update debtors set updated_at = changed.stamp from changed
        where administration_id = ${administration_id}::bigint`.execute(trx)
    })
  assert.deepEqual(await touchedBy(change), [first, second, third].sort())
})

/**
 * What is written while a dossier is looked at: it would call for the next look, and so on for ever. Conversations
 * follow messages, which are looked at.
 */
const left_out = ['conversations', 'letters', 'steps']

test('every table of a dossier that carries the stamp of its change is looked at', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name in ('updated_at', 'deleted_at', 'stamp')
      and table_name in (select table_name from information_schema.columns
                         where table_schema = 'public' and column_name in ('debtor_id', 'invoice_id'))
    group by table_name order by table_name`.execute(db)
  const missing = rows.map(({ table_name }) => table_name).filter((name) => !Object.hasOwn(touching, name))
  assert.deepEqual(missing, left_out)
})
