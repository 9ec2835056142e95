import { readCursor } from '../src/api/cursor.ts'
import type { Resource } from '../src/api/define.ts'
import { parseFields } from '../src/api/fields.ts'
import { selectPage } from '../src/api/select.ts'
import type { Statement } from '../src/api/statement.ts'
import { dayIn } from '../src/domain/days.ts'
import { debtors } from '../src/resources/debtors/debtors.ts'
import { invoices } from '../src/resources/invoices/invoices.ts'
import type { Facts } from './data.ts'

/** One page to measure, defined once: the address for the servers and the statement for pgbench follow from it. */
export type Case = {
  key: string
  name: string
  /** Debtors unless given. */
  family?: 'invoices'
  per_page: number
  cursor?: string
  fields?: readonly string[]
  filters?: { readonly [name: string]: string }
  /** Whether bare node:http also sends these bytes. */
  bare?: true
  /** Whether the service's pages on bare node:http are measured as well. */
  floor?: true
  /** Administrations that are asked in turn, instead of the large one. */
  of?: readonly string[]
  /** Cursors that are asked in turn, instead of one. */
  places?: readonly string[]
  /** Only the service is asked: a point between two others, for a line. */
  alone?: true
}

/** What is measured. A new case is one line here; one that the plain handler cannot answer is a change there too. */
export function casesOf(facts: Facts): Case[] {
  const plain_fields = ['id', 'debtor_number', 'name', 'primary_email_address', 'credit_limit_amount', 'updated_at']
  const computed_fields = ['id', 'debtor_number', 'name', 'credit_limit_amount', 'book_open_amount', 'labels']
  const invoice_fields = ['id', 'invoice_number', 'debtor_number', 'due_date', 'open_amount', 'updated_at']
  const { small_ids } = facts
  return [
    { key: 'page', name: 'page of 100', per_page: 100, bare: true, floor: true },
    { key: 'page_deep', name: `page of 100, ${facts.deep_page} pages deep`, per_page: 100, cursor: facts.deep_cursor },
    { key: 'page_half', name: 'half as deep', per_page: 100, cursor: facts.half_cursor, alone: true },
    { key: 'page_500', name: 'page of 500', per_page: 500, bare: true },
    { key: 'fields', name: 'page of 100, 6 fields', per_page: 100, fields: plain_fields, floor: true },
    { key: 'fields_computed', name: 'page of 100, 6 fields, 2 computed', per_page: 100, fields: computed_fields },
    // The same number of records, so that only the number of changes differs.
    { key: 'changed_10', name: '10 of 10 changed', per_page: 10, filters: { updated_after: facts.ten_changed_after } },
    {
      key: 'changed_some',
      name: `10 of ${facts.some} changed`,
      per_page: 10,
      filters: { updated_after: facts.some_changed_after },
      alone: true,
    },
    {
      key: 'changed_half',
      name: `10 of ${facts.half} changed`,
      per_page: 10,
      filters: { updated_after: facts.half_changed_after },
    },
    {
      key: 'changed_half_100',
      name: `100 of ${facts.half} changed`,
      per_page: 100,
      filters: { updated_after: facts.half_changed_after },
    },
    {
      key: 'changed_newest',
      name: `100 of the newest ${facts.newest}`,
      per_page: 100,
      filters: { updated_after: facts.newest_after },
    },
    { key: 'ids', name: '500 by ids', per_page: 500, filters: { ids: facts.ids.join(',') } },
    {
      key: 'debtor_numbers',
      name: '500 by debtor_numbers',
      per_page: 500,
      filters: { debtor_numbers: facts.debtor_numbers.join(',') },
    },
    { key: 'invoices', name: '100 invoices', family: 'invoices', per_page: 100, bare: true },
    { key: 'invoices_500', name: '500 invoices', family: 'invoices', per_page: 500, bare: true, floor: true },
    {
      key: 'invoices_fields',
      name: '100 invoices, 6 fields',
      family: 'invoices',
      per_page: 100,
      fields: invoice_fields,
    },
    {
      key: 'invoices_500_fields',
      name: '500 invoices, 6 fields',
      family: 'invoices',
      per_page: 500,
      fields: invoice_fields,
    },
    // As many pages of the same size, of one administration and of as many: what is in memory is the same.
    {
      key: 'places',
      name: `page of 100, ${facts.places.length} places of 1 administration in turn`,
      per_page: 100,
      places: facts.places,
      alone: true,
    },
    {
      key: 'administrations',
      name: `page of 100, ${small_ids.length} administrations in turn`,
      per_page: 100,
      of: small_ids,
    },
  ]
}

/** The addresses of a case, the same on the service and on the plain handler. */
export function pathsOf(one: Case, facts: Facts): string[] {
  const address = (administration_id: string, cursor: string | undefined): string => {
    const query = new URLSearchParams({ administration_id, per_page: String(one.per_page), ...one.filters })
    if (cursor !== undefined) query.set('cursor', cursor)
    if (one.fields !== undefined) query.set('fields', JSON.stringify({ only: one.fields }))
    return `/v1/${one.family ?? 'debtors'}?${query}`
  }
  if (one.places) return one.places.map((cursor) => address(facts.administration_id, cursor))
  return (one.of ?? [facts.administration_id]).map((administration_id) => address(administration_id, one.cursor))
}

/** The very statement that the service runs for a case. */
export function statementOf(one: Case, facts: Facts): Statement {
  const resource: Resource = one.family === 'invoices' ? invoices : debtors
  const filters = new Map<string, unknown>()
  for (const [name, given] of Object.entries(one.filters ?? {})) {
    const read = resource.filters[name]?.read(given) ?? { problem: 'there is no such filter' }
    if ('problem' in read) throw new Error(`${one.name}: ${name} ${read.problem}`)
    filters.set(name, read.value)
  }
  const owner_id = one.of?.[0] ?? facts.administration_id
  return selectPage(
    resource,
    one.fields === undefined ? null : parseFields({ only: one.fields }, resource.fields, new Set()),
    {
      owner_id,
      base_url: 'http://127.0.0.1',
      now: new Date(),
      today: () => dayIn(new Date(), 'UTC'),
      link_key: Buffer.alloc(32),
    },
    { filters, cursor: readCursor(one.cursor), per_page: one.per_page },
  )
}
