import { type Kysely, type RawBuilder, sql } from 'kysely'
import { id, integer, oneOf, text } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import { statement_step } from '../follow_up/send/rows.ts'
import { debtorHas } from '../search/narrow.ts'
import { readSought } from './marks.ts'
import { step_names } from './next_step.ts'
import { countedBy } from './totals.ts'

/** Letters by how far they are: all, not sent yet, sent, those that never arrived; and those to be printed. */
const shows = ['all', 'unsent', 'to_print', 'sent', 'not_arrived'] as const
type Show = (typeof shows)[number]

/** Besides the steps of flows there is what somebody sends by hand. */
export const letter_step_names = [...step_names, statement_step] as const
export type LetterStepName = (typeof letter_step_names)[number]

/** What a list of letters can be asked for; its totals take the same. */
export const letter_filter_fields = {
  show: oneOf(shows, 'Which letters.').required(),
  debtor_id: id('Only those for this debtor.'),
  step: oneOf(letter_step_names, 'Only those of this step.'),
  text: text('Only letters to debtors with each of these words in what is known of them.'),
}

type Asked = { show: Show; debtor_id?: string | null; step?: LetterStepName | null; text?: string | null }
export type LetterFilter = Asked & { administration_id: string }

const chosen: Readonly<Record<Show, RawBuilder<unknown>>> = {
  all: sql`true`,
  unsent: sql`r.status in ('waiting', 'underway')`,
  to_print: sql`r.status in ('waiting', 'underway') and r.channel = 'post'`,
  sent: sql`r.status = 'sent'`,
  not_arrived: sql`r.status in ('bounced', 'failed', 'withdrawn')`,
}

/** The condition on the letter `r`. */
export function lettersChosenBy({ show, ...filter }: LetterFilter): RawBuilder<unknown> {
  return sql`${whoever(filter)} and ${chosen[show]}`
}

function whoever({ administration_id, debtor_id, step, text: wanted }: Omit<LetterFilter, 'show'>) {
  const sought = readSought(wanted)
  return sql`r.administration_id = ${administration_id}::bigint
    ${debtor_id ? sql`and r.debtor_id = ${debtor_id}::bigint` : sql``}
    ${step ? sql`and r.step = ${step}::text` : sql``}
    ${sought === '' ? sql`` : sql`and ${debtorHas(administration_id, sql`r.debtor_id`, sought)}`}`
}

const counted = {
  all: integer('All letters.').required(),
  unsent: integer('Those that are not sent yet.').required(),
  to_print: integer('Those to be printed.').required(),
  sent: integer('Those that were sent.').required(),
  not_arrived: integer('Those that never arrived, or count for nothing.').required(),
} satisfies Record<Show, unknown>

export const letter_totals_fields = {
  letters: integer('Letters of the list.').required(),
  debtors: integer('Debtors of these letters.').required(),
  ...counted,
}

type LetterTotals = Record<Show | 'letters' | 'debtors', number>

/** How many letters a list has, and how many it would have of each kind. */
export async function letterTotals(db: Kysely<Tables>, { show, ...filter }: LetterFilter): Promise<LetterTotals> {
  const counts = shows.map((one) => sql`count(*) filter (where ${chosen[one]})::integer as ${sql.ref(one)}`)
  return countedBy(
    db,
    sql<LetterTotals>`
    select count(*) filter (where ${chosen[show]})::integer as letters,
           count(distinct r.debtor_id) filter (where ${chosen[show]})::integer as debtors, ${sql.join(counts)}
    from letters r where ${whoever(filter)}`,
  )
}
