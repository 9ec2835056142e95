import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { changeIn } from '../src/db/change.ts'
import { serviceActor } from '../src/domain/actor.ts'
import type { Day } from '../src/domain/days.ts'
import type { Flow } from '../src/flows/flow.ts'
import { raiseRules } from '../src/follow_up/rules_version.ts'
import { type Answer, data, nextCursor, type Service, startService } from './harness.ts'

// What happens to everybody who sends invoices, played in a sandbox: records come in through the interface, its clock
// is turned, and what was done is read through the interface again.

/** A Monday so far ahead that nothing is old because of the real clock. */
export const start: Day = '2031-03-03'

type Members = { [member: string]: unknown }
type Shown = { [member: string]: unknown }
export type Hold = { reason: string; since: string | null; until: Day | null }
export type Outlook = { step: string | null; day: Day | null; holds: Hold[]; because: { reason: string }[] }

const pdf = Buffer.from('%PDF-1.4\n%%EOF\n')
const checksum = createHash('sha3-512').update(pdf).digest('base64')

/** A document that every sandbox has. */
export const document = { checksum }

/** An invoice of 500.00 that was sent in time and is due on the first day. */
const usual = {
  ...{ debtor_number: 'D1', invoice_date: '2031-02-03', due_date: start, sent_at: '2031-02-03T09:00:00Z' },
  ...{ currency_code: 'EUR', amount_total: '500.00', payment_method: 'bank_transfer' },
}

/** A business in the Netherlands that can be reached by mail and by post. */
const reachable = {
  ...{ default_email_address: 'office@debtor.example.com', call_phone_number: '0201234567' },
  ...{ postal_address_street_1: 'Havenkade 12', postal_address_city: 'Exampletown' },
}

export type RealLife = Awaited<ReturnType<typeof openSandbox>>

/** The service on a day, and a way to open sandboxes in it, each with a debtor `D1`. */
export async function startLives(day: Day = start) {
  const service = await startService({ now: () => new Date(`${day}T10:00:00Z`) })
  const tenant = await service.given.tenant()
  const token = await service.given.token(tenant)
  const open = (debtor: Members = {}, own: Members = {}) => openSandbox({ ...service, token, day }, debtor, own)
  return { ...service, tenant, token, open }
}

type Lives = Service & { token: string; day: Day }

