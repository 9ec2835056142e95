import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Child, startChild } from '../faults/child.ts'
import { addDays, dayIn } from '../src/domain/days.ts'
import { chanceFrom } from './chance.ts'
import { givenIn, type Tenant } from './given.ts'
import { engineOn, sendAlways } from './given_engine.ts'
import { addressOf, testDatabase } from './harness.ts'
import { until } from './until.ts'

/** How often a process is killed; the suite takes a few, `KILLS=100` more. */
const kills = Number(process.env.KILLS ?? 3)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))
const chance = chanceFrom(seed)
/** So many administrations begin to work before each kill, so that there is always something under way. */
const beginning_count = 2
const debtors_count = 120

const database = await testDatabase()
const { db, pool } = database
const given = givenIn(db)
const data_dir = await mkdtemp(join(tmpdir(), 'dunlin-engine-'))
after(() => rm(data_dir, { recursive: true, force: true }))

const now = new Date()
const today = dayIn(now, 'Europe/Amsterdam')
const start = (): Promise<Child> =>
  startChild({ DATABASE_URL: addressOf(database.connection), DATA_DIR: data_dir, RATE_LIMIT: '0', LOG_LEVEL: 'error' })

type Books = Tenant & { token: string }
type Invoice = { number: string; debtor: string; due: number; open: string }

/** What each debtor owes, and when that is due, in days from today. Only the first two are due for a reminder. */
const invoices_of = (debtor: string): Invoice[] => {
  const own = [
    { due: -9, open: '150.00' },
    { due: -8, open: '75.50' },
    { due: -6, open: '80.00' },
    { due: 5, open: '90.00' },
    { due: -9, open: '0.00' },
  ]
  return own.slice(chance.below(2)).map((one, place) => ({ ...one, debtor, number: `${debtor}-${place}` }))
}

const isDue = ({ due, open }: Invoice): boolean => due <= -7 && open !== '0.00'

async function write(child: Child, { administration_id, token }: Books, line: string, body: object): Promise<void> {
  const [method = '', path] = line.split(' ')
  const response = await fetch(`${child.base_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ administration_id, ...body }),
  })
  const text = await response.text()
  assert.equal(response.status, 201, text)
  assert.match(text, /"errors":\{\}/)
}

/** The books send debtors and their invoices, all of which the creditor has already sent out. */
async function fill(child: Child, books: Books): Promise<Invoice[]> {
  const numbers = Array.from({ length: debtors_count }, (_, index) => `D${index + 1}`)
  const contacts = numbers.map((contact_identifier) => ({
    ...{ contact_identifier, lastname: contact_identifier, default_email_address: `${contact_identifier}@example.com` },
  }))
  const debtors = numbers.map((debtor_number) => ({
    ...{ debtor_number, debtor_identifier: debtor_number, name: debtor_number, contact_identifier: debtor_number },
    ...{ is_company: true, language_code: 'nl' },
  }))
  const invoices = numbers.flatMap(invoices_of)
  await write(child, books, 'POST /v1/contacts', { contacts })
  await write(child, books, 'POST /v1/debtors', { debtors })
  await write(child, books, 'POST /v1/invoices', {
    invoices: invoices.map(({ number, debtor, due, open }) => ({
      ...{ invoice_number: number, debtor_number: debtor, currency_code: 'EUR', payment_method: 'bank_transfer' },
      ...{ invoice_date: addDays(today, due - 30), due_date: addDays(today, due), amount_total: '150.00' },
      ...{ amount_open: open, book_amount_total: '150.00', book_amount_open: open },
      sent_at: `${addDays(today, due - 30)}T10:00:00Z`,
    })),
  })
  return invoices
}

const count = async (text: string): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::integer as count ${text}`)
  return rows[0]?.count ?? 0
}

