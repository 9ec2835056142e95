import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../api/context.ts'
import { refuseParameters } from '../api/errors.ts'
import { type Field, keyList } from '../api/field.ts'

/** Families whose records a verb on many names by their keys. */
export type NamedFamily = 'debtors' | 'invoices' | 'credit_cases'

type KeyColumn = { column: string; description: string; read?: (key: RawBuilder<unknown>) => RawBuilder<unknown> }

/** The lists of keys that a family knows, each with the column that holds them. */
const key_lists: Readonly<Record<NamedFamily, Readonly<Record<string, KeyColumn>>>> = {
  debtors: {
    debtor_numbers: { column: 'debtor_number', description: 'Debtors by number, at most 1,000.' },
    debtor_identifiers: {
      column: 'debtor_identifier',
      description: 'Debtors by their key in the accounting software, at most 1,000.',
    },
  },
  invoices: {
    invoice_numbers: { column: 'invoice_number', description: 'Invoices by number, at most 1,000.' },
    invoice_identifiers: {
      column: 'invoice_identifier',
      description: 'Invoices by their key in the accounting software, at most 1,000.',
    },
  },
  credit_cases: {
    credit_case_numbers: {
      column: 'case_number',
      description: 'Credit cases by number, with or without its spaces, at most 1,000.',
      read: (key) => sql`replace(${key}, ' ', '')`,
    },
  },
}

/** The members of a body by which records of a family are named. */
export const keyFields = (family: NamedFamily): { [name: string]: Field<string[], true> } =>
  Object.fromEntries(Object.entries(key_lists[family]).map(([name, { description }]) => [name, keyList(description)]))

export type NamedRecord = { id: string; key: string }

/** The records of all lists, each once, under the key by which it was named; and the keys that nothing was found by. */
export async function findNamed(
  { db, administration_id }: Context,
  family: NamedFamily,
  given: { readonly [name: string]: unknown },
): Promise<{ found: NamedRecord[]; not_found: string[] }> {
  // They were read as lists of keys.
  const lists = Object.entries(key_lists[family]).map(([name, list]) => ({
    ...list,
    name,
    keys: (given[name] ?? []) as string[],
  }))
  const [first, ...others] = lists.map(({ name }) => name)
  if (lists.every(({ keys }) => keys.length === 0)) {
    refuseParameters([[`${first}: is missing`, ...others.map((name) => `and so is ${name}`)].join(', ')])
  }
  const parts = lists.map(({ name, column, keys, read = (key) => key }) => {
    const matches = sql`r.${sql.ref(column)} = ${read(sql`wanted.key`)}`
    return sql`select r.id, wanted.key, ${name}::text as list from unnest(${keys}::text[]) as wanted (key)
      join ${sql.table(family)} r on r.administration_id = ${administration_id}::bigint and ${matches}`
  })
  const { rows } = await sql<NamedRecord & { list: string }>`
    ${sql.join(parts, sql` union all `)} order by id`.execute(db)
  // The number of one record may be the key of another, so each list is looked at by itself.
  const known = new Set(rows.map(({ list, key }) => `${list} ${key}`))
  return {
    found: [...new Map(rows.map(({ id, key }) => [id, { id, key }])).values()],
    not_found: lists.flatMap(({ name, keys }) => keys.filter((key) => !known.has(`${name} ${key}`))),
  }
}

export const notFound = (keys: readonly string[]): Map<string, string[]> =>
  new Map(keys.length > 0 ? [['not_found', [...keys]]] : [])
