import type { RowProblem } from '../domain/imports/row.ts'
import { contact_actions } from '../resources/contacts.actions.ts'
import { debtor_actions } from '../resources/debtors/actions.ts'
import type { Acting } from '../runtime/act_as.ts'
import { type KnownDebtor, knownDebtors, takenIdentifiers, writtenNow } from './known.ts'
import { performMany } from './perform_many.ts'
import { contactOf, debtorOf, type PreparedRow } from './portions.ts'

/** What became of the debtors of a portion, by number. */
export type WrittenDebtors = {
  problems: Map<string, RowProblem[]>
  remarks: Map<string, RowProblem[]>
  outcome: (debtor_number: string) => 'new' | 'changed' | 'unchanged'
}

type Wanted = { debtor_number: string; values: PreparedRow['debtor']; known: KnownDebtor | null }

/**
 * Writes the debtors of some rows, and first the contacts by which they are reached, as accounting software would. A
 * debtor that has a contact keeps it, and the contact gets what the file says; one without gets a contact of its own.
 */
export async function writeDebtors(acting: Acting, rows: readonly PreparedRow[]): Promise<WrittenDebtors> {
  const debtors = new Map(rows.map(({ values: { debtor_number = '' }, debtor }) => [debtor_number, debtor]))
  const numbers = [...debtors.keys()]
  const known = await knownDebtors(acting, numbers)
  const taken = await takenIdentifiers(acting, numbers)
  const problems = new Map<string, RowProblem[]>()
  const all: Wanted[] = numbers.map((debtor_number) => ({
    debtor_number,
    values: debtors.get(debtor_number) ?? {},
    known: known.get(debtor_number) ?? null,
  }))
  for (const one of all) {
    const problem = problemOf(one, taken)
    if (problem) problems.set(one.debtor_number, [problem])
  }
  const refuse = (number: string, texts: readonly string[]): void => {
    problems.set(number, texts.map(said))
  }
  const good = (): Wanted[] => all.filter(({ debtor_number }) => !problems.has(debtor_number))
  const contacts = good().filter(hasContact)
  const of_contacts = await performMany(acting, contact_actions.create, 'contacts', contacts.map(contactItem))
  for (const one of contacts) {
    const texts = of_contacts.errors.get(one.known?.contact_id ?? contactKey(one))
    if (texts) refuse(one.debtor_number, texts)
  }
  const to_write = good().filter(
    (one) => one.known === null || hasContact(one) || Object.keys(debtorOf(one.values)).length > 0,
  )
  const { errors, warnings } = await performMany(acting, debtor_actions.create, 'debtors', to_write.map(debtorItem))
  for (const [number, texts] of errors) refuse(number, texts)
  const written = await writtenNow(acting, { table: 'debtors', key: 'debtor_number', numbers })
  return {
    problems,
    remarks: new Map([...warnings].map(([number, texts]) => [number, texts.map(said)])),
    outcome: (number) => (!known.has(number) ? 'new' : written.has(number) ? 'changed' : 'unchanged'),
  }
}

/** What the interface says begins with the name of a member. */
export const said = (says: string): RowProblem => ({ field: null, problem: 'says', says })

/** A new debtor gets its number as its identifier, which must not be that of another one: it would be renamed. */
function problemOf({ debtor_number, values, known }: Wanted, taken: ReadonlySet<string>): RowProblem | null {
  if (known !== null) return null
  if (values.name === undefined) return { field: 'name', problem: 'no_name', value: debtor_number }
  return taken.has(debtor_number) ? { field: 'debtor_number', problem: 'taken', value: debtor_number } : null
}

const hasContact = ({ values }: Wanted): boolean => Object.keys(contactOf(values)).length > 0

/** The contact that an import makes for a debtor; no accounting software calls one of its own so. */
const contactKey = ({ debtor_number }: Wanted): string => `import:${debtor_number}`

function contactItem(one: Wanted): object {
  const members = contactOf(one.values)
  if (one.known?.contact_id) return { id: one.known.contact_id, ...members }
  return { contact_identifier: contactKey(one), lastname: one.values.name ?? one.known?.name, ...members }
}

function debtorItem(one: Wanted): object {
  const { debtor_number, values, known } = one
  const own_contact = hasContact(one) && !known?.contact_id
  return {
    debtor_number,
    debtor_identifier: known?.debtor_identifier ?? debtor_number,
    name: known?.name,
    ...debtorOf(values),
    ...(own_contact ? { contact_identifier: contactKey(one) } : {}),
  }
}
