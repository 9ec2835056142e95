import { sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { boolean, idList, text } from '../api/field.ts'
import { emitMany } from '../events/emit_many.ts'
import { replaceLabels } from '../resources/debtors/labels.ts'
import { knownLabels, writeLabels } from '../resources/invoices/labels.ts'
import { labels_max, longProblems } from './written_lengths.ts'

/** What people do with many rows of a list at once. Whoever asks again changes nothing more. */
export const selection_verbs: Actions = {
  assign_debtors: call({
    method: 'POST',
    path: '/console/debtors/assign',
    reach: 'administration',
    description: 'Says who looks after debtors, or that nobody does. All of them, or none.',
    body: {
      debtor_ids: idList('Debtors, at most 1,000.').required(),
      relation_manager: text('The name of who looks after them; left out, nobody does.'),
    },
    answer: {},
    run: async (context, { debtor_ids, relation_manager }) => {
      const name = (relation_manager ?? '').trim() || null
      checkLength({ relation_manager: name })
      await checkAll(context, 'debtors', debtor_ids)
      await sql`
        update debtors set relation_manager = ${name}::text, updated_at = ${context.stamp}::timestamptz
        where administration_id = ${context.administration_id}::bigint and id = any(${debtor_ids}::bigint[])
          and relation_manager is distinct from ${name}::text`.execute(context.db)
      return {}
    },
  }),

  label_debtors: call({
    method: 'POST',
    path: '/console/debtors/label',
    reach: 'administration',
    description:
      'Adds a label to those that debtors have, or takes it away. A debtor that has as many as are allowed stays as ' +
      'it is, and is listed in the answer.',
    body: { debtor_ids: idList('Debtors, at most 1,000.').required(), ...labelling() },
    answer: { full_debtor_ids: idList(`Debtors that did not get it, for they have ${labels_max} labels.`).required() },
    run: async (context, { debtor_ids, label, remove }) => {
      const name = checkLabel(label)
      await checkAll(context, 'debtors', debtor_ids)
      const { rows } = await sql<{ debtor_id: string; name: string }>`
        select debtor_id::text, name from debtor_labels
        where administration_id = ${context.administration_id}::bigint
          and debtor_id = any(${debtor_ids}::bigint[])`.execute(context.db)
      const there = Map.groupBy(rows, (row) => row.debtor_id)
      const wanted = [...new Set(debtor_ids)].map((debtor_id) => {
        const before = namesOf(there.get(debtor_id))
        const is_full = !remove && before.length >= labels_max && !before.includes(name)
        return { debtor_id, is_full, names: changed(before, name, remove) }
      })
      await replaceLabels(
        context,
        wanted.filter(({ is_full }) => !is_full).map(({ debtor_id, names }) => ({ debtor_id, names })),
      )
      return { full_debtor_ids: wanted.filter(({ is_full }) => is_full).map(({ debtor_id }) => debtor_id) }
    },
  }),

  label_invoices: call({
    method: 'POST',
    path: '/console/invoices/label',
    reach: 'administration',
    description: 'Gives invoices a label besides those that they have, or takes it away. All of them, or none.',
    body: { invoice_ids: idList('Invoices, at most 1,000.').required(), ...labelling() },
    answer: {},
    run: async (context, { invoice_ids, label, remove }) => {
      const name = checkLabel(label)
      await checkAll(context, 'invoices', invoice_ids)
      const there = await knownLabels(context, invoice_ids)
      const has = (id: string): boolean => there.get(id)?.includes(name) ?? false
      const ids = [...new Set(invoice_ids)].filter((id) => has(id) === (remove ?? false))
      if (!remove && ids.some((id) => (there.get(id)?.length ?? 0) >= labels_max))
        refuseParameters([`label: would be more than ${labels_max} on one of them; take one away first`])
      const labels = remove ? { added: [], removed: [name] } : { added: [name], removed: [] }
      const happened = await writeLabels(
        context,
        ids.map((invoice_id) => ({ invoice_id, labels })),
      )
      // Whoever follows invoices must see that these changed.
      await sql`
        update invoices set updated_at = ${context.stamp}::timestamptz
        where administration_id = ${context.administration_id}::bigint and id = any(${ids}::bigint[])`.execute(
        context.db,
      )
      await emitMany(context, happened)
      return {}
    },
  }),
}

function labelling() {
  return {
    label: text('Name of the label.').required(),
    remove: boolean('Whether it is taken away; given, unless said.'),
  }
}

const rows_max = 1000

function checkLength(given: Parameters<typeof longProblems>[0]): void {
  const problems = longProblems(given)
  if (problems.length > 0) refuseParameters(problems)
}

function checkLabel(label: string): string {
  const name = label.trim()
  if (name === '') refuseParameters(['label: is missing'])
  checkLength({ label: name })
  return name
}

/** Locks them in one order, so that two people who choose the same rows wait for each other. */
async function checkAll(
  { db, administration_id }: Context,
  family: 'debtors' | 'invoices',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0 || ids.length > rows_max)
    refuseParameters([`${family === 'debtors' ? 'debtor_ids' : 'invoice_ids'}: name 1 to ${rows_max} of them`])
  const { rows } = await sql`
    select id from ${sql.table(family)}
    where administration_id = ${administration_id}::bigint and id = any(${ids}::bigint[]) order by id for update`.execute(
    db,
  )
  if (rows.length !== new Set(ids).size) refuse('not_found', 'Not all of these records are there.')
}

const namesOf = (rows: readonly { name: string }[] = []): string[] => rows.map(({ name }) => name)

const changed = (there: readonly string[], name: string, remove: boolean | null | undefined): string[] => [
  ...there.filter((one) => one !== name),
  ...(remove ? [] : [name]),
]