async function openSandbox({ call, database, token, day }: Lives, debtor: Members, differs: Members) {
  const send = async (line: string, body: Members): Promise<Answer> => {
    const answer = await call(line, { token, json: { administration_id, ...body } })
    assert.ok(answer.status < 300, `${line}: ${answer.text}`)
    return answer
  }
  const own = { name: 'Example Trading', email_address: 'office@example.com', country_code: 'NL', sandbox: true }
  const administration = {
    ...{ ...own, contact_name: 'Robin Example', street_name: 'Example Street', house_number: '1' },
    ...{ postal_code: '1234 AB', city: 'Exampletown', commercial_registration_number: '12345678' },
    ...differs,
  }
  const made = await call('POST /v1/administrations', { token, json: { administration } })
  assert.equal(made.status, 201, made.text)
  const administration_id = String((made.body as { id: string }).id)
  const here = `administration_id=${administration_id}`

  const all = async (family: string, query = ''): Promise<Shown[]> => {
    const found: Shown[] = []
    for (let from: string | null = ''; from !== null; ) {
      const page: Answer = await call(`GET /v1/${family}?${here}${query}&per_page=500${from}`, { token })
      found.push(...data(page))
      const cursor = nextCursor(page)
      from = cursor === null ? null : `&cursor=${cursor}`
    }
    return found
  }
  const invoiceOf = async (invoice_number: string): Promise<Shown> => {
    const [found] = await all('invoices', `&invoice_numbers=${invoice_number}`)
    return found ?? assert.fail(`There is no invoice ${invoice_number}.`)
  }
  const life = {
    administration_id,
    send,
    all,
    invoiceOf,

    /** Adds a debtor under a number, and how it can be reached. */
    debtor: async (debtor_number: string, members: Members = {}, contact: Members = reachable) => {
      const contact_identifier = debtor_number
      await send('POST /v1/contacts', { contacts: [{ contact_identifier, lastname: debtor_number, ...contact }] })
      const known = { debtor_number, debtor_identifier: debtor_number, name: debtor_number, contact_identifier }
      await send('POST /v1/debtors', {
        debtors: [{ ...known, is_company: true, country_code: 'NL', language_code: 'en', ...members }],
      })
    },

    /** Writes an invoice, and returns what the interface said of it. */
    invoice: async (invoice_number: string, members: Members = {}): Promise<Batch> => {
      const { amount_open = members.amount_total ?? usual.amount_total, ...others } = members
      const amounts = { ...usual, ...others, amount_open }
      const book = { book_amount_total: amounts.amount_total, book_amount_open: amount_open }
      const { body } = await send('POST /v1/invoices', { invoices: [{ invoice_number, ...amounts, ...book }] })
      return body as Batch
    },

    /** Changes an invoice, as books do: what is left out stays. */
    change: async (invoice_number: string, members: Members): Promise<Batch> =>
      (await send('PATCH /v1/invoices', { invoices: [{ invoice_number, ...members }] })).body as Batch,

    /** Says how much is open now. */
    open: (invoice_number: string, amount_open: string) =>
      life.change(invoice_number, { amount_open, book_amount_open: amount_open }),

    turn: async (date: Day): Promise<number> => {
      const turned = await call(`PATCH /v1/administrations/${administration_id}/clock`, { token, json: { date } })
      assert.equal(turned.status, 200, turned.text)
      const { today, steps_performed } = (turned.body as { data: { today: Day; steps_performed: number } }).data
      assert.equal(today, date)
      return steps_performed
    },

    /** What was done for an invoice, without what its creditor did itself. */
    steps: async (invoice_number: string): Promise<string[]> => {
      const steps = await all('steps', `&invoice_id=${(await invoiceOf(invoice_number)).id}`)
      return steps
        .filter((one) => !isDeclared(one))
        .map(({ day, step, channel }) => [day, step, channel].join(' ').trim())
    },

    outlook: async (invoice_number: string): Promise<Outlook> => {
      const { id } = await invoiceOf(invoice_number)
      const answer = await call(`GET /v1/invoices/${id}/outlook?${here}`, { token })
      assert.equal(answer.status, 200, answer.text)
      return (answer.body as { data: Outlook }).data
    },

    /** What holds an invoice, each as `reason until`. */
    holds: async (invoice_number: string): Promise<string[]> =>
      (await life.outlook(invoice_number)).holds.map(({ reason, until }) => `${reason} ${until ?? '-'}`),

    letter: async (letter_id: unknown): Promise<Shown> =>
      (await call(`GET /v1/letters/${letter_id}?${here}`, { token })).body as Shown,

    /** The names of all that happened, oldest first. */
    events: async (): Promise<string[]> => (await all('events')).map(({ event_name }) => String(event_name)),

    /** Gives the debtors flows that differ from the usual ones. */
    flows: async (differ: (flow: Flow) => Flow): Promise<void> => {
      const changing = { administration_id, actor: serviceActor('import'), real_now: new Date(`${day}T10:00:00Z`) }
      await changeIn(database.db, changing, async (change) => {
        const rows = await change.db.selectFrom('flows').select(['id', 'definition']).execute()
        for (const { id, definition } of rows) {
          // What was published is a flow.
          const flow = JSON.stringify(differ(definition as unknown as Flow))
          await sql`update flows set definition = ${flow}::jsonb
            where administration_id = ${administration_id}::bigint and id = ${id}::bigint`.execute(change.db)
        }
        await raiseRules(change)
      })
    },
  }
  await keepDocument({ call } as Service, token, administration_id)
  await life.debtor('D1', debtor)
  return life
}

export type Batch = { errors: { [key: string]: string[] }; warnings?: { [key: string]: string[] } }

const isDeclared = ({ reasons }: Shown): boolean =>
  (reasons as { reason: string }[]).some(({ reason }) => reason === 'declared')

async function keepDocument({ call }: Service, token: string, administration_id: string): Promise<void> {
  const files = [{ checksum, byte_size: pdf.length, content_type: 'application/pdf' }]
  const announced = await call('POST /v1/files', { token, json: { administration_id, files } })
  const [upload] = announced.body as { url: string }[]
  const headers = { 'content-type': 'application/pdf' }
  const kept = await fetch(upload?.url ?? '', { method: 'PUT', headers, body: pdf })
  assert.equal(kept.status, 204)
}
