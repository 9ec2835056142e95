import { type Kysely, sql } from 'kysely'
import { refuse } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import type { Tables } from '../../db/schema.ts'
import type { Step } from '../../domain/steps.ts'
import type { Decision, Outlook } from '../decide/decision.ts'
import type { Standing } from '../read/rules.ts'
import { decideNow } from './decide_now.ts'

/** What is followed up by itself: an invoice or a credit case. */
export const followed_families = ['invoices', 'credit_cases'] as const
export type FollowedFamily = (typeof followed_families)[number]
export type FollowedRecord = { family: FollowedFamily; id: string }

/** A record whose next step somebody steers, with everything that was decided about its debtor. */
export type Steered = FollowedRecord & {
  debtor_id: string
  outlook: Outlook & { step: Step }
  decision: Decision
  standing: Standing
}

/** The column that names the record in a row of the engine. */
export const keyOf = ({ family, id }: FollowedRecord): { invoice_id: string } | { credit_case_id: string } =>
  family === 'invoices' ? { invoice_id: id } : { credit_case_id: id }

/**
 * Finds a record and decides about it. Whoever steers saw a step that was next; if it is another one by now, nothing is
 * done, so that nobody skips or sends what they have not seen.
 */
export async function steer(change: Change, record: FollowedRecord, seen: Step | null): Promise<Steered> {
  const debtor_id = await debtorOf(change, record)
  const { standing, decisions } = await decideNow(change, [debtor_id])
  const decision = decisions.get(debtor_id)
  const outlook = decision && outlookOf(decision, record)
  if (!decision || !outlook || outlook.step === null) {
    return refuse('conflict', `Nothing comes next for this record${whyNot(outlook)}.`)
  }
  if (seen !== null && outlook.step !== seen) {
    refuse('conflict', `The next step is ${outlook.step} by now, not ${seen}. Look again, and decide then.`)
  }
  return { ...record, debtor_id, outlook: { ...outlook, step: outlook.step }, decision, standing }
}

export const outlookOf = ({ outlooks }: Decision, { family, id }: FollowedRecord): Outlook | undefined =>
  outlooks.find((one) => one.family === family && one.id === id)

function whyNot(outlook: Outlook | undefined): string {
  const reason = outlook?.because.at(-1)?.reason
  return reason === undefined ? '' : ` (${reason})`
}

export async function debtorOf(
  { db, administration_id }: { db: Kysely<Tables>; administration_id: string },
  { family, id }: FollowedRecord,
): Promise<string> {
  const { rows } = await sql<{ debtor_id: string }>`
    select r.debtor_id::text from ${sql.table(family)} r
    where r.administration_id = ${administration_id}::bigint and r.id = ${id}::bigint`.execute(db)
  return rows[0]?.debtor_id ?? refuse('not_found', 'There is no such record.')
}
