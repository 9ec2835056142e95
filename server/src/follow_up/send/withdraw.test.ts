import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { givenIn } from '../../../test/given.ts'
import { letterRow, performLetter, switchOn } from '../../../test/given_letters.ts'
import { testDatabase } from '../../../test/harness.ts'
import { changeIn } from '../../db/change.ts'
import { serviceActor } from '../../domain/actor.ts'
import type { FileStore } from '../../files/store.ts'
import { post } from '../../ledger/post.ts'
import { sendLetter } from './send.ts'
import type { Sending } from './sending.ts'
import { settleLetters } from './settle.ts'

const at = new Date('2026-11-16T09:00:00Z')
const database = await testDatabase()
const { db } = database
const given = givenIn(db)
// Mails need no files: whoever asked for one would be wrong.
const store = {} as FileStore
const on = (now: Date): Sending => ({ database, store, base_url: () => 'https://dunlin.example.com', now: () => now })

type Case = {
  administration_id: string
  debtor_id: string
  invoice_id: string
  invoice_ids: string[]
  letter_id: string
}
type Set = { readonly [column: string]: unknown }

async function set(table: 'administrations' | 'debtors' | 'invoices', id: string, values: Set): Promise<void> {
  const changes = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where id = ${id}::bigint`.execute(db)
}
const settings = (own: object) => ({ settings: JSON.stringify({ engine_enabled: true, ...own }) })
const pay = (one: Case, amount: bigint) =>
  changeIn(db, { administration_id: one.administration_id, actor: serviceActor('bank'), real_now: at }, (change) =>
    post(change, [
      ...[{ invoice_id: one.invoice_id, cost_type: 'principal' as const, transaction_type: 'payment' as const }].map(
        (booking) => ({ ...booking, amount, payment_date: '2026-11-16' }),
      ),
    ]),
  )
const row = (one: Case, table: Parameters<typeof given.row>[0], values: Set) =>
  given.row(table, { company_id: '', administration_id: one.administration_id }, values)
const stamped = { created_at: 'stamp', updated_at: 'stamp' }

/** What happens between deciding and sending, and why the letter does not go then. */
const causes: { readonly [reason: string]: (one: Case) => Promise<unknown> } = {
  stopped: ({ administration_id }) => set('administrations', administration_id, settings({ sending_stopped: true })),
  engine_off: ({ administration_id }) => set('administrations', administration_id, { settings: '{}' }),
  administration_status: ({ administration_id }) => set('administrations', administration_id, { status: 'inactive' }),
  administration_paused: ({ administration_id }) => set('administrations', administration_id, { paused_at: at }),
  administration_reminding_paused: ({ administration_id }) =>
    set('administrations', administration_id, { reminding_paused_at: at }),
  debtor_paused: ({ debtor_id }) => set('debtors', debtor_id, { paused_at: at, paused_until: '2026-11-16' }),
  debtor_reminding_paused: ({ debtor_id }) => set('debtors', debtor_id, { reminding_paused_at: at }),
  ignored: ({ debtor_id }) => set('debtors', debtor_id, { ignored_at: at }),
  stop_label: (one) => row(one, 'debtor_labels', { debtor_id: one.debtor_id, name: 'Stop' }),
  invoice_paused: ({ invoice_id }) => set('invoices', invoice_id, { paused_at: at }),
  interface: ({ invoice_id }) => set('invoices', invoice_id, { blocked_at: at, block_reasons: ['interface'] }),
  task: (one) =>
    row(one, 'tasks', {
      ...{ subject: 'Look at this', expiry_date: '2026-12-01', blocks_dossiers: true, invoice_id: one.invoice_id },
      ...stamped,
    }),
  dispute: (one) =>
    row(one, 'disputes', {
      ...{ debtor_id: one.debtor_id, invoice_id: one.invoice_id, reason: 'goods', origin: 'person' },
      ...{ opened_on: '2026-11-16', ...stamped },
    }),
  unread_message: (one) =>
    row(one, 'messages', {
      ...{ debtor_id: one.debtor_id, sender_type: 'debtor', subject: 'A question', content: 'When?' },
      ...stamped,
    }),
  amount_changed: (one) => pay(one, 100n),
  undeliverable: ({ debtor_id }) => set('debtors', debtor_id, { primary_email_address: null }),
  gone: async ({ invoice_id }) => {
    // As deleting an invoice does, as far as letters are concerned.
    await sql`delete from letter_items where invoice_id = ${invoice_id}::bigint`.execute(db)
  },
  debtor_changed: async (one) => {
    const other = await given.debtor({ company_id: '', administration_id: one.administration_id })
    await set('invoices', one.invoice_id, { debtor_id: other })
  },
}

async function prepare(
  step: 'reminder_1' | 'invoice' = 'reminder_1',
): Promise<Case & { tenant: { company_id: string; administration_id: string } }> {
  const tenant = await given.tenant()
  await switchOn(db, tenant)
  const debtor_id = await given.debtor(tenant, { primary_email_address: 'somebody@example.com' })
  const invoice_ids = [await given.invoice(tenant, debtor_id), await given.invoice(tenant, debtor_id)]
  const letter_id = await performLetter(db, tenant, { invoice_ids, at, step })
  const { administration_id } = tenant
  return { tenant, administration_id, debtor_id, invoice_id: invoice_ids[0] ?? '', invoice_ids, letter_id }
}

async function isUndone(one: Case): Promise<void> {
  const { rows } = await sql<{ counting: string; mails: string; marked: string; touched: string }>`
    select (select count(*) from steps where letter_id = ${one.letter_id}::bigint and withdrawn_at is null) as counting,
           (select count(*) from mails where resource_id = ${one.letter_id}::bigint) as mails,
           (select count(*) from invoices i
             join letter_items t on t.administration_id = i.administration_id and t.invoice_id = i.id
            where t.letter_id = ${one.letter_id}::bigint
              and (i.reminder_1_at is not null or i.latest_reminder_at is not null)) as marked,
           (select count(*) from touched_dossiers where debtor_id = ${one.debtor_id}::bigint) as touched`.execute(db)
  assert.deepEqual(rows, [{ counting: '0', mails: '0', marked: '0', touched: '1' }])
}

for (const [reason, happens] of Object.entries(causes)) {
  test(`a letter is withdrawn for ${reason}, and everything about it undone`, async () => {
    const one = await prepare()
    await happens(one)
    const { administration_id, letter_id } = one
    assert.equal(await sendLetter(on(at), { administration_id, letter_id }), 'withdrawn')
    const letter = await letterRow(db, one.tenant, letter_id)
    assert.deepEqual([letter.status, letter.status_reason, letter.sent_on], ['withdrawn', reason, null])
    await isUndone(one)
    assert.equal(await sendLetter(on(at), { administration_id, letter_id }), 'withdrawn')
  })
}

test('an invoice without its document is not sent', async () => {
  const one = await prepare('invoice')
  assert.equal(await sendLetter(on(at), one), 'withdrawn')
  assert.equal((await letterRow(db, one.tenant, one.letter_id)).status_reason, 'document_missing')
})

test('a letter goes on its day alone, as the clocks of the administration are set', async () => {
  const late = await prepare()
  // Half past eleven at night in Amsterdam is still the same day, half past midnight is not.
  assert.equal(await sendLetter(on(new Date('2026-11-16T23:30:00Z')), late), 'withdrawn')
  assert.equal((await letterRow(db, late.tenant, late.letter_id)).status_reason, 'day_over')
  const early = await prepare()
  assert.equal(await sendLetter(on(new Date('2026-11-16T22:30:00Z')), early), 'underway')
})

test('a letter whose job is lost is withdrawn when its day is over, and not before', async () => {
  const one = await prepare()
  await settleLetters(on(new Date('2026-11-16T22:30:00Z')))
  assert.equal((await letterRow(db, one.tenant, one.letter_id)).status, 'waiting')
  await settleLetters(on(new Date('2026-11-17T09:00:00Z')))
  const { status, status_reason } = await letterRow(db, one.tenant, one.letter_id)
  assert.deepEqual([status, status_reason], ['withdrawn', 'day_over'])
  await isUndone(one)
})

test('an administration in which something is broken keeps no other from being settled', async () => {
  const [first, broken, last] = [await prepare(), await prepare(), await prepare()]
  await set('administrations', broken.administration_id, { timezone: 'Nowhere/City' })
  await assert.rejects(settleLetters(on(new Date('2026-11-17T09:00:00Z'))), /Nowhere/)
  await set('administrations', broken.administration_id, { timezone: 'Europe/Amsterdam' })
  const statuses = [first, broken, last].map(async ({ tenant, letter_id }) => letterRow(db, tenant, letter_id))
  assert.deepEqual(
    (await Promise.all(statuses)).map(({ status }) => status),
    ['withdrawn', 'waiting', 'withdrawn'],
  )
})

test('what pauses reminding alone lets an invoice go', async () => {
  const one = await prepare('invoice')
  await set('debtors', one.debtor_id, { reminding_paused_at: at })
  for (const invoice_id of one.invoice_ids) {
    const checksum = Buffer.alloc(64, Number(invoice_id)).toString('base64')
    const file_id = await row(one, 'files', {
      ...{ checksum, byte_size: 5, content_type: 'application/pdf', uploaded_at: 'stamp', ...stamped },
    })
    await row(one, 'invoice_documents', {
      invoice_id,
      kind: 'document',
      file_id,
      filename: 'F.pdf',
      created_at: 'stamp',
    })
  }
  assert.equal(await sendLetter(on(at), one), 'underway')
  const { rows } = await sql<{ filename: string }>`
    select filename from letter_attachments where letter_id = ${one.letter_id}::bigint`.execute(db)
  assert.deepEqual(rows, [{ filename: 'F.pdf' }, { filename: 'F.pdf' }])
})

test('charges that were paid meanwhile stay, and what is open of them and of others is credited', async () => {
  const tenant = await given.tenant()
  await switchOn(db, tenant)
  const debtor_id = await given.debtor(tenant, { primary_email_address: 'somebody@example.com' })
  const [paid, half, open] = [
    await given.invoice(tenant, debtor_id),
    await given.invoice(tenant, debtor_id),
    await given.invoice(tenant, debtor_id),
  ]
  const charge = { cost_type: 'administration_costs' as const, amount: 500n, rule: 'nl.14_days' as const }
  const charges = [paid, half, open].map((invoice_id) => ({ ...charge, invoice_id }))
  const letter_id = await performLetter(db, tenant, { invoice_ids: [paid, half, open], at, charges })
  const { administration_id } = tenant
  const payment = {
    cost_type: 'administration_costs',
    transaction_type: 'payment',
    payment_date: '2026-11-16',
  } as const
  await changeIn(db, { administration_id, actor: serviceActor('bank'), real_now: at }, (change) =>
    post(change, [
      { ...payment, invoice_id: paid, amount: 500n },
      { ...payment, invoice_id: half, amount: 200n },
    ]),
  )
  assert.equal(await sendLetter(on(at), { administration_id, letter_id }), 'withdrawn')
  const { rows } = await sql`
    select administration_costs_total::text as total, administration_costs_open::text as open from invoices
    where id = any(${[paid, half, open]}::bigint[]) order by id`.execute(db)
  assert.deepEqual(rows, [
    { total: '5.00', open: '0.00' },
    { total: '5.00', open: '0.00' },
    { total: '0.00', open: '0.00' },
  ])
  const { rows: posted } = await sql`
    select sum(c.amount)::text as posted from charge_calculations c where c.invoice_id = ${half}::bigint`.execute(db)
  assert.deepEqual(posted, [{ posted: '2.00' }], 'what was taken back may be charged again')
})
