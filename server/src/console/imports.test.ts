import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bringing } from '../../test/bring.ts'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'
import { workbookOf } from '../../test/workbook.ts'
import { purgeImports } from '../imports/store.ts'

const now = new Date('2026-11-16T09:00:00Z')
const service = await startService({ now: () => now })
const { given, database, call } = service
const { db } = database
const tenant = await given.tenant()
const { administration_id } = tenant
const boss = await signedIn(service, tenant.company_id)
const worker = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [administration_id]: 'standard' },
})
const { path, send, read, check, start, show, rows, bring } = bringing(service, administration_id, worker)

const invoiceRow = (number: string) =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('administration_id', '=', administration_id)
    .where('invoice_number', '=', number)
    .executeTakeFirstOrThrow()
const debtorRow = (number: string) =>
  db
    .selectFrom('debtors')
    .selectAll()
    .where('administration_id', '=', administration_id)
    .where('debtor_number', '=', number)
    .executeTakeFirstOrThrow()
const countOf = async (table: 'debtors' | 'invoices' | 'payments' | 'contacts' | 'events'): Promise<number> => {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('administration_id', '=', administration_id)
    .executeTakeFirstOrThrow()
  return Number(count)
}
const countAll = async () => [
  await countOf('debtors'),
  await countOf('invoices'),
  await countOf('payments'),
  await countOf('contacts'),
  await countOf('events'),
]

const head = 'Debiteurnummer;Naam;E-mail;Plaats;Land;Factuurnummer;Factuurdatum;Vervaldatum;Bedrag;Openstaand\n'
const open_list =
  head +
  'A1;Bakkerij Example;info@example.com;Utrecht;Nederland;F1;01-10-2026;31-10-2026;1.210,00;210,00\n' +
  'A2;Café Zoë;;Gent;België;F2;05-10-2026;04-11-2026;€ 50,00;50,00\n' +
  'A1;Bakkerij Example;info@example.com;Utrecht;Nederland;F3;05-10-2026;04-11-2026;-20,00;-20,00\n'

test('open invoices come in with their debtors, their addresses, and what was paid of them', async () => {
  const before = await countAll()
  const file = await read(open_list, 'Openstaande posten.csv')
  assert.equal(file.status, 'read')
  assert.deepEqual([file.choices.kind, file.row_count, file.problems], ['invoices', 3, []])
  const checked = await check(file)
  assert.deepEqual(
    [
      checked.status,
      checked.counts.new,
      checked.counts.refused,
      checked.counts.debtors_new,
      checked.counts.open_amount,
    ],
    ['checked', 3, 0, 2, '240.00'],
  )
  assert.deepEqual(await countAll(), before, 'a check leaves nothing behind')
  const done = await start(file.id)
  assert.deepEqual([done.status, done.counts.new, done.done], ['done', 3, 3])
  const part_paid = await invoiceRow('F1')
  assert.deepEqual(
    [part_paid.total_amount, part_paid.open_amount, part_paid.due_date, part_paid.sent_at?.slice(0, 10)],
    ['1210.00', '210.00', '2026-10-31', '2026-10-01'],
  )
  const paid = await db
    .selectFrom('payments')
    .select(['total_amount', 'payment_date'])
    .where('invoice_id', '=', part_paid.id)
    .execute()
  assert.deepEqual(paid, [{ total_amount: '1000.00', payment_date: '2026-10-31' }], 'paid in time, as far as we know')
  assert.equal((await invoiceRow('F3')).open_amount, '-20.00')
  const debtor = await debtorRow('A1')
  assert.deepEqual(
    [debtor.name, debtor.primary_email_address, debtor.postal_address_city, debtor.postal_address_country_code],
    ['Bakkerij Example', 'info@example.com', 'Utrecht', 'NL'],
  )
  const { rows: actors } = await database.pool.query<{ actor: string }>(
    `select distinct actor_service as actor from events where administration_id = $1`,
    [administration_id],
  )
  assert.deepEqual(
    actors.map(({ actor }) => actor),
    ['import'],
  )
  const audit = await db
    .selectFrom('audit_entries')
    .select(['user_id', 'details'])
    .where('action', '=', 'file_imported')
    .execute()
  assert.deepEqual(audit, [{ user_id: worker.id, details: { name: 'Openstaande posten.csv', rows: '3' } }])
})

