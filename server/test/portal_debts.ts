import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Tenant } from './given.ts'
import type { Answer, Service } from './harness.ts'

/** A link of the portal, as calls take it. */
export type Link = { administration_id: string; family: string; token: string }
export type Debt = { debtor_id: string; link: Link; numbers: string[]; ids: string[] }

type Seen = {
  sums: Record<string, unknown>[]
  items: (Record<string, unknown> & { invoice_number: string })[]
  said: { text: string; subject: string; files: { filename: string; url: string }[] }[]
  plans: { state: string; proposed_by: string; url: string }[]
  papers: Record<string, number>
  allowed: Record<string, unknown>
  creditor: Record<string, unknown>
}

/** Debtors with links, on 2026-11-16, and what they do with them. */
export function portalDebts({ given, call, database }: Service, tenant: Tenant) {
  const { administration_id } = tenant
  let made = 0

  async function linkTo(family: 'debtors' | 'invoices' | 'credit_cases' | 'payment_plans', id: string): Promise<Link> {
    const { rows } = await sql<{ token: string }>`select public_token as token from ${sql.table(family)}
      where administration_id = ${administration_id}::bigint and id = ${id}::bigint`.execute(database.db)
    return { administration_id, family, token: rows[0]?.token ?? '' }
  }

  /** A debtor of its own with invoices of 121.00: two that are late, and one that is due in three weeks. */
  async function debt(columns: object = {}): Promise<Debt> {
    const place = ++made
    const debtor_id = await given.debtor(tenant, { language_code: 'en', name: 'Debtor', ...columns })
    const numbers = [`A${place}`, `B${place}`, `C${place}`]
    const ids: string[] = []
    for (const [index, due_date] of ['2026-09-30', '2026-10-31', '2026-12-07'].entries()) {
      const invoice = { sent_at: '2026-09-01T08:00:00Z', invoice_number: numbers[index], due_date }
      ids.push(await given.invoice(tenant, debtor_id, invoice))
    }
    return { debtor_id, ids, numbers, link: await linkTo('debtors', debtor_id) }
  }

  // Each call comes from a place of its own, so that no test uses up the attempts of another.
  let place = 0
  const headers = () => ({ 'x-forwarded-for': `198.51.${Math.floor(++place / 250)}.${place % 250}` })
  const send = (verb: string, json: object): Promise<Answer> =>
    call(`POST /portal/${verb}`, { json, headers: headers() })
  function sendFiles(verb: string, values: object, files: readonly File[]): Promise<Answer> {
    const form = new FormData()
    for (const [name, value] of Object.entries(values))
      for (const one of [value].flat()) form.append(Array.isArray(value) ? `${name}[]` : name, String(one))
    for (const file of files) form.append('files[]', file)
    return call(`POST /portal/${verb}`, { multipart: form, headers: headers() })
  }
  async function done(answer: Promise<Answer>): Promise<Record<string, unknown>> {
    const { status, text, body } = await answer
    assert.equal(status, 200, text)
    return body as Record<string, unknown>
  }
  const look = async (link: Link): Promise<Seen> => (await done(send('look', link))) as unknown as Seen
  const rowsOf = async <Row>(table: 'disputes' | 'promises' | 'payment_plans' | 'tasks', debtor_id: string) =>
    (
      await sql<Row>`select * from ${sql.table(table)} where debtor_id = ${debtor_id}::bigint order by id`.execute(
        database.db,
      )
    ).rows
  const eventsOf = async (name: string, resource_id: string): Promise<number> =>
    (
      await sql`select from events where event_name = ${name}::text and resource_id = ${resource_id}::bigint`.execute(
        database.db,
      )
    ).rows.length
  const settings = (chosen: object) =>
    sql`update administrations set settings = settings || ${JSON.stringify(chosen)}::jsonb
      where id = ${administration_id}::bigint`.execute(database.db)
  return { debt, linkTo, headers, send, sendFiles, done, look, rowsOf, eventsOf, settings }
}

/** A photo by its bytes, whatever the sender says that it is. */
export const photo = (name = 'photo.jpg', size = 2000): File =>
  new File([Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(size)])], name, {
    type: 'text/html',
  })

/** Terms of 242.00 that end within three months. */
export const inThree = (amounts = ['80.67', '80.67', '80.66']) =>
  ['2026-12-01', '2027-01-01', '2027-02-01'].map((due_date, index) => ({ due_date, amount: amounts[index] }))
