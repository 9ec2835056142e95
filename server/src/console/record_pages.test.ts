import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { searchable } from '../../test/searchable.ts'
import { signedIn, visitor } from '../../test/visitor.ts'
import { timelineEntries } from './timeline_sources.ts'

const service = await startService()
const { given, database } = service
const tenant = await given.tenant()
const stranger = await given.tenant()
const boss = await signedIn(service, tenant.company_id)
const outsider = await signedIn(service, stranger.company_id)
const reader = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [tenant.administration_id]: 'restricted' },
})
const debtor_id = await given.debtor(tenant, { name: 'Éclair & Zn', debtor_number: 'K-100' })
const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'F_2026-1' })
const place = `/console/administrations/${tenant.administration_id}`

type Entry = {
  kind: string
  id: string
  at: string
  name: string | null
  amount: string | null
  currency_code: string | null
  terms: number | null
  content: string | null
  invoice_number: string | null
  credit_case_number: string | null
  person: string | null
  channel: string | null
}
type Timeline = { entries: Entry[]; cursor: string | null }
const timeline = async (query: string): Promise<Timeline> => {
  const answer = await boss.get(`${place}/timeline?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Timeline
}

test('a timeline shows everything once, newest first, page by page', async () => {
  for (let n = 0; n < 30; n++) {
    await given.message(tenant, {
      debtor_id,
      invoice_id,
      content: `Message ${n}`,
      received_at: `2026-10-01T10:${String(n % 15).padStart(2, '0')}:00Z`,
    })
  }
  await given.task(tenant, { debtor_id, invoice_id, subject: 'Call' })
  await given.row('notes', tenant, {
    debtor_id,
    invoice_id,
    content: 'A note',
    created_at: 'stamp',
    updated_at: 'stamp',
  })
  await given.row('payments', tenant, {
    invoice_id,
    invoice_number: 'F_2026-1',
    total_amount: '21.00',
    total_book_amount: '21.00',
    payment_date: '2026-09-01',
    cost_type: 'principal',
    created_at: 'stamp',
    updated_at: 'stamp',
  })
  for (const record of [`family=invoices&id=${invoice_id}`, `family=debtors&id=${debtor_id}`]) {
    const seen: Entry[] = []
    let cursor: string | null = ''
    do {
      const page: Timeline = await timeline(`${record}&cursor=${encodeURIComponent(cursor)}`)
      seen.push(...page.entries)
      cursor = page.cursor
    } while (cursor !== null)
    assert.equal(seen.length, 33)
    assert.equal(new Set(seen.map(({ kind, id }) => `${kind} ${id}`)).size, 33)
    assert.deepEqual(
      seen.map(({ at }) => at),
      seen
        .map(({ at }) => at)
        .sort()
        .reverse(),
    )
    assert.equal(seen.at(-1)?.kind, 'payment')
  }
})

test('the timeline of a debtor shows its invoices, cases, plans and tasks, with amounts and reasons', async () => {
  const owner = await given.debtor(tenant)
  const other = await given.debtor(tenant)
  const bill = await given.invoice(tenant, owner, { invoice_number: 'F-shown' })
  const event = (event_name: string, resource_type: string, resource_id: string, context: object, of = owner) =>
    given.row('events', tenant, {
      event_name,
      event_time: 'stamp',
      resource_type,
      resource_id,
      context: JSON.stringify({ ...context, debtor: { id: Number(of) } }),
    })
  const invoice = { invoice_number: 'F-shown', amount_total: '121.00', amount_open: '21.00', currency_code: 'USD' }
  await event('invoice_created', 'invoice', bill, invoice)
  await event('invoice_reopened', 'invoice', bill, invoice)
  await event('label_added', 'invoice', bill, { ...invoice, label: 'disputed' })
  await event('case_paid', 'credit_case', '999', { credit_case_number: '111 222 333' })
  const payment_terms = [{ total_amount: '60.50' }, { total_amount: '60.50' }]
  await event('payment_plan_created', 'payment_plan', '998', { payment_terms, reason: 'Short of cash' })
  await event('todo_list_item_deleted', 'task', '997', { subject: 'Call' })
  await event('invoice_created', 'invoice', '996', invoice, other)
  await given.row('events', tenant, {
    event_name: 'credit_limit_exceeded',
    event_time: 'stamp',
    resource_type: 'debtor',
    resource_id: owner,
    context: JSON.stringify({ resource_type: 'debtor', id: Number(owner) }),
  })
  const { entries } = await timeline(`family=debtors&id=${owner}`)
  const shown = entries.map((one) => [one.name, one.amount, one.currency_code, one.content, one.invoice_number])
  assert.deepEqual(shown.sort(), [
    ['case_paid', null, null, null, null],
    ['credit_limit_exceeded', null, null, null, null],
    ['invoice_created', '121.00', 'USD', null, 'F-shown'],
    ['invoice_reopened', '21.00', 'USD', null, 'F-shown'],
    ['label_added', '21.00', 'USD', 'disputed', 'F-shown'],
    ['payment_plan_created', '121.00', null, 'Short of cash', null],
    ['todo_list_item_deleted', null, null, 'Call', null],
  ])
  assert.equal(entries.find((one) => one.name === 'case_paid')?.credit_case_number, '111 222 333')
  assert.equal(entries.find((one) => one.name === 'payment_plan_created')?.terms, 2)
  assert.equal((await timeline(`family=invoices&id=${bill}`)).entries.length, 3)
})

test('a timeline names who wrote, never who read, and tells calls from notes', async () => {
  const owner = await given.debtor(tenant)
  const read = { read_at: 'stamp', read_by_user_id: boss.id, read_by_user_name: 'Rita Reader' }
  const message_id = await given.message(tenant, {
    ...{ debtor_id: owner, content: 'I paid.', received_at: '2026-10-01T10:00:00Z' },
    ...{ ...read, read_by_user_email_address: 'rita@example.com' },
  })
  await given.row('incoming_mails', tenant, {
    ...{ kind: 'message', fingerprint: Buffer.alloc(32, 7), message_id, from_address: 'eva@example.org' },
    ...{ from_name: 'Eva Writer', received_at: 'stamp' },
  })
  const note = { debtor_id: owner, content: 'Pays on Friday.', created_at: 'stamp', updated_at: 'stamp' }
  const note_id = await given.row('notes', tenant, note)
  await given.row('calls', tenant, {
    ...{ debtor_id: owner, outcome: 'other', note_id, user_id: boss.id, day: '2026-10-02', created_at: 'stamp' },
  })
  const { entries } = await timeline(`family=debtors&id=${owner}`)
  const message = entries.find(({ kind }) => kind === 'message')
  assert.deepEqual([message?.person, message?.channel], ['Eva Writer', 'mail'])
  assert.equal(entries.find(({ kind }) => kind === 'note')?.name, 'other')
})

test('reminders that the books sent, and letters of cases, stand in timelines once, each of its kind on request', async () => {
  const owner = await given.debtor(tenant)
  const reminded = { reminder_1_at: '2026-10-08T08:00:00Z', final_reminder_at: '2026-10-29T08:00:00Z' }
  const bill = await given.invoice(tenant, owner, { invoice_number: 'F-books', ...reminded })
  const step = { debtor_id: owner, invoice_id: bill, step: 'final_reminder', day: '2026-10-29', origin: 'declared' }
  await given.row('steps', tenant, {
    ...{ ...step, performed_at: '2026-10-29T08:00:00Z', created_at: 'stamp', updated_at: 'stamp' },
  })
  await given.row('credit_cases', tenant, {
    ...{ debtor_id: owner, case_number: '999888777', credit_case_number: '999 888 777', currency_code: 'EUR' },
    ...{ started_at: '2026-11-01T08:00:00Z', summons_1_at: '2026-11-02T08:00:00Z', total_amount: '1.00' },
    open_amount: '1.00',
    ...{ created_at: 'stamp', updated_at: 'stamp' },
  })
  await given.message(tenant, { debtor_id: owner })
  const shown = ({ entries }: Timeline) => entries.map(({ kind, name }) => `${kind} ${name}`)
  const expected = ['reminder summons', 'reminder opening', 'step final_reminder', 'reminder reminder_1']
  assert.deepEqual(shown(await timeline(`family=debtors&id=${owner}&show=engine`)), expected)
  assert.deepEqual(shown(await timeline(`family=invoices&id=${bill}`)), expected.slice(2))
  assert.deepEqual(shown(await timeline(`family=debtors&id=${owner}&show=people`)), ['message debtor'])
  assert.deepEqual(shown(await timeline(`family=debtors&id=${owner}&show=money`)), [])
})

test('a page of the events of a debtor reads as many entries of an index as it shows, wherever it begins', async () => {
  const wanted = { administration_id: tenant.administration_id, family: 'debtors', id: debtor_id, limit: 26 } as const
  const after = { at: '2026-10-01T10:00:00.000000Z', kind: 'event', id: '5' }
  await database.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    await sql`set local enable_bitmapscan = off`.execute(db)
    for (const place of [null, after]) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain ${timelineEntries({ ...wanted, after: place })}`.execute(db)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      assert.match(plan, /Limit .*\n +-> +Index Scan Backward using events_of_debtor/, plan)
      if (place)
        assert.match(plan, /Index Cond: .*debtor,id.*ROW\(\(event_time AT TIME ZONE 'UTC'::text\), id\) < ROW/, plan)
    }
  })
})