test('the same file a second time changes nothing, and a newer one only what is different', async () => {
  const before = await countAll()
  const again = await bring(open_list)
  assert.deepEqual(
    [again.counts.new, again.counts.changed, again.counts.unchanged, again.counts.debtors_unchanged],
    [0, 0, 3, 2],
  )
  assert.deepEqual(await countAll(), before)
  const newer = await bring(open_list.replace('1.210,00;210,00', '1.210,00;110,00').replace('Utrecht', 'Zeist'))
  assert.deepEqual([newer.counts.changed, newer.counts.unchanged, newer.counts.debtors_changed], [1, 2, 1])
  assert.equal((await invoiceRow('F1')).open_amount, '110.00')
  assert.equal((await debtorRow('A1')).postal_address_city, 'Zeist')
  const [remark] = await rows(newer.id, 'remarks')
  assert.deepEqual(remark?.problems[0], {
    field: 'postal_address_city',
    problem: 'differs',
    value: 'Utrecht',
    line: null,
    says: null,
  })
})

test('a file without totals changes neither those of known invoices nor what else it leaves out', async () => {
  const file =
    'Klantnummer;Factuurnummer;Factuurdatum;Vervaldatum;Openstaand bedrag\nA1;F1;2026-10-01;2026-10-31;10,00\n'
  const { counts } = await bring(file)
  assert.deepEqual([counts.changed, counts.refused, counts.debtors_unchanged], [1, 0, 1])
  const { total_amount, open_amount } = await invoiceRow('F1')
  assert.deepEqual([total_amount, open_amount], ['1210.00', '10.00'])
  assert.equal((await debtorRow('A1')).primary_email_address, 'info@example.com')
})

test('a file without open amounts pays nothing, whatever its totals have become', async () => {
  const { id } = await invoiceRow('F1')
  const paidOn = async () => {
    const { rows: found } = await database.pool.query<{ sum: string }>(
      `select coalesce(sum(total_amount), 0)::text as sum from payments where invoice_id = $1`,
      [id],
    )
    return found[0]?.sum
  }
  const list = 'Klantnummer;Klantnaam;Factuurnummer;Factuurdatum;Vervaldatum;Bedrag\n'
  const line = (number: string, total: string) => `A1;Bakkerij Example;${number};2026-10-01;2026-10-31;${total}\n`
  const before = await paidOn()
  // One that was sent keeps its total; one that was not takes the new one, and all of it is open.
  const token = await given.token(tenant)
  const draft = {
    ...{ invoice_number: 'D1', debtor_number: 'A1', invoice_date: '2026-10-01', due_date: '2026-10-31' },
    ...{ currency_code: 'EUR', amount_total: '100', amount_open: '100', book_amount_total: '100' },
    book_amount_open: '100',
  }
  const made = await call('POST /v1/invoices', { token, json: { administration_id, invoices: [draft] } })
  assert.equal(made.status, 201, made.text)
  const file = list + line('F1', '1300,00') + line('D1', '120,00') + line('N1', '70,00')
  const { counts } = await start((await check(await read(file), { sent: false })).id)
  assert.deepEqual([counts.new, counts.changed, counts.unchanged, counts.refused], [1, 1, 1, 0])
  assert.equal(counts.open_amount, '200.00', 'what is open, not what the file has for totals')
  assert.equal(await paidOn(), before)
  const amounts = async (number: string) => {
    const { total_amount, open_amount } = await invoiceRow(number)
    return [total_amount, open_amount]
  }
  assert.deepEqual(await amounts('F1'), ['1210.00', '10.00'])
  assert.deepEqual(await amounts('D1'), ['120.00', '120.00'])
  assert.deepEqual(await amounts('N1'), ['70.00', '70.00'])
})

test('each row that is refused says where and why, and the others come in', async () => {
  await given.debtor(tenant, { debtor_number: 'other', debtor_identifier: 'A9' })
  const file =
    head +
    'A3;C;;;;R1;31-02-2026;04-11-2026;50,00;50,00\n' +
    ';C;;;Atlantis;R2;05-10-2026;04-11-2026;50,00;abc\n' +
    'A4;;;;;R3;05-10-2026;04-11-2026;50,00;50,00\n' +
    'A9;Taken;;;;R4;05-10-2026;04-11-2026;50,00;50,00\n' +
    'A3;C;no address;;;R5;05-10-2026;30-11-2026;50,00;50,00\n' +
    'A3;C;;;;R5;05-10-2026;30-11-2026;60,00;60,00\n' +
    'constructor;C;;;;__proto__;05-10-2026;30-11-2026;60,00;60,00\n' +
    'A3;C;;;;R6;05-10-2026;30-11-2026;0,00;0,00\n'
  const done = await bring(file)
  const refused = await rows(done.id)
  assert.deepEqual(
    refused.map(({ line, problems }) => [line, ...problems.map(({ field, problem }) => `${field} ${problem}`)]),
    [
      [2, 'invoice_date date'],
      [3, 'amount_open amount', 'country_code country', 'debtor_number missing'],
      [4, 'name no_name'],
      [5, 'debtor_number taken'],
      [7, 'invoice_number repeated'],
    ],
  )
  assert.equal(refused[0]?.cells[5], 'R1')
  assert.equal(refused[4]?.problems[0]?.line, 6)
  assert.deepEqual([done.counts.new, done.counts.refused, done.counts.remarks], [3, 5, 1])
  assert.equal((await invoiceRow('R5')).total_amount, '50.00')
  assert.equal((await debtorRow('other')).debtor_identifier, 'A9', 'nobody was renamed')
  const mended = await bring(
    `${head}A3;C;;;;R1;28-02-2026;04-11-2026;50,00;50,00\nA4;D;;;;R3;05-10-2026;04-11-2026;50,00;50,00\n`,
  )
  assert.deepEqual([mended.counts.new, mended.counts.refused], [2, 0])
})

