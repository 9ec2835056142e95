import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fillEveryFamily } from '../../test/every_family.ts'
import { givenIn, type Tenant } from '../../test/given.ts'
import { testDatabase } from '../../test/harness.ts'
import { keptMails } from '../mail/kept.ts'
import { sendWritten } from '../mail/send_mail.ts'
import { purgeAdministrations } from './purge_administrations.ts'

const data_dir = await mkdtemp(join(tmpdir(), 'dunlin-purge-'))
after(() => rm(data_dir, { recursive: true, force: true }))
const kept = keptMails(data_dir)
const { db, pool } = await testDatabase()
const given = givenIn(db)
const now = new Date('2026-11-14T03:20:00Z')
const days = (count: number): string => new Date(now.getTime() - count * 86_400_000).toISOString()

async function deletedTenant(deleted_at: string | null): Promise<Tenant> {
  const tenant = await given.tenant()
  const ids = await fillEveryFamily(given, tenant)
  // The circle of what names each other.
  await db
    .updateTable('invoices')
    .set({ active_credit_case_id: ids.credit_cases ?? null, active_payment_plan_id: ids.payment_plans ?? null })
    .where('id', '=', ids.invoices ?? '')
    .execute()
  await db
    .updateTable('credit_cases')
    .set({ active_payment_plan_id: ids.payment_plans ?? null })
    .where('id', '=', ids.credit_cases ?? '')
    .execute()
  if (deleted_at) {
    await db
      .updateTable('administrations')
      .set({ status: 'deleted', deleted_at })
      .where('id', '=', tenant.administration_id)
      .execute()
  }
  return tenant
}

/** How many rows an administration has in each table that has any. */
async function rowsOf({ administration_id }: Tenant): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select a.attrelid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'administration_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    order by name`)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query(`select count(*)::integer as count from ${name} where administration_id = $1`, [
      administration_id,
    ])
    if (rows[0].count > 0) counts[name] = rows[0].count
  }
  return counts
}

const exists = async ({ administration_id }: Tenant): Promise<boolean> =>
  (await db.selectFrom('administrations').select('id').where('id', '=', administration_id).execute()).length > 0

test('what was deleted more than 30 days ago goes with everything in it, and nothing else does', async () => {
  const [old, recent, living] = [
    await deletedTenant(days(30)),
    await deletedTenant(days(29.9)),
    await deletedTenant(null),
  ]
  const before = { recent: await rowsOf(recent), living: await rowsOf(living) }
  assert.ok(Object.keys(await rowsOf(old)).length > 20, 'there is much to remove')
  assert.deepEqual(await purgeAdministrations(db, { kept, now }), { administrations: 1 })
  assert.deepEqual(await rowsOf(old), {})
  assert.equal(await exists(old), false)
  assert.deepEqual({ recent: await rowsOf(recent), living: await rowsOf(living) }, before)
  assert.deepEqual(await purgeAdministrations(db, { kept, now }), { administrations: 0 })
})

test('many rows go in batches, and an interrupted purge goes on where it was', async () => {
  const old = await deletedTenant(days(31))
  await given.debtors(old, 25)
  // As if it had ended in the middle: some tables are empty, others are not.
  await pool.query('delete from tasks where administration_id = $1', [old.administration_id])
  await pool.query('delete from events where administration_id = $1', [old.administration_id])
  assert.deepEqual(await purgeAdministrations(db, { kept, now }, 4), { administrations: 1 })
  assert.deepEqual(await rowsOf(old), {})
})

test('tokens and grants that named the administration live on without it', async () => {
  const old = await deletedTenant(days(31))
  const other = await given.tenant({ company_id: old.company_id })
  await given.token(old, { administration_ids: [old.administration_id, other.administration_id] })
  await purgeAdministrations(db, { kept, now })
  const left = await db
    .selectFrom('api_token_administrations')
    .select('administration_id')
    .where('administration_id', 'in', [old.administration_id, other.administration_id])
    .execute()
  assert.deepEqual(left, [{ administration_id: other.administration_id }])
})

/** A mail to a debtor of a tenant that was kept instead of sent. */
async function keptMail({ administration_id }: Tenant): Promise<string> {
  const id = await sendWritten(db, {
    kind: 'message',
    about: { administration_id, resource_type: 'message', resource_id: '1' },
    to: ['debtor@example.com'],
    content: { language: 'en', subject: 'Your invoice', paragraphs: [], body: 'Hello', signature: 'Example' },
    sender_name: 'Example',
    reply_to: 'office@example.com',
    cc: [],
    bcc: [],
    attachments: [],
    automatic: false,
    now,
  })
  const message_id_header = `<${id}@example.com>`
  const sent_at = now.toISOString()
  await db.updateTable('mails').set({ status: 'kept', message_id_header, sent_at }).where('id', '=', id).execute()
  const mail = { from: '', to: [], cc: [], subject: '', text: '', html: '', attachments: [], kept_at: sent_at }
  await kept.keep(id, { message_id_header, ...mail })
  return id
}

test('mails to debtors go with their administration, and what was kept of them too', async () => {
  const [old, living] = [await deletedTenant(days(31)), await deletedTenant(null)]
  for (let count = 0; count < 3; count++) await keptMail(old)
  const stays = await keptMail(living)
  await purgeAdministrations(db, { kept, now }, 2)
  const left = await db.selectFrom('mails').select(['id', 'administration_id', 'company_id']).execute()
  assert.deepEqual(left, [{ id: stays, ...living }])
  assert.deepEqual(await readdir(join(data_dir, 'mails')), [`${stays}.json`])
})