test('a cursor that is none is refused', async () => {
  const days = ['2026-13-45T99:99:99', '2026-02-30T00:00:00', '0000-01-01T00:00:00']
  for (const cursor of ['x', ...days.map((one) => `${one}.000000Z message 1`), "' or true"]) {
    const answer = await boss.get(
      `${place}/timeline?family=debtors&id=${debtor_id}&cursor=${encodeURIComponent(cursor)}`,
    )
    assert.equal(answer.status, 422, cursor)
  }
})

test('records are found by a part of them, whatever the case, and signs mean themselves', async () => {
  await searchable(database.db, tenant.administration_id)
  const find = async (text: string) => {
    const answer = await boss.get(`${place}/search?text=${encodeURIComponent(text)}`)
    assert.equal(answer.status, 200, answer.text)
    const { debtors, invoices } = answer.body as { debtors: { name: string }[]; invoices: { invoice_number: string }[] }
    return [...debtors.map(({ name }) => name), ...invoices.map(({ invoice_number }) => invoice_number)]
  }
  assert.deepEqual(await find('éCL'), ['Éclair & Zn', 'F_2026-1'])
  assert.deepEqual(await find(' k-1'), ['Éclair & Zn', 'F_2026-1'])
  assert.deepEqual(await find('f_2026'), ['F_2026-1'])
  assert.deepEqual(await find('clair'), ['Éclair & Zn', 'F_2026-1'])
  for (const text of ['%', '_', "'"]) assert.deepEqual(await find(text), [], text)
})

