import { sql } from 'kysely'
import { type Actions, onMany } from '../../api/actions.ts'
import type { Context } from '../../api/context.ts'
import { type Input, key, keyList } from '../../api/field.ts'
import { type WantedRow, writeRows } from '../../db/bulk.ts'
import { asTable } from '../../db/rows_as_table.ts'
import { type BankChange, notifyOfBankChanges } from '../../follow_up/perform/bank_changes.ts'
import {
  copied_columns,
  copied_from_contact,
  copyKeys,
  copyToContacts,
  nothing_copied,
  shownCountry,
} from './copies.ts'
import { debtors } from './debtors.ts'
import { emitAddressChanges } from './email_addresses.ts'
import { replaceLabels } from './labels.ts'

// The order is that of the documentation: what the debtor is, and last what it is linked to.
const { vat_number, is_company, ...first } = debtors.input
const item = {
  ...first,
  vat_number,
  is_company,
  contact_identifier: key('Contact through which the debtor is reached; empty takes it away.'),
  labels: keyList(
    'Names of all labels that the debtor shall have: none for an empty list or null. Left out, they stay as they are.',
  ),
}

type Item = Input<typeof item>
/** What an item leads to: the debtor of its number, the one of its identifier, and the contact it names. */
type DebtorMatch = {
  number_id: string | null
  identifier_id: string | null
  contact_id: string | null
  /** What the debtor is known by until now, and whom it uses. */
  debtor_number: string | null
  debtor_identifier: string | null
  former_contact_id: string | null
  country_code: string | null
  bank_account_number: string | null
  /** The country in the address of the contact that it will use. */
  contact_country_code: string | null
  /** What the debtor will show of a contact that is new to it. */
  copied: Record<string, string | null> | null
}

const columns = [...Object.keys(debtors.input), 'contact_id', ...copied_columns]

export const debtor_actions: Actions = {
  create: onMany(debtors, {
    method: 'POST',
    status: 201,
    summary: 'Create or update debtors',
    description:
      'Creates debtors, and changes known ones. A debtor is known by its number or by its identifier, so either can ' +
      'change while the other stays; when they belong to two debtors the record is refused. What is left out of a ' +
      'known debtor stays as it is. Address, phone numbers and email addresses come from the contact; a contact without ' +
      'a country leaves the debtor its own.',
    items: 'debtors',
    key: ['debtor_number', 'debtor_identifier'],
    item,
    example: {
      debtors: [
        {
          debtor_number: 'D1001',
          debtor_identifier: '5e1f',
          name: 'Example Trading',
          contact_identifier: 'C1001',
          language_code: 'en',
          is_company: true,
        },
      ],
    },
    run: async (context, items) => {
      const { changes, errors, repeated } = decide(items, await find(context, items))
      const { db, administration_id, stamp } = context
      const rows = changes.map((change) => change.row)
      const key = 'debtor_number'
      const moved = changes.filter(({ id, row }) => id !== null && row.contact_id !== undefined)
      const written = await emitAddressChanges(context, { ids: moved.flatMap(({ id }) => id ?? []) }, () =>
        writeRows(db, { table: 'debtors', administration_id, stamp, key, columns, rows }),
      )
      const ids = new Map(written.map((row) => [row.key, row.id]))
      await copyKeys(
        context,
        changes.filter(isRenamed).flatMap(({ id }) => id ?? []),
      )
      await replaceLabels(
        context,
        changes.flatMap(({ given, id }) => {
          const debtor_id = id ?? ids.get(given.debtor_number)
          return given.labels === undefined || debtor_id === undefined ? [] : [{ debtor_id, names: given.labels ?? [] }]
        }),
      )
      await notifyOfBankChanges(context, changes.flatMap(bankChange))
      await copyToContacts(context, [...new Set(changes.flatMap(touchedContacts))])
      const warnings = new Map(changes.map((change) => [change.given, oddities(change)] as const).filter(hasAny))
      return { errors, repeated, warnings }
    },
  }),
}

/** An item that can be done: the debtor it changes, if any, and the row it becomes. */
type DebtorChange = { given: Item; here: DebtorMatch; id: string | null; row: WantedRow }

type Decided = { changes: DebtorChange[]; errors: Map<object, string[]>; repeated: Set<object> }

function decide(items: readonly Item[], found: readonly DebtorMatch[]): Decided {
  const errors = new Map<object, string[]>()
  const repeated = new Set<object>()
  const changes: DebtorChange[] = []
  const taken = new Set<string>()
  for (const [index, given] of items.entries()) {
    const here = found[index]
    if (!here) throw new Error('Every item is looked up.')
    const id = here.number_id ?? here.identifier_id
    const again = id !== null && taken.has(id)
    const problem = problemOf(given, here) ?? (again ? named_twice : null)
    if (problem !== null) {
      errors.set(given, [problem])
      if (again) repeated.add(given)
      continue
    }
    if (id !== null) taken.add(id)
    changes.push({ given, here, id, row: rowOf(given, id, here) })
  }
  const all = changes.some(({ row }) => 'contact_id' in row) ? changes.map(withNobody) : changes
  return { changes: all, errors, repeated }
}

