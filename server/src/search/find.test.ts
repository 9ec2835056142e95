import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { searchable } from '../../test/searchable.ts'
import { until } from '../../test/until.ts'
import { find } from './find.ts'
import { indexDossiers } from './index_dossiers.ts'

const service = await startService()
const { given, call, database } = service
const { db } = database

async function filled() {
  const tenant = await given.tenant()
  const debtor_id = await given.debtor(tenant, {
    ...{ name: 'Vexelingfeld Retail B.V.', debtor_number: 'T000204', call_phone_number: '+31 85 000 01 42' },
    ...{ reminder_email_address: 'crediteuren@vexelingfeld.example.com', postal_address_city: 'Utrecht' },
  })
  const other_id = await given.debtor(tenant, { name: 'Pellhorn Étoile GmbH', debtor_number: 'T000118' })
  const invoice = { order_number: 'PO-88213', total_amount: '6400.00', open_amount: '1250.50' }
  const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'T2026-000441', ...invoice })
  await searchable(db, tenant.administration_id)
  const names: Record<string, string> = { [debtor_id]: 'Vexelingfeld', [other_id]: 'Pellhorn' }
  const search = async (text: string) => {
    const { debtors, invoices } = await find(db, tenant.administration_id, text, 25)
    return [
      ...debtors.map(({ id }) => names[id]),
      ...invoices.map(({ id }) => (id === invoice_id ? 'invoice 441' : id)),
    ].join(', ')
  }
  return { tenant, debtor_id, invoice_id, search }
}

test('a dossier is found by any part of what people know of it', async () => {
  const { search } = await filled()
  const retail = 'Vexelingfeld, invoice 441'
  const sought = ['vexel', 'RETAIL', 'feld ret', 'b.v. vexelingfeld', '000204', 'crediteuren@', '85 000 01', 'utre']
  for (const text of sought) assert.equal(await search(text), retail, text)
  for (const text of ['441', '88213', 'po-88', '6400', '6.400,00', '€ 1250,50', 't2026-000441'])
    assert.equal(await search(text), 'invoice 441', text)
  assert.equal(await search('etoile'), 'Pellhorn')
  assert.equal(await search('T0'), 'Pellhorn, Vexelingfeld, invoice 441', 'two signs, what begins with them')
})

test('a name that is spelt a little differently is found, and nonsense is not', async () => {
  const { search } = await filled()
  for (const text of ['vexelignfeld', 'vexlingfeld', 'pelhorn', 'pellhorm'])
    assert.match(await search(text), /^(Vexelingfeld|Pellhorn)$/, text)
  for (const text of ['qqqqq', '%', '_', "'", '\\', '%%%', '   ', '\n', '🦜🦜🦜'])
    assert.equal(await search(text), '', text)
})

test('what a record was found by is said, unless that is plain to see', async () => {
  const { tenant } = await filled()
  const { administration_id } = tenant
  const first = async (text: string) => (await find(db, administration_id, text, 25)).debtors[0]?.found_in
  assert.equal(await first('crediteuren'), 'crediteuren@vexelingfeld.example.com')
  assert.equal(await first('vexel'), null)
  assert.equal(await first('T000204'), null)
})

test('the best come first: a number, then what begins so, then what has it inside', async () => {
  const tenant = await given.tenant()
  for (const [name, debtor_number] of [
    ['Zeta Holding', 'A-1'],
    ['New Abel', 'B-2'],
    ['Abelard', 'C-3'],
    ['Kabel', 'D-4'],
    ['Omega', 'abel'],
  ] as const)
    await given.debtor(tenant, { name, debtor_number })
  await searchable(db, tenant.administration_id)
  const { debtors } = await find(db, tenant.administration_id, 'abel', 25)
  const names = await Promise.all(
    debtors.map(async ({ id }) => {
      const { rows } = await sql<{ name: string }>`
        select name from debtors where administration_id = ${tenant.administration_id}::bigint
          and id = ${id}::bigint`.execute(db)
      return rows[0]?.name
    }),
  )
  assert.deepEqual(names, ['Omega', 'Abelard', 'New Abel', 'Kabel'])
})

test('nobody finds what belongs to others', async () => {
  const { search } = await filled()
  const stranger = await given.tenant()
  assert.deepEqual(await find(db, stranger.administration_id, 'vexelingfeld', 25), { debtors: [], invoices: [] })
  assert.notEqual(await search('vexelingfeld'), '')
})

