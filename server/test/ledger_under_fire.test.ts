import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Tenant } from './given.ts'
import { data, nextCursor, startService } from './harness.ts'

/** Random histories; the suite takes a few, `LEDGER_RUNS=200` takes longer. */
const runs = Number(process.env.LEDGER_RUNS ?? 6)
const writers = 3
const debtor_numbers = ['D-1', 'D-2']

const { call, given, database } = await startService()
const company = await given.tenant()
const token = await given.token(company)

// What writers do, with whole cents. Numbers are taken modulo what makes sense, so that wrong wishes are there as well.
const cent = fc.integer({ min: -15_000, max: 15_000 })
// Few invoices, so that each has a history.
const place = fc.nat({ max: 1 })
const step = fc.oneof(
  fc.record({ do: fc.constant('put' as const), place, total: cent, open: cent, debtor: fc.nat({ max: 1 }) }),
  fc.record({ do: fc.constant('open' as const), place, open: cent }),
  fc.record({ do: fc.constant('settle' as const), place }),
  fc.record({
    do: fc.constant('list' as const),
    place,
    parts: fc.array(fc.integer({ min: -40, max: 70 }), { maxLength: 3 }),
  }),
  fc.record({ do: fc.constant('credit' as const), place, part: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ do: fc.constant('send' as const), place }),
  fc.record({ do: fc.constant('block' as const), place }),
  fc.record({ do: fc.constant('resume' as const), place }),
  fc.record({ do: fc.constant('label' as const), place, names: fc.subarray(['a', 'b', 'c']) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The simplest thing that could be right: an invoice is a total, an open amount, and a few flags. */
type Model = { total: number; open: number; sent: boolean; debtor: number; blocked: boolean; labels: string }

const money = (cents: number): string => (cents / 100).toFixed(2)
const fits = (total: number, open: number): boolean =>
  open === 0 || (total !== 0 && (total / open < 0 || Math.abs(open) <= Math.abs(total)))

/** What is open of the principal: nothing where more was paid than it asks. */
const within = (total: number, open: number): number => (total * open < 0 ? 0 : open)

/** What is open of a total after so much was paid, if that is possible at all. */
const leftOf = (total: number, paid: number): number =>
  total < 0 ? Math.min(0, Math.max(total, total - paid)) : Math.max(0, Math.min(total, total - paid))

/** `upheavals` counts what happened to the case of an invoice: it may end or open again by another writer's hand. */
type Shown = { [number: string]: { text: string; updated_at: string; upheavals: string } }

/** The invoices that nobody else can have changed between two looks. */
const undisturbed = (one: Shown, other: Shown): Shown =>
  Object.fromEntries(Object.entries(one).filter(([number, row]) => row.upheavals === other[number]?.upheavals))

/** One writer with invoices of its own: does a step, and holds what the service shows against the model. */
function makeWriter(tenant: Tenant, name: string) {
  const { administration_id } = tenant
  const models = new Map<string, Model>()
  const numberOf = (at: number): string => `${name}-${at}`
  const mine = [0, 1].map(numberOf)
  let keys = 0

  const write = async (method: string, path: string, body: object) => {
    const send = async () => {
      const answer = await call(`${method} ${path}`, { token, json: { administration_id, ...body } })
      assert.ok(answer.status < 300, answer.text)
      return answer.body as { count: number; errors: object }
    }
    const first = await send()
    const shown = await show()
    assert.deepEqual(await send(), first, 'the same again has the same result')
    const again = await show()
    assert.deepEqual(undisturbed(again, shown), undisturbed(shown, again), 'the same again changes nothing')
    return first.count
  }

  /** Everything that clients see of these invoices, and the block that they do not see. */
  async function show(): Promise<Shown> {
    const { rows } = await sql<{ number: string; text: string; updated_at: string; upheavals: string }>`
      select i.invoice_number as number, i.updated_at,
             (select count(*) from events e
              where e.administration_id = i.administration_id and e.resource_type = 'credit_case'
                and i.invoice_number like '%-0') as upheavals,
             (to_jsonb(i) - 'updated_at' - 'document' - 'write_refused_at' - 'payment_undone_at'
              - 'overpaid_amount')::text || (
               select coalesce(string_agg(l.name, ',' order by l.name), '') from invoice_labels l
               where l.administration_id = i.administration_id and l.invoice_id = i.id) as text
      from invoices i where i.administration_id = ${administration_id}::bigint
        and i.invoice_number = any(${mine}::text[])`.execute(database.db)
    return Object.fromEntries(rows.map(({ number, ...row }) => [number, row]))
  }

  /** Sends an invoice as the books have it, and expects it to be taken exactly when the model says so. */
  async function post(number: string, wish: { total: number; open: number; debtor: number }, more: object = {}) {
    const { total, open, debtor } = wish
    const before = models.get(number)
    const real = before?.sent ? before.total : total
    const taken = await write('POST', '/v1/invoices', {
      invoices: [
        {
          invoice_number: number,
          invoice_date: '2026-10-01',
          due_date: '2026-10-31',
          currency_code: 'EUR',
          amount_total: money(total),
          amount_open: money(open),
          book_amount_total: money(total),
          book_amount_open: money(open),
          debtor_number: debtor_numbers[debtor],
          ...more,
        },
      ],
    })
    assert.equal(taken, fits(total, open) ? 1 : 0, `${number}: ${open} of ${total}`)
    if (taken === 0) return
    const left = leftOf(real, total - within(total, open))
    const kept = before ?? { sent: false, blocked: false, labels: '', total, debtor, open }
    models.set(number, { ...kept, total: real, open: left, debtor: before?.sent ? before.debtor : debtor })
  }

  async function patch(number: string, model: Model, body: object, becomes: Partial<Model>, valid = true) {
    const taken = await write('PATCH', '/v1/invoices', { invoices: [{ invoice_number: number, ...body }] })
    assert.equal(taken, valid ? 1 : 0)
    if (valid) models.set(number, { ...model, ...becomes })
  }

  async function pay(number: string, model: Model, amounts: number[], transaction_type: string) {
    const paid = amounts.reduce((sum, one) => sum + one, 0)
    const payments = amounts.map((amount) => ({
      origin_identifier: `${name}-${keys++ % 5}-${number}`,
      amount: money(amount),
      payment_date: '2026-10-10',
      transaction_type,
    }))
    const open = model.total - paid
    await patch(number, model, { payments }, { open: within(model.total, open) }, fits(model.total, open))
  }

  async function perform(one: Step): Promise<void> {
    const number = numberOf(one.place)
    const model = models.get(number)
    // The first invoice is in a case, or was until somebody paid it, and stays with the debtor of the case.
    if (one.do === 'put') return post(number, one.place === 0 ? { ...one, debtor: 0 } : one)
    if (!model) return post(number, { total: 10_000, open: 10_000, debtor: 0 })
    const { total, open } = model
    switch (one.do) {
      case 'open':
        return patch(
          number,
          model,
          { amount_open: money(one.open) },
          { open: within(total, one.open) },
          fits(total, one.open),
        )
      case 'settle':
        return post(number, { ...model, open: 0 })
      case 'list': {
        const amounts = one.parts.map((part) => Math.trunc((total * part) / 100)).filter((amount) => amount !== 0)
        return pay(number, model, amounts, 'payment')
      }
      case 'credit':
        return pay(number, model, total === 0 ? [] : [Math.trunc((total * one.part) / 100) || total], 'credit')
      case 'send':
        return patch(number, model, { sent_at: '2026-10-02T08:00:00Z' }, { sent: true })
      case 'label':
        return patch(number, model, { labels: one.names }, { labels: one.names.join() })
      case 'block':
      case 'resume': {
        await write('PATCH', `/v1/invoices/${one.do}`, { invoice_numbers: [number] })
        models.set(number, { ...model, open, blocked: one.do === 'block' })
      }
    }
  }

  /** The model, the shown amounts and the entries agree; what changed moved, and nothing else did. */
  async function check(before: Shown): Promise<void> {
    const { rows } = await sql<{
      number: string
      total: string
      open: string
      entered: string
      blocked: boolean
      debtor: string
    }>`
      select i.invoice_number as number, i.total_amount as total, i.open_amount as open, i.debtor_number as debtor,
             i.blocked_at is not null as blocked,
             (select sum(e.amount) from ledger_entries e
              where e.administration_id = i.administration_id and e.invoice_id = i.id) as entered
      from invoices i where i.administration_id = ${administration_id}::bigint
        and i.invoice_number = any(${mine}::text[])`.execute(database.db)
    assert.equal(rows.length, models.size)
    for (const row of rows) {
      const model = models.get(row.number)
      assert.ok(model)
      const { total, open, blocked, debtor } = model
      const expected = {
        total: money(total),
        open: money(open),
        entered: money(open),
        blocked,
        debtor: debtor_numbers[debtor],
      }
      assert.deepEqual({ ...expected, number: row.number }, row)
    }
    for (const [number, { text, updated_at, upheavals }] of Object.entries(await show())) {
      const was = before[number]
      if (was && was.upheavals !== upheavals) continue
      assert.equal(updated_at !== was?.updated_at, text !== was?.text, `${number} moves when it changes`)
    }
  }

  return {
    models,
    run: async (steps: readonly Step[]): Promise<void> => {
      for (const one of steps) {
        const before = await show()
        await perform(one)
        await check(before)
      }
    },
    show,
  }
}

/** A client that follows changes: what it has in the end must be what is there. */
function makeFollower({ administration_id }: Tenant) {
  const seen = new Map<string, string>()
  let since = '1970-01-01T00:00:00Z'
  return {
    seen,
    pass: async (): Promise<void> => {
      let highest = since
      for (let cursor = ''; ; ) {
        const query = `administration_id=${administration_id}&updated_after=${since}&per_page=2${cursor}`
        const page = await call(`GET /v1/invoices?${query}`, { token })
        for (const one of data(page)) {
          seen.set(String(one.id), JSON.stringify(one))
          if (String(one.updated_at) > highest) highest = String(one.updated_at)
        }
        const next = nextCursor(page)
        if (next === null) break
        cursor = `&cursor=${next}`
      }
      since = highest
    },
  }
}

/** What must hold at every instant, seen in one statement: sums of entries, totals of cases and of debtors. */
async function checkInstant({ administration_id }: Tenant): Promise<void> {
  const here = sql`administration_id = ${administration_id}::bigint`
  const { rows } = await sql`
    select i.id from invoices i
    left join (
      select invoice_id, sum(amount) filter (where kind = 'charge') as total, sum(amount) as open,
             sum(book_amount) as book_open
      from ledger_entries where ${here} and cost_type = 'principal' group by invoice_id
    ) sums on sums.invoice_id = i.id
    where i.${here} and (i.open_amount, i.total_amount, i.book_open_amount)
      <> (coalesce(sums.open, 0), coalesce(sums.total, 0), coalesce(sums.book_open, 0))
    union all
    select c.id from credit_cases c
    where c.${here} and c.open_amount <> (
      select coalesce(sum(i.open_amount), 0) from invoices i where i.${here} and i.active_credit_case_id = c.id)
    union all
    select d.id from debtors d
    left join debtor_totals t on t.${here} and t.debtor_id = d.id
    where d.${here} and coalesce(t.book_open_amount, 0) <> (
      select coalesce(sum(i.book_open_amount), 0) from invoices i where i.${here} and i.debtor_id = d.id)
    union all
    select p.invoice_id from payments p join invoices i on i.${here} and i.id = p.invoice_id
    where p.${here}
    group by p.invoice_id, i.total_amount, i.open_amount
    having i.total_amount - sum(p.total_amount) <> i.open_amount`.execute(database.db)
  assert.deepEqual(rows, [])
}

/** One invoice of each writer is part of one credit case. */
async function openCase(tenant: Tenant, debtor_id: string, hands: ReturnType<typeof makeWriter>[]): Promise<void> {
  const { administration_id } = tenant
  for (const hand of hands) await hand.run([{ do: 'put', place: 0, total: 9_000, open: 9_000, debtor: 0 }])
  const case_id = await given.row('credit_cases', tenant, {
    debtor_id,
    case_number: '1',
    credit_case_number: '1',
    currency_code: 'EUR',
    total_amount: money(9_000 * hands.length),
    open_amount: money(9_000 * hands.length),
    started_at: 'stamp',
    created_at: 'stamp',
    updated_at: 'stamp',
  })
  await sql`update invoices set active_credit_case_id = ${case_id}::bigint
            where administration_id = ${administration_id}::bigint`.execute(database.db)
}

async function checkEnd(tenant: Tenant, models: Model[]): Promise<void> {
  const { administration_id } = tenant
  const fields = encodeURIComponent('{"only":["debtor_number","book_open_amount"]}')
  const debtors = data(await call(`GET /v1/debtors?administration_id=${administration_id}&fields=${fields}`, { token }))
  for (const [debtor, debtor_number] of debtor_numbers.entries()) {
    const owed = models.filter((one) => one.debtor === debtor).reduce((sum, one) => sum + one.open, 0)
    assert.deepEqual(debtors[debtor], { debtor_number, book_open_amount: money(owed) })
  }
  // Each payment that is entered is an event, and so is a commit that moves what is open without entering any.
  const here = sql`administration_id = ${administration_id}::bigint`
  const events = (name: string) => sql`(select count(*) from events where ${here} and event_name = ${name}::text)`
  const { rows } = await sql<{ moves: string; noted: string; paid: string; reopened: string; settled: string }>`
    with commits as (
      select count(*) filter (where payment_id is not null and not removal) as entered, bool_or(removal) as removed,
             sum(amount) as moved, created_at > min(created_at) over (partition by invoice_id) as later
      from ledger_entries where ${here} group by invoice_id, created_at
    )
    select (select sum(case when entered = 0 and later and (removed or moved <> 0) then 1 else entered end)
            from commits) as moves,
           ${events('invoice_payment_created')} as noted, ${events('invoice_paid')} as paid,
           ${events('invoice_reopened')} as reopened, count(*) as settled
    from invoices where ${here} and open_amount = 0`.execute(database.db)
  const [one] = rows
  assert.equal(one?.noted, one?.moves, 'every move of money has its event')
  assert.equal(Number(one?.paid) - Number(one?.reopened), Number(one?.settled), 'paid and reopened came in turn')
}

async function playOut(scripts: readonly Step[][]): Promise<void> {
  const tenant = await given.tenant({ company_id: company.company_id })
  const [debtor_id = ''] = [
    await given.debtor(tenant, { debtor_number: 'D-1', debtor_identifier: 'k-1' }),
    await given.debtor(tenant, { debtor_number: 'D-2', debtor_identifier: 'k-2' }),
  ]
  const hands = scripts.map((_, index) => makeWriter(tenant, `W${index}`))
  await openCase(tenant, debtor_id, hands)
  const follower = makeFollower(tenant)
  let busy = true
  const watch = async (): Promise<void> => {
    while (busy) {
      await checkInstant(tenant)
      await follower.pass()
    }
  }
  const work = Promise.all(hands.map((hand, index) => hand.run(scripts[index] ?? []))).finally(() => {
    busy = false
  })
  await Promise.all([work, watch()])
  await follower.pass()
  await checkInstant(tenant)
  const all = data(await call(`GET /v1/invoices?administration_id=${tenant.administration_id}&per_page=500`, { token }))
  for (const one of all) assert.equal(follower.seen.get(String(one.id)), JSON.stringify(one))
  await checkEnd(
    tenant,
    hands.flatMap(({ models }) => [...models.values()]),
  )
}

test('whatever several writers do, every amount is the sum of its entries and nothing is missed', {
  timeout: 60_000 + runs * 60_000,
}, async () => {
  const script = fc.array(step, { minLength: 6, maxLength: 12 })
  const scripts = fc.array(script, { minLength: writers, maxLength: writers })
  await fc.assert(fc.asyncProperty(scripts, playOut), { numRuns: runs, endOnFailure: true })
})