test('what is not clear is asked before anything is checked', async () => {
  const file = await read('Nr;Klant;Klantnaam;Datum;Vervaldatum;Bedrag\nU1;B1;B;01-02-2026;03-02-2026;1.234\n')
  const choices = {
    ...file.choices,
    places: [...file.choices.places, { field: 'invoice_number', place: 0 }],
    kind: 'invoices',
  }
  const refused = await worker.send(`POST ${path}/${file.id}/check`, { ...choices, formats: [] })
  assert.equal(refused.status, 422)
  assert.match(refused.text, /invoice_date: is unclear|invoice_date: is missing/)
  assert.equal((await worker.send(`POST ${path}/${file.id}/start`)).status, 409)
  const places = [
    ...[
      { field: 'invoice_number', place: 0 },
      { field: 'debtor_number', place: 1 },
      { field: 'name', place: 2 },
    ],
    ...[
      { field: 'invoice_date', place: 3 },
      { field: 'due_date', place: 4 },
      { field: 'amount_total', place: 5 },
    ],
  ]
  const formats = [
    ...[
      { field: 'invoice_date', format: 'month_first' },
      { field: 'due_date', format: 'month_first' },
    ],
    { field: 'amount_total', format: 'comma' },
  ]
  const { id } = await check(file, { kind: 'invoices', places, formats, sent: false })
  await start(id)
  const { invoice_date, due_date, total_amount, sent_at } = await invoiceRow('U1')
  assert.deepEqual([invoice_date, due_date, total_amount, sent_at], ['2026-01-02', '2026-03-02', '1234.00', null])
})

test('debtors alone come in from a workbook', async () => {
  const book = workbookOf([
    ['Customer number', 'Customer name', 'Email', 'Phone', 'Country'],
    [{ padded: 7 }, 'Grand Example', 'grand@example.com', 31201234567, 'Germany'],
    [8, 'Small Example', null, null, null],
  ])
  const done = await bring(new Uint8Array(book))
  assert.deepEqual([done.choices.kind, done.counts.new, done.counts.refused], ['debtors', 2, 0])
  const debtor = await debtorRow('00007')
  assert.deepEqual([debtor.primary_email_address, debtor.postal_address_country_code], ['grand@example.com', 'DE'])
  assert.equal((await debtorRow('8')).name, 'Small Example')
})

test('what is in another currency than the books is refused', async () => {
  const { debtor_number } = await given.debtorKeys(tenant, await given.debtor(tenant))
  const token = await given.token(tenant)
  const foreign = {
    ...{ invoice_number: 'USD1', debtor_number, invoice_date: '2026-10-01', due_date: '2026-10-31' },
    ...{ currency_code: 'USD', amount_total: '10', amount_open: '10', book_amount_total: '9', book_amount_open: '9' },
  }
  const answer = await call('POST /v1/invoices', { token, json: { administration_id, invoices: [foreign] } })
  assert.equal(answer.status, 201, answer.text)
  const list = 'Klantnummer,Factuurnummer,Factuurdatum,Vervaldatum,Openstaand,Valuta\n'
  const { id } = await bring(
    `${list}${debtor_number},USD1,2026-10-01,2026-10-31,5.00,\n${debtor_number},USD2,2026-10-01,2026-10-31,5.00,$\n`,
  )
  assert.deepEqual(
    (await rows(id)).map(({ problems: [first] }) => [first?.field, first?.problem, first?.value]),
    [
      ['currency_code', 'currency', 'USD'],
      ['currency_code', 'currency', 'USD'],
    ],
  )
  assert.equal((await invoiceRow('USD1')).open_amount, '10.00')
})

