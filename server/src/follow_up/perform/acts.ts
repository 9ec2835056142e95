import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { all_steps } from '../../domain/steps.ts'
import type { Happening } from '../../events/emit_many.ts'
import type { Act } from '../decide/decision.ts'
import type { Judged } from '../look/look.ts'
import type { Reasons } from './letters.ts'
import { type NewStep, writeSteps } from './steps.ts'

/** An act, and the debtor it is for. */
type Doing<One extends Act = Act> = { act: One; judged: Judged }

/** Does what is due and sends nothing. Returns what there is to tell, and how many steps it was. */
export async function doActs(
  change: Change,
  judged: readonly Judged[],
  reasons: Reasons,
): Promise<{ happened: Happening[]; steps: number }> {
  const doing = judged.flatMap((one) => one.acts.map((act) => ({ act, judged: one })))
  if (doing.length === 0) return { happened: [], steps: 0 }
  const marks = doing.flatMap(({ act, judged: of }) =>
    act.act === 'mark_collectable' || act.act === 'task_at_end' || act.act === 'call' ? [{ act, judged: of }] : [],
  )
  await writeSteps(
    change,
    marks.map((one) => stepOf(one, reasons)),
  )
  await markCollectable(change, marks)
  const happened = marks.flatMap(({ act }): Happening[] =>
    act.step === 'collectable'
      ? [{ event_name: 'invoice_to_debt_collection', resource_type: 'invoice', resource_id: act.invoice_id }]
      : [],
  )
  return { happened, steps: marks.length }
}

type Mark = Extract<Act, { act: 'call' | 'mark_collectable' | 'task_at_end' }>

function stepOf({ act, judged }: Doing<Mark>, reasons: Reasons): NewStep {
  const outlook = judged.decision.outlooks.find(({ family, id }) => family === 'invoices' && id === act.invoice_id)
  return {
    ...{ debtor_id: judged.facts.id, invoice_id: act.invoice_id, step: act.step, round: act.round },
    ...{ flow_code: outlook?.flow_code ?? null, flow_version: outlook?.flow_version ?? null },
    reasons: reasons.get(`invoices ${act.invoice_id}`) ?? [],
  }
}

async function markCollectable(change: Change, marks: readonly Doing<Mark>[]): Promise<void> {
  const { db, administration_id, now, stamp } = change
  const ids = marks.filter(({ act }) => act.step === 'collectable').map(({ act }) => act.invoice_id)
  if (ids.length === 0) return
  await sql`
    update invoices set ${sql.ref(all_steps.collectable.moment ?? '')} = ${now.toISOString()}::timestamptz,
      updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and id = any(${ids}::bigint[])`.execute(db)
}