/** A client that keeps a copy of steps and invoices: it asks for what changed since the last that it saw. */
function follower({ administration_id, token }: Books) {
  const copy = new Map<string, string>()
  const since = { steps: '1970-01-01T00:00:00Z', invoices: '1970-01-01T00:00:00Z' }
  const pass = async (base_url: string, family: 'steps' | 'invoices'): Promise<void> => {
    const fields = encodeURIComponent('{"only":["id","updated_at"]}')
    for (let cursor = '', highest = since[family]; ; ) {
      const query = `administration_id=${administration_id}&updated_after=${since[family]}&per_page=100&fields=${fields}`
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${base_url}/v1/${family}?${query}${cursor}`, { headers })
      // What the test checks is the shape of the answer.
      const page = (await response.json()) as {
        data: { id: string; updated_at: string }[]
        pagination?: { cursor: string }
      }
      for (const { id, updated_at } of page.data) {
        copy.set(`${family} ${id}`, updated_at)
        if (updated_at > highest) highest = updated_at
      }
      if (!page.pagination?.cursor) {
        since[family] = highest
        return
      }
      cursor = `&cursor=${page.pagination.cursor}`
    }
  }
  return {
    copy,
    pass: async (base_url: string): Promise<void> => {
      await pass(base_url, 'invoices')
      await pass(base_url, 'steps')
    },
  }
}

/** Everything that must be so when all is done, each as rows that must not be there. */
const wrong: { readonly [what: string]: string } = {
  'a letter without its step': `from letters l where not exists
    (select from steps s where s.administration_id = l.administration_id and s.letter_id = l.id)`,
  // That both are of one administration is held by a foreign key.
  'a step of another debtor than its letter': `from steps s
    join letters l on l.administration_id = s.administration_id and l.id = s.letter_id
    where l.debtor_id <> s.debtor_id`,
  'a step that is not an item of its letter': `from steps s where letter_id is not null and 1 <> (select count(*)
    from letter_items i where i.administration_id = s.administration_id and i.letter_id = s.letter_id
      and i.invoice_id = s.invoice_id and i.performs = s.step)`,
  'two letters to a debtor': `from (select from letters group by administration_id, debtor_id having count(*) > 1) two`,
  'a step without exactly one event': `from steps s where s.letter_id is not null and 1 <> (select count(*)
    from events e where e.administration_id = s.administration_id and e.event_name = 'invoice_step_performed'
      and e.resource_type = 'invoice' and e.resource_id = s.invoice_id and e.step = s.step)`,
  'an event without its step': `from events e where e.event_name = 'invoice_step_performed' and not exists
    (select from steps s where s.administration_id = e.administration_id and s.invoice_id = e.resource_id
      and s.step = e.step)`,
  'a letter about several invoices without exactly one event': `from letters l where 1 <> (select count(*) from events e
    where e.administration_id = l.administration_id and e.event_name = 'bundled_reminder_sent'
      and e.context ->> 'letter_id' = l.id::text) and 1 < (select count(*) from letter_items i
        where i.administration_id = l.administration_id and i.letter_id = l.id)`,
  'a moment on an invoice that has no such step': `from invoices v where (reminder_1_at is not null) <> exists
    (select from steps s where s.administration_id = v.administration_id and s.invoice_id = v.id
      and s.step = 'reminder_1')`,
  'an invoice that was reminded of too early': `from steps s join invoices v
    on v.administration_id = s.administration_id and v.id = s.invoice_id
    where s.step = 'reminder_1' and s.day < v.due_date + 7`,
}

const name = `each step is done once, with its letter and its event, however often processes are killed (seed ${seed})`
test(name, { timeout: 240_000 + kills * 30_000 }, async (context) => {
  const children = [await start(), await start()]
  context.after(() => Promise.all(children.map((child) => child.stop())))
  const [first = assert.fail()] = children
  const all: { books: Books; invoices: Invoice[]; follow: ReturnType<typeof follower> }[] = []
  for (let made = 0; made < kills * beginning_count; made++) {
    const tenant = await given.tenant()
    const books = { ...tenant, token: await given.token(tenant) }
    all.push({ books, invoices: await fill(first, books), follow: follower(books) })
  }
  const dueIn = (some: typeof all): number => some.flatMap(({ invoices }) => invoices.filter(isDue)).length
  const performed = (): Promise<number> => count(`from steps where letter_id is not null`)
  const copying = (): Promise<unknown> =>
    Promise.all(all.map(({ follow }) => follow.pass(children[0]?.base_url ?? '').catch(() => {})))
  let underway = 0
  for (let killed = 0; killed < kills; killed++) {
    const beginning = all.slice(killed * beginning_count, (killed + 1) * beginning_count)
    const enough = (await performed()) + chance.below(dueIn(beginning))
    for (const { books } of beginning) {
      await engineOn(db, books, now)
      await sendAlways(db, books, today)
    }
    await until('the engine works', async () => (await performed()) >= enough, 60_000)
    const which = chance.below(2)
    children[which]?.signal('SIGKILL')
    if ((await performed()) < dueIn(all.slice(0, (killed + 1) * beginning_count))) underway++
    await Promise.all([copying(), children[which]?.ended])
    children[which] = await start()
  }
  assert.ok(underway > 0, 'all work was done before anybody was killed')
  const wanted = dueIn(all)
  const left = `from agenda where ready or look_on <= current_date or rules_version = 0`
  await until('all is done', async () => (await performed()) >= wanted && (await count(left)) === 0, 120_000)
  for (const { follow } of all) await follow.pass(children[0]?.base_url ?? '')
  for (const child of children) await child.stop()

  for (const [what, rows] of Object.entries(wrong)) assert.equal(await count(rows), 0, what)
  for (const { books, invoices, follow } of all) {
    const { rows } = await pool.query<{ number: string; step: string; times: number }>(
      `select v.invoice_number as number, s.step, count(*)::integer as times
       from steps s join invoices v on v.administration_id = s.administration_id and v.id = s.invoice_id
       where s.administration_id = $1 group by 1, 2`,
      [books.administration_id],
    )
    const ought = invoices.flatMap((one) => [
      ...(one.open === '0.00' ? [] : [`${one.number} invoice 1`]),
      ...(isDue(one) ? [`${one.number} reminder_1 1`] : []),
    ])
    assert.deepEqual(rows.map(({ number, step, times }) => `${number} ${step} ${times}`).sort(), ought.sort())
    await compareCopy(books, follow.copy)
  }
})

/** Whoever follows changes has all of them, in the state that they are in. */
async function compareCopy({ administration_id }: Books, copy: ReadonlyMap<string, string>): Promise<void> {
  for (const family of ['steps', 'invoices']) {
    const { rows } = await pool.query<{ id: string; updated_at: Date }>(
      `select id::text, updated_at from ${family} where administration_id = $1`,
      [administration_id],
    )
    for (const { id, updated_at } of rows) {
      const seen = copy.get(`${family} ${id}`)
      assert.equal(seen && new Date(seen).getTime(), new Date(updated_at).getTime(), `${family} ${id} as it was seen`)
    }
  }
}