/** Where some of a batch name a contact, new ones without one say so too: their columns are written for all. */
const withNobody = (change: DebtorChange): DebtorChange =>
  change.id !== null || 'contact_id' in change.row
    ? change
    : { ...change, row: { contact_id: null, ...nothing_copied, ...change.row } }

const named_twice = 'This debtor is in this request more than once.'

function problemOf({ contact_identifier }: Item, { number_id, identifier_id, contact_id }: DebtorMatch): string | null {
  if (number_id !== null && identifier_id !== null && number_id !== identifier_id) {
    return 'debtor_identifier: belongs to another debtor than debtor_number'
  }
  if (contact_identifier && contact_id === null) return 'contact_identifier: there is no such contact'
  return null
}

/** What is copied from a contact is kept true, so it is written only when the debtor gets another contact. */
function rowOf(given: Item, id: string | null, found: DebtorMatch): WantedRow {
  const { contact_identifier, labels: _, ...members } = given
  const { contact_id, former_contact_id, copied } = found
  const own = members.country_code === undefined ? found.country_code : members.country_code
  const country = { postal_address_country_code: shownCountry(found.contact_country_code, own) }
  if (id === null)
    return contact_id === null ? { ...members, ...country } : { ...members, contact_id, ...copied, ...country }
  const stays = contact_identifier === undefined || contact_id === former_contact_id
  if (stays) return members.country_code === undefined ? { id, ...members } : { id, ...members, ...country }
  return { id, ...members, contact_id, ...(copied ?? nothing_copied), ...country }
}

const hasAny = ([, texts]: readonly [object, string[]]): boolean => texts.length > 0

const keys = [
  ['debtor_number', 'debtor_identifier'],
  ['debtor_identifier', 'debtor_number'],
] as const

/** What can be, but is hardly meant; it is done, and the answer warns of it. */
function oddities({ given, here, id }: DebtorChange): string[] {
  const odd: string[] = []
  for (const [name, other] of keys) {
    const before = here[name]
    if (id === null || before === null || before === given[name]) continue
    odd.push(`${name}: replaces ${before.slice(0, 60)}, which the debtor with this ${other} had until now`)
  }
  const { contact_country_code: shown } = here
  if (given.country_code && shown && shown !== given.country_code) {
    odd.push(`country_code: the address of the contact is in ${shown}, and that is what is shown`)
  }
  return odd
}

const isRenamed = ({ given, here, id }: DebtorChange): boolean =>
  id !== null && (here.debtor_number !== given.debtor_number || here.debtor_identifier !== given.debtor_identifier)

const bankChange = ({ given, here, id }: DebtorChange): BankChange[] =>
  id === null || given.bank_account_number === undefined
    ? []
    : [{ debtor_id: id, before: here.bank_account_number, after: given.bank_account_number }]

/** Contacts that name this debtor otherwise than before: those it uses now or used before. */
function touchedContacts({ given, here, row }: DebtorChange): string[] {
  const before = here.former_contact_id
  const after = row.contact_id === undefined ? before : row.contact_id
  if (before === after && here.debtor_number === given.debtor_number) return []
  return [before, after].filter((one) => typeof one === 'string')
}

async function find({ db, administration_id }: Context, items: readonly Item[]): Promise<DebtorMatch[]> {
  const wanted = items.map(({ debtor_number, debtor_identifier, contact_identifier }, n) => ({
    ...{ n, debtor_number, debtor_identifier },
    ...{ contact_identifier: contact_identifier || null, silent: contact_identifier === undefined },
  }))
  const { rows } = await sql<DebtorMatch>`
    select a.id as number_id, b.id as identifier_id, c.id as contact_id,
           coalesce(a.debtor_number, b.debtor_number) as debtor_number,
           coalesce(a.debtor_identifier, b.debtor_identifier) as debtor_identifier,
           coalesce(a.contact_id, b.contact_id) as former_contact_id,
           coalesce(a.country_code, b.country_code) as country_code,
           coalesce(a.bank_account_number, b.bank_account_number) as bank_account_number,
           case when wanted.silent then former.postal_address_country_code
                else c.postal_address_country_code end as contact_country_code,
           case when c.id <> coalesce(a.contact_id, b.contact_id, 0) then ${copied_from_contact} end as copied
    from ${asTable('wanted', wanted, {
      ...{ n: 'integer', debtor_number: 'text', debtor_identifier: 'text', contact_identifier: 'text' },
      ...{ silent: 'boolean' },
    })}
    left join debtors a
      on a.administration_id = ${administration_id}::bigint and a.debtor_number = wanted.debtor_number
    left join debtors b
      on b.administration_id = ${administration_id}::bigint and b.debtor_identifier = wanted.debtor_identifier
    left join contacts c
      on c.administration_id = ${administration_id}::bigint and c.contact_identifier = wanted.contact_identifier
    left join contacts former
      on former.administration_id = ${administration_id}::bigint
      and wanted.silent and former.id = coalesce(a.contact_id, b.contact_id)
    order by wanted.n`.execute(db)
  return rows
}