test('what is found is shown in full, and so is whether there is more', async () => {
  const own = await given.tenant({ company_id: tenant.company_id })
  const find = async (text: string) => {
    await searchable(database.db, own.administration_id)
    return (await boss.get(`/console/administrations/${own.administration_id}/search?text=${text}`)).body as {
      debtors: Record<string, unknown>[]
      invoices: Record<string, unknown>[]
    } & Record<string, unknown>
  }
  for (let n = 10; n < 35; n++) await given.debtor(own, { name: `Many ${n}`, debtor_number: `Z-${n}` })
  const all = await find('many')
  assert.deepEqual([all.debtors.length, all.more_debtors], [25, false])
  const last = await given.debtor(own, { name: 'Zn', debtor_number: 'many', paused_at: '2026-10-01T10:00:00Z' })
  const more = await find('many')
  assert.deepEqual([more.debtors.length, more.more_debtors, more.more_invoices], [25, true, false])
  assert.deepEqual((await find('zn')).debtors[0]?.holds, ['debtor_paused'])
  for (let n = 10; n < 36; n++) await given.invoice(own, last, { invoice_number: `F-${n}`, due_date: '2026-01-01' })
  const { invoices, more_invoices } = await find('f-')
  assert.deepEqual([invoices.length, more_invoices], [25, true])
  const { debtor_id: of, total_amount, days_overdue, holds } = invoices[0] ?? {}
  assert.deepEqual([of, total_amount, holds], [last, '121.00', ['debtor_paused']])
  assert.ok(Number(days_overdue) > 300)
})

test('nobody else sees timelines or finds anything', async () => {
  for (const path of [`${place}/timeline?family=debtors&id=${debtor_id}`, `${place}/search?text=k`]) {
    assert.equal((await visitor(service).get(path)).status, 401)
    assert.equal((await outsider.get(path)).status, 403)
    assert.equal((await reader.get(path)).status, 200)
  }
})

test('a link is ended and replaced at once, by those who work there', async () => {
  const change = { administration_id: tenant.administration_id, family: 'debtors', id: debtor_id }
  const opens = async (url: string): Promise<number> => (await fetch(url, { headers: { accept: 'text/html' } })).status
  const renewed = (await boss.send('POST /console/portal_links', { ...change, renew: true })).body as {
    public_url: string
  }
  assert.equal(await opens(renewed.public_url), 200)
  const again = (await boss.send('POST /console/portal_links', { ...change, renew: true })).body as {
    public_url: string
  }
  assert.deepEqual([await opens(renewed.public_url), await opens(again.public_url)], [404, 200])
  const ended = await boss.send('POST /console/portal_links', { ...change, renew: false })
  assert.deepEqual(ended.body, { public_url: null })
  assert.equal(await opens(again.public_url), 404)
  assert.equal((await reader.send('POST /console/portal_links', { ...change, renew: true })).status, 403)
  assert.equal((await outsider.send('POST /console/portal_links', { ...change, renew: true })).status, 403)
  assert.equal((await boss.send('POST /console/portal_links', { ...change, id: '999999', renew: true })).status, 404)
})
