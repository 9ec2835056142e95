import { type Kysely, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { boolean, date, dateTime, id, integer, listOf, object, oneOf, text, textList } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import type { DryRun } from '../follow_up/dry_run/dry_run.ts'
import { dry_run_purposes, dry_run_statuses, readDryRun } from '../follow_up/dry_run/runs.ts'

const figures = {
  letters_today: integer('Letters that go out today.').required(),
  letters: integer('Letters that go out in these days.').required(),
  steps: listOf(
    {
      step: text('Step.').required(),
      letters_today: integer('Letters of today that it leads.').required(),
      letters: integer('Letters of all these days that it leads.').required(),
      performed_today: integer('Records for which it is performed today.').required(),
      performed: integer('Records for which it is performed in these days.').required(),
    },
    'The same step by step.',
  ).required(),
  days: listOf(
    { day: date('Day.').required(), letters: integer('Letters.').required() },
    'Days on which letters go out.',
  ).required(),
}

const next = { step: text('Step.').required(), day: date('Day.').required() }

const result = {
  day: date('Day from which it was counted.').required(),
  days: integer('How many days were looked at, with the first.').required(),
  debtors: integer('Debtors that were looked at.').required(),
  after: object(figures, 'What would happen.').required(),
  before: object(figures, 'What happens without it; empty when nothing does.'),
  approval_letters: integer('Letters that wait for a person first; they are counted as let go.').required(),
  cap: integer('The most letters a day.'),
  capped: boolean('Whether letters wait for a later day because of that.').required(),
  cap_ignored: boolean('Whether the figures are without the cap, because too many letters are due.').required(),
  surge_above: integer('More letters than this on a day wait for a person.'),
  surges: boolean('Whether the letters of the first day do.').required(),
  held: textList('What keeps everything from going out now.').required(),
  moved_count: integer('Invoices for which something else comes first, or comes on another day.').required(),
  moved: listOf(
    {
      invoice_id: id('Invoice.').required(),
      invoice_number: text('Its number.').required(),
      debtor_id: id('Debtor.').required(),
      debtor_name: text('Name of the debtor.').required(),
      before: object(next, 'What comes first without it.'),
      after: object(next, 'What would come first.'),
    },
    'The first of them.',
  ).required(),
}

export const dry_run_calls: Actions = {
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/dry_runs/{id}',
    reach: 'member',
    description: 'Shows how far a dry run is, and what came of it.',
    body: { id: id('Dry run.').required() },
    answer: {
      id: id('Identifier.').required(),
      purpose: oneOf(dry_run_purposes, 'What it is counted for.').required(),
      status: oneOf(dry_run_statuses, 'How far it is.').required(),
      debtors: integer('Debtors to look at, about.'),
      looked: integer('Debtors that were looked at.').required(),
      created_at: dateTime('When it was asked for.').required(),
      result: object(result, 'What the engine would do.'),
    },
    run: async ({ db, administration_id }, { id: dry_run_id }) => {
      const run = await readDryRun(db, { administration_id, dry_run_id })
      if (run === null) return refuse('not_found', 'There is no such dry run.')
      const counted = run.result
      return { ...run, result: counted && (await withNames(db, administration_id, counted)) }
    },
  }),
}

type Names = { id: string; invoice_number: string; debtor_name: string }

/** Invoices that were deleted since are left out. */
async function withNames(db: Kysely<Tables>, administration_id: string, { moved, ...counted }: DryRun) {
  const { rows } = await sql<Names>`
    select i.id::text, i.invoice_number, coalesce(d.name, '') as debtor_name
    from invoices i join debtors d on d.administration_id = ${administration_id}::bigint and d.id = i.debtor_id
    where i.administration_id = ${administration_id}::bigint
      and i.id = any(${moved.map(({ invoice_id }) => invoice_id)}::bigint[])`.execute(db)
  const names = new Map(rows.map(({ id: invoice_id, ...named }) => [invoice_id, named]))
  return {
    ...plain(counted),
    moved: moved.flatMap((one) => {
      const named = names.get(one.invoice_id)
      return named ? [{ ...one, ...named }] : []
    }),
  }
}

/** Lists as answers take them. */
const plain = ({ after, before, held, ...counted }: Omit<DryRun, 'moved'>) => ({
  ...counted,
  held: [...held],
  after: sideOf(after),
  before: before && sideOf(before),
})

const sideOf = ({ steps, days, ...figured }: DryRun['after']) => ({ ...figured, steps: [...steps], days: [...days] })