test('two imports at once come in one after the other, and neither is doubled', async () => {
  const list = (from: number, count: number): string =>
    head +
    Array.from(
      { length: count },
      (_, at) => `P${(from + at) % 50};N;;;;P-${from + at};05-10-2026;30-11-2026;60,00;60,00\n`,
    ).join('')
  const before = await countOf('invoices')
  const all = await Promise.all([bring(list(0, 900)), bring(list(450, 900)), bring(list(0, 900))])
  assert.equal((await countOf('invoices')) - before, 1350)
  assert.equal(
    all.reduce((sum, { counts }) => sum + Number(counts.new), 0),
    1350,
  )
  for (const { counts } of all) assert.equal(counts.refused, 0)
})

test('what is no file that can be read is refused with what to do', async () => {
  const refused = async (content: string | Uint8Array<ArrayBuffer>, says: RegExp, status = 422): Promise<void> => {
    const answer = await send(content)
    assert.equal(answer.status, status, answer.text)
    assert.match(answer.text, says)
  }
  await refused('', /file: (has no line with headings|must be a file)/)
  await refused(`a;b\n${'1;2\n'.repeat(20_001)}`, /file: has more than 20000 rows; split it/)
  await refused(new Uint8Array(20 * 1024 * 1024 + 1), /file: is larger than 20 MB/)
  await refused(new Uint8Array(51 * 1024 * 1024), /larger than 50 MB/, 413)
  await refused(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /file: cannot be unpacked/)
  const answer = await worker.send(`POST ${path}`, { file: 'list.csv' })
  assert.equal(answer.status, 422)
  const [first] = await show((await read('a;b\n1;2\n')).id).then(({ columns }) => columns)
  assert.equal(first?.heading, 'a')
})

test('a file is for those who write debtors and invoices, in this administration alone', async () => {
  const { id } = await check(await read(open_list))
  const stranger = await given.tenant()
  const outsider = await signedIn(service, stranger.company_id)
  const reader = await signedIn(service, tenant.company_id, {
    company_role: null,
    rights: { [administration_id]: 'restricted' },
  })
  const writer = await signedIn(service, tenant.company_id, {
    company_role: null,
    rights: { [administration_id]: 'communication' },
  })
  const before = (await db.selectFrom('imports').select('id').execute()).length
  const choices = (await show(id)).choices
  const elsewhere = `/console/administrations/${stranger.administration_id}/imports`
  for (const [who, status] of [
    [outsider, [403, 404]],
    [reader, [403]],
    [writer, [403]],
  ] as const) {
    const answers = [
      await who.get(path),
      await who.get(`${path}/${id}`),
      await who.get(`${path}/${id}/rows?show=refused`),
      await who.send(`POST ${path}/${id}/check`, choices),
      await who.send(`POST ${path}/${id}/start`),
      await who.send(`DELETE ${path}/${id}`),
      await send(open_list, 'list.csv', who),
    ]
    for (const answer of answers)
      assert.ok(
        status.some((one) => one === answer.status),
        answer.text,
      )
  }
  assert.equal((await db.selectFrom('imports').select('id').execute()).length, before)
  // Through the own administration the import of another one is not there.
  assert.equal((await outsider.get(`${elsewhere}/${id}`)).status, 404)
  assert.equal((await outsider.send(`POST ${elsewhere}/${id}/check`, choices)).status, 404)
  assert.equal((await outsider.send(`POST ${elsewhere}/${id}/start`)).status, 404)
  assert.equal((await outsider.send(`DELETE ${elsewhere}/${id}`)).status, 404)
  assert.equal((await show(id)).status, 'checked')
  assert.equal((await boss.get(`${path}/${id}`)).status, 200)
})

test('an import that is done stays as it is, and is forgotten after two weeks', async () => {
  const { id } = await bring(open_list)
  const ran = await worker.send(`POST ${path}/${id}/start`)
  assert.equal((ran.body as { status: string }).status, 'done')
  assert.equal((await worker.send(`POST ${path}/${id}/check`, (await show(id)).choices)).status, 409)
  const dropped = await read(open_list)
  assert.equal((await worker.send(`DELETE ${path}/${dropped.id}`)).status, 200)
  assert.equal((await worker.get(`${path}/${dropped.id}`)).status, 404)
  const days = (count: number): Date => new Date(now.getTime() + count * 86_400_000)
  await purgeImports(db, days(13))
  assert.equal((await worker.get(`${path}/${id}`)).status, 200)
  await purgeImports(db, days(15))
  assert.equal((await worker.get(`${path}/${id}`)).status, 404)
  assert.deepEqual(await db.selectFrom('import_rows').select('line').execute(), [])
  assert.equal((await invoiceRow('F1')).total_amount, '1210.00')
})
