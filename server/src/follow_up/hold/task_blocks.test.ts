import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenIn, type Tenant } from '../../../test/given.ts'
import { engineFree, engineOn, workingAt } from '../../../test/given_engine.ts'
import { testDatabase } from '../../../test/harness.ts'
import { changeIn } from '../../db/change.ts'
import { serviceActor } from '../../domain/actor.ts'
import { emitMany } from '../../events/emit_many.ts'
import { scheduleAll } from '../look/schedule.ts'
import { workIn } from '../look/work.ts'
import { followTaskBlocks, type TaskSubject } from './task_blocks.ts'

const now = new Date('2026-11-16T10:00:00Z')
const { db } = await testDatabase()
const given = givenIn(db)

/** A case with two invoices, in an administration that is followed up. */
async function withCase() {
  const tenant = await given.tenant()
  await engineOn(db, tenant, now)
  await engineFree(db, tenant)
  const debtor_id = await given.debtor(tenant, { is_company: true, primary_email_address: 'books@example.com' })
  const credit_case_id = await given.row('credit_cases', tenant, {
    ...{ debtor_id, case_number: '260741002', credit_case_number: '260 741 002', currency_code: 'EUR' },
    ...{ total_amount: '242.00', open_amount: '242.00', started_at: 'stamp', created_at: 'stamp', updated_at: 'stamp' },
  })
  const own = { due_date: '2026-09-01', sent_at: '2026-08-01T09:00:00Z', active_credit_case_id: credit_case_id }
  const invoice_ids = [await given.invoice(tenant, debtor_id, own), await given.invoice(tenant, debtor_id, own)]
  return { tenant, debtor_id, credit_case_id, invoice_ids }
}

/** Makes a task that blocks what it is about, as a person does. */
async function block(tenant: Tenant, subject: Partial<TaskSubject>): Promise<void> {
  await given.task(tenant, { ...subject, blocks_dossiers: true })
  const about = { debtor_id: null, invoice_id: null, credit_case_id: null, ...subject }
  const { administration_id } = tenant
  await changeIn(db, { administration_id, actor: serviceActor('engine'), real_now: now }, async (change) =>
    emitMany(change, await followTaskBlocks(change, [about])),
  )
}

async function blocked({ administration_id }: Tenant): Promise<string[]> {
  const rows = await db
    .selectFrom('invoices')
    .select('id')
    .where('administration_id', '=', administration_id)
    .where('blocked_at', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function afterLooking(tenant: Tenant): Promise<string[]> {
  await scheduleAll({ db, ...tenant })
  assert.equal(await workIn(workingAt(db, tenant, now)), 'done')
  return blocked(tenant)
}

const subjects: readonly [string, (one: Awaited<ReturnType<typeof withCase>>) => Partial<TaskSubject>, number][] = [
  ['the case', ({ credit_case_id }) => ({ credit_case_id }), 2],
  ['the debtor', ({ debtor_id }) => ({ debtor_id }), 2],
  ['one invoice', ({ invoice_ids: [invoice_id = ''] }) => ({ invoice_id }), 1],
  ['one invoice of the case', ({ invoice_ids: [invoice_id = ''], ...one }) => ({ ...caseOf(one), invoice_id }), 1],
]
const caseOf = ({ debtor_id, credit_case_id }: { debtor_id: string; credit_case_id: string }) => ({
  ...{ debtor_id, credit_case_id },
})

for (const [what, subjectOf, count] of subjects) {
  test(`a task about ${what} blocks the same invoices in whoever's eyes`, async () => {
    const one = await withCase()
    const { tenant, invoice_ids } = one
    await block(tenant, subjectOf(one))
    assert.deepEqual(await blocked(tenant), invoice_ids.slice(0, count))
    assert.deepEqual(await afterLooking(tenant), invoice_ids.slice(0, count), 'the engine sees it so too')
    const events = await db
      .selectFrom('events')
      .select('event_name')
      .where('administration_id', '=', tenant.administration_id)
      .where('event_name', 'in', ['invoice_blocked', 'invoice_resumed'])
      .execute()
    assert.deepEqual(events, Array(count).fill({ event_name: 'invoice_blocked' }))
  })
}

test('an invoice in a case that was blocked through the interface stays so', async () => {
  const { tenant, invoice_ids } = await withCase()
  const [invoice_id = ''] = invoice_ids
  await db
    .updateTable('invoices')
    .set({ blocked_at: now.toISOString(), block_reasons: ['interface'] })
    .where('administration_id', '=', tenant.administration_id)
    .where('id', '=', invoice_id)
    .execute()
  assert.deepEqual(await afterLooking(tenant), [invoice_id])
})
