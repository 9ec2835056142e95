import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { signedIn, visitor } from '../../test/visitor.ts'

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

type Entry = { kind: string; id: string; at: string; content: string | null }
type Timeline = { entries: Entry[]; cursor: string | null }
const timeline = async (query: string): Promise<Timeline> => {
  const answer = await boss.get(`${place}/timeline?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Timeline
}

test('a timeline tells of everything once, newest first, page by page', async () => {
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

test('a cursor that is none is refused', async () => {
  for (const cursor of ['x', '2026-13-45T99:99:99.000000Z message 1', "' or true"]) {
    const answer = await boss.get(
      `${place}/timeline?family=debtors&id=${debtor_id}&cursor=${encodeURIComponent(cursor)}`,
    )
    assert.equal(answer.status, 422, cursor)
  }
})

test('records are found by what they begin with, whatever the case, and signs mean themselves', async () => {
  const find = async (text: string) => {
    const answer = await boss.get(`${place}/search?text=${encodeURIComponent(text)}`)
    assert.equal(answer.status, 200, answer.text)
    const { debtors, invoices } = answer.body as { debtors: { name: string }[]; invoices: { invoice_number: string }[] }
    return [...debtors.map(({ name }) => name), ...invoices.map(({ invoice_number }) => invoice_number)]
  }
  assert.deepEqual(await find('éCL'), ['Éclair & Zn'])
  assert.deepEqual(await find(' k-1'), ['Éclair & Zn'])
  assert.deepEqual(await find('f_2026'), ['F_2026-1'])
  for (const text of ['%', '_', 'clair', ' ', "'"]) assert.deepEqual(await find(text), [], text)
})

test('the search reads an index and no table', async () => {
  await database.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    for (const [table, column] of [
      ['debtors', 'name'],
      ['debtors', 'debtor_number'],
      ['invoices', 'invoice_number'],
    ] as const) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from ${sql.table(table)}
        where administration_id = 1 and lower(${sql.ref(column)}) ~>=~ 'a' and lower(${sql.ref(column)}) ~<~ 'b'
        order by lower(${sql.ref(column)}) using ~<~ limit 25`.execute(db)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      assert.match(plan, /Index (Only )?Scan using \w+_begins/)
      assert.doesNotMatch(plan, /Sort/)
    }
  })
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