test('what is written, changed and deleted through the interface is found soon, and no longer', async () => {
  const tenant = await given.tenant()
  const { administration_id } = tenant
  const token = await given.token(tenant)
  const found = async (text: string) => {
    const { debtors, invoices } = await find(db, administration_id, text, 25)
    return debtors.length + invoices.length
  }
  const send = async (line: string, json: object) => {
    const answer = await call(line, { token, json: { administration_id, ...json } })
    assert.ok(answer.status < 300, answer.text)
  }
  const address = { postal_address_street_1: 'Kade 1', postal_address_city: 'Exampletown', country_code: 'NL' }
  const debtor = { debtor_number: 'S1', debtor_identifier: 'S1', name: 'Quokkamere Trading', ...address }
  await send('POST /v1/debtors', { debtors: [debtor] })
  await until('the debtor is found', async () => (await found('kkamere')) === 1)
  const invoice = {
    invoice_number: 'QK-77001',
    debtor_number: 'S1',
    invoice_date: '2026-01-01',
    due_date: '2026-01-31',
  }
  const amounts = { amount_total: '10.00', amount_open: '10.00', book_amount_total: '10.00', book_amount_open: '10.00' }
  await send('POST /v1/invoices', {
    invoices: [{ ...invoice, ...amounts, currency_code: 'EUR', order_number: 'ZZTOP9' }],
  })
  await until('the invoice is found', async () => (await found('zztop9')) === 1)
  await send('POST /v1/debtors', { debtors: [{ ...debtor, name: 'Wombatfjord Trading' }] })
  await until('the new name is found', async () => (await found('wombatfj')) > 0)
  assert.equal(await found('kkamere'), 0)
})

test('of a dossier only what changed since is read again, and what was deleted is forgotten', async () => {
  const { tenant, debtor_id, invoice_id } = await filled()
  const { administration_id } = tenant
  // In one transaction, because the follower of the service looks at the same dossier.
  await db.transaction().execute(async (own) => {
    const count = async (text: string) => (await find(own, administration_id, text, 25)).invoices.length
    const { rows } = await sql<{ since: string }>`
      select max(updated_at)::text as since from invoices
      where administration_id = ${administration_id}::bigint`.execute(own)
    const changed = { administration_id, debtor_ids: [debtor_id], since: rows[0]?.since ?? '' }
    await sql`update search_entries set number = 'odd', text = 'odd'
      where administration_id = ${administration_id}::bigint and kind = 'invoice'`.execute(own)
    await indexDossiers(own, changed)
    assert.deepEqual([await count('000441'), await count('odd')], [0, 1], 'it did not change: nobody looked at it')
    await indexDossiers(own, { ...changed, since: '-infinity' })
    assert.deepEqual([await count('000441'), await count('odd')], [1, 0])
    await sql`delete from invoices where administration_id = ${administration_id}::bigint
      and id = ${invoice_id}::bigint`.execute(own)
    await sql`
      insert into deleted_invoices (administration_id, id, debtor_id, invoice_number, origin_identifier, deleted_at)
      values (${administration_id}::bigint, ${invoice_id}::bigint, ${debtor_id}::bigint, 'T2026-000441', '441',
              '2199-01-01 00:00:00+00')`.execute(own)
    await indexDossiers(own, changed)
    assert.equal(await count('000441'), 0)
  })
})

test('a search reads an index, whatever it looks for', async () => {
  await db.transaction().execute(async (own) => {
    const tenant = await given.tenant()
    const debtor_id = await given.debtor(tenant)
    await sql`insert into search_entries
      select ${tenant.administration_id}::bigint, 'debtor', n, ${debtor_id}::bigint, md5(n::text), n::text,
             md5(n::text), n, n, now() from generate_series(1, 5000) n`.execute(own)
    // What waits to be put in counts as pages to read, and these rows would all still wait.
    await sql`select gin_clean_pending_list('search_entries_text')`.execute(own)
    await sql`analyze search_entries`.execute(own)
    // So few rows would be read one by one.
    await sql`set local enable_seqscan = off`.execute(own)
    await sql`set local enable_indexscan = off`.execute(own)
    const planOf = async (condition: string) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select record_id from search_entries
        where administration_id = ${tenant.administration_id}::bigint and kind = 'debtor' and ${sql.raw(condition)}`.execute(
        own,
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    for (const [condition, index] of [
      [`text like '%abel%'`, 'text'],
      [`'abel' <% name`, 'spelt'],
    ] as const)
      assert.match(await planOf(condition), new RegExp(`search_entries_${index}.*\\s+Index Cond: .*administration_id`))
    assert.match(await planOf(`name ~>=~ 'a' and name ~<~ 'b'`), /search_entries_name/)
    assert.match(await planOf('total_amount = 5'), /search_entries_total/)
  })
})
