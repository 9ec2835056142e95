import assert from 'node:assert/strict'
import { client } from '../src/db/connect.ts'
import type { Tenant } from './given.ts'
import { type Answer, addressOf, data, nextCursor, type Service, startService } from './harness.ts'
import { until } from './until.ts'

// Clients who write, read and follow changes in several administrations while something happens to the nodes of a
// cluster. Half of them read at another process than they write at, which reads from the nodes. What was acknowledged
// is on the next page; in the end everything is there, and whoever followed has it.

type Refusal = { at: number; status: number; says: string }
export type Fire = {
  tenants: Tenant[]
  writes: number
  reads: number
  /** What was not answered with success. */
  refused: Refusal[]
  /** From the first refusal to the last. */
  refused_ms: number
  /** The longest that anybody waited for an answer. */
  longest_ms: number
}

const money = { amount_total: '100.00', amount_open: '100.00', book_amount_total: '100.00', book_amount_open: '100.00' }
const days = { invoice_date: '2026-10-01', due_date: '2026-10-31' }

/** Fires at a service from so many administrations until `work` is done, and holds what is there against what was said. */
export async function underFire(service: Service, administrations: number, work: () => Promise<void>): Promise<Fire> {
  const fire: Fire = { tenants: [], writes: 0, reads: 0, refused: [], refused_ms: 0, longest_ms: 0 }
  let over = false
  const isOver = (): boolean => over
  const clients = []
  const near = await startService({
    ...{ beside: service, read_nodes: true, database_url: addressOf(service.database.connection) },
  })
  for (let n = 0; n < administrations; n++) clients.push(await makeClient(service, n % 2 === 0 ? near : service, fire))
  const firing = Promise.all(clients.flatMap((one) => [one.write(isOver), one.read(isOver), one.follow(isOver)]))
  // Whoever fires may find a fault while the work goes on, and after it: then the test is over at once.
  await Promise.race([firing, passed(fire, 30)])
  await Promise.race([firing, work()])
  await Promise.race([firing, passed(fire, fire.writes + 30)])
  over = true
  await firing
  for (const one of clients) await one.compare()
  const moments = fire.refused.map(({ at }) => at)
  fire.refused_ms = moments.length === 0 ? 0 : Math.max(...moments) - Math.min(...moments)
  return fire
}

const passed = (fire: Fire, writes: number): Promise<void> =>
  until(`${writes} writes are done`, () => fire.writes >= writes, 60_000)

async function makeClient({ call, given, database }: Service, reader: Service, fire: Fire) {
  const tenant = await given.tenant()
  const { administration_id } = tenant
  const token = await given.token(tenant)
  await given.debtors(tenant, 100)
  await given.debtor(tenant, { debtor_number: 'F' })
  fire.tenants.push(tenant)
  const acknowledged = new Set<string>()
  const followed = new Set<string>()
  let since = '1970-01-01T00:00:00Z'

  /** Asks until it succeeds, as clients do that are told to try again. */
  async function ask(line: string, json?: object): Promise<Answer> {
    for (;;) {
      const began = Date.now()
      const answer = await (json === undefined ? reader.call(line, { token }) : call(line, { token, json }))
      fire.longest_ms = Math.max(fire.longest_ms, Date.now() - began)
      if (answer.status < 300) return answer
      fire.refused.push({ at: Date.now(), status: answer.status, says: answer.text })
      assert.equal(answer.status, 503, answer.text)
    }
  }

  async function send(number: string): Promise<void> {
    const invoice = { invoice_number: number, currency_code: 'EUR', debtor_number: 'F', ...days, ...money }
    const { body, text } = await ask('POST /v1/invoices', { administration_id, invoices: [invoice] })
    assert.equal((body as { count: number }).count, 1, text)
    acknowledged.add(number)
    fire.writes++
    const shown = await ask(`GET /v1/invoices?administration_id=${administration_id}&invoice_numbers=${number}`)
    assert.equal(data(shown).length, 1, `${number} was acknowledged`)
  }

  async function pass(): Promise<void> {
    let highest = since
    for (let cursor = ''; ; ) {
      const query = `administration_id=${administration_id}&updated_after=${since}&per_page=50${cursor}`
      const answer = await ask(`GET /v1/invoices?${query}`)
      for (const one of data(answer)) {
        followed.add(String(one.invoice_number))
        if (String(one.updated_at) > highest) highest = String(one.updated_at)
      }
      const next = nextCursor(answer)
      if (next === null) break
      cursor = `&cursor=${next}`
    }
    since = highest
  }

  return {
    write: async (isOver: () => boolean): Promise<void> => {
      for (let n = 0; !isOver(); n++) await send(`F-${n}`)
    },
    read: async (isOver: () => boolean): Promise<void> => {
      while (!isOver()) {
        const answer = await ask(`GET /v1/debtors?administration_id=${administration_id}&per_page=100`)
        assert.equal(data(answer).length, 100, 'a page is whole')
        fire.reads++
      }
    },
    follow: async (isOver: () => boolean): Promise<void> => {
      while (!isOver()) await pass()
    },
    compare: async (): Promise<void> => {
      await pass()
      assert.deepEqual([...acknowledged].sort(), [...followed].sort(), 'whoever followed has everything')
      const own = client(database.connection)
      await own.connect()
      const { rows } = await own
        .query<{ invoices: string; open: string; entered: string; owed: string }>(
          `select count(*) as invoices, sum(open_amount) as open,
                  (select sum(amount) from ledger_entries where administration_id = $1::bigint) as entered,
                  (select sum(book_open_amount) from debtor_totals where administration_id = $1::bigint) as owed
           from invoices where administration_id = $1::bigint`,
          [administration_id],
        )
        .finally(() => own.end())
      const amount = `${acknowledged.size * 100}.00`
      assert.deepEqual(rows, [{ invoices: String(acknowledged.size), open: amount, entered: amount, owed: amount }])
    },
  }
}
