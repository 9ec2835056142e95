import { sql } from 'kysely'
import { type Actions, onMany } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { boolean, type Input, text } from '../api/field.ts'
import { type WantedRow, writeRows } from '../db/bulk.ts'
import { debtors } from './debtors.ts'
import { copied_columns, copied_from_contact, copyKeys, copyToContacts, nothing_copied } from './shared/copies.ts'
import { countryCode, key, names } from './shared/inputs.ts'
import { replaceLabels } from './shared/labels.ts'

const own = {
  debtor_number: key('Debtor number.').required(),
  debtor_identifier: key("Identifier of the debtor in the customer's accounting software.").required(),
  name: text('Name.').required(),
  bank_account_name: text('Name of the bank account holder.'),
  bank_account_number: text('Bank account number.'),
  category: text('Free grouping; never shown.'),
  coc_number: text('Trade register number.'),
  country_code: countryCode('Country, ISO 3166 alpha-2; never shown.'),
  language_code: text('Language used in communication.'),
  oin_number: text('Number of a Dutch government organisation; never shown.'),
  peppol_identifier: text('Peppol address.'),
  peppol_enabled: boolean('Override for this debtor; null means that the setting of the administration holds.'),
  relation_manager: text('Relation manager.'),
  remark: text('Remark.'),
  vat_number: text('VAT number.'),
  is_company: boolean('Whether it is a business, and not a private person; never shown.'),
}

const item = {
  ...own,
  contact_identifier: key('Contact through which the debtor is reached; empty takes it away.'),
  labels: names('Names of all labels that the debtor shall have; left out, its labels stay as they are.'),
}

type Item = Input<typeof item>
type Known = { id: string; debtor_number: string; debtor_identifier: string; contact_id: string | null }
/** What an item leads to: the debtor of its number, the debtor of its identifier, and its contact. */
type Found = {
  by_number: Known | null
  by_identifier: Known | null
  contact_id: string | null
  copied: Record<string, string | null> | null
}

const columns = [...Object.keys(own), 'contact_id', ...copied_columns]

export const debtor_actions: Actions = {
  create: onMany(debtors, {
    method: 'POST',
    status: 201,
    description:
      'Creates debtors, and changes known ones. A debtor is known by its number or by its identifier, so either can ' +
      'change while the other stays; when they belong to two debtors the record is refused. What is left out of a ' +
      'known debtor stays as it is. Address, phone numbers and email addresses come from the contact.',
    items: 'debtors',
    key: ['debtor_number', 'debtor_identifier'],
    item,
    run: async (context, items) => {
      const { wishes, errors } = decide(items, await find(context, items))
      const { db, administration_id, stamp } = context
      const rows = wishes.map((wish) => wish.row)
      const key = 'debtor_number'
      const written = await writeRows(db, { table: 'debtors', administration_id, stamp, key, columns, rows })
      const ids = new Map(written.map((row) => [row.key, row.id]))
      await copyKeys(
        context,
        wishes.filter(isRenamed).flatMap(({ known }) => known?.id ?? []),
      )
      await replaceLabels(
        context,
        wishes.flatMap(({ given, known }) => {
          const debtor_id = known?.id ?? ids.get(given.debtor_number)
          return given.labels === undefined || debtor_id === undefined ? [] : [{ debtor_id, names: given.labels ?? [] }]
        }),
      )
      await copyToContacts(context, [...new Set(wishes.flatMap(touchedContacts))])
      return { errors }
    },
  }),
}

/** An item that can be done: what was given, the debtor it changes, if any, and the row it becomes. */
type Wish = { given: Item; known: Known | null; row: WantedRow }

function decide(items: readonly Item[], found: readonly Found[]): { wishes: Wish[]; errors: Map<object, string[]> } {
  const errors = new Map<object, string[]>()
  const wishes: Wish[] = []
  const taken = new Set<string>()
  for (const [index, given] of items.entries()) {
    const here = found[index]
    if (!here) throw new Error('Every item is looked up.')
    const known = here.by_number ?? here.by_identifier
    const problem = problemOf(given, here) ?? (known && taken.has(known.id) ? named_twice : null)
    if (problem !== null) {
      errors.set(given, [problem])
      continue
    }
    if (known) taken.add(known.id)
    wishes.push({ given, known, row: rowOf(given, known, here) })
  }
  return { wishes, errors }
}

const named_twice = 'This debtor is in this request more than once.'

function problemOf({ contact_identifier }: Item, { by_number, by_identifier, contact_id }: Found): string | null {
  if (by_number && by_identifier && by_number.id !== by_identifier.id) {
    return 'debtor_identifier: belongs to another debtor than debtor_number'
  }
  if (contact_identifier && contact_id === null) return 'contact_identifier: there is no such contact'
  return null
}

function rowOf(given: Item, known: Known | null, { contact_id, copied }: Found): WantedRow {
  const { contact_identifier, labels: _, ...told } = given
  if (contact_identifier === undefined) return { ...(known ? { id: known.id } : nothing_copied), ...told }
  return { id: known?.id, ...told, contact_id, ...(copied ?? nothing_copied) }
}

const isRenamed = ({ given, known }: Wish): boolean =>
  known !== null && (known.debtor_number !== given.debtor_number || known.debtor_identifier !== given.debtor_identifier)

/** Contacts that name this debtor otherwise than before: those it uses now or used before. */
function touchedContacts({ given, known, row }: Wish): string[] {
  const before = known?.contact_id ?? null
  const after = row.contact_id === undefined ? before : row.contact_id
  if (before === after && known?.debtor_number === given.debtor_number) return []
  return [before, after].filter((one) => typeof one === 'string')
}

async function find({ db, administration_id }: Context, items: readonly Item[]): Promise<Found[]> {
  const known = (row: string) =>
    sql.raw(
      `case when ${row}.id is not null then jsonb_build_object(
         'id', ${row}.id::text, 'debtor_number', ${row}.debtor_number, 'debtor_identifier', ${row}.debtor_identifier,
         'contact_id', ${row}.contact_id::text) end`,
    )
  const numbers = items.map((one) => one.debtor_number)
  const identifiers = items.map((one) => one.debtor_identifier)
  const contacts = items.map((one) => one.contact_identifier || null)
  const { rows } = await sql<Found>`
    select ${known('a')} as by_number, ${known('b')} as by_identifier, c.id as contact_id,
           ${copied_from_contact} as copied
    from unnest(${numbers}::text[], ${identifiers}::text[], ${contacts}::text[]) with ordinality
         wanted (debtor_number, debtor_identifier, contact_identifier, n)
    left join debtors a
      on a.administration_id = ${administration_id}::bigint and a.debtor_number = wanted.debtor_number
    left join debtors b
      on b.administration_id = ${administration_id}::bigint and b.debtor_identifier = wanted.debtor_identifier
    left join contacts c
      on c.administration_id = ${administration_id}::bigint and c.contact_identifier = wanted.contact_identifier
    order by wanted.n`.execute(db)
  return rows
}
