import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { all_steps } from '../../domain/steps.ts'
import type { Happening } from '../../events/emit_many.ts'
import type { Act } from '../decide/decision.ts'
import type { Judged } from '../look/judge.ts'
import { type CaseStepFacts, handOver, openCase } from './cases.ts'
import { postCharges } from './charges.ts'
import { endAgreements } from './ended.ts'
import type { Reasons } from './letters.ts'
import { type NewStep, writeSteps } from './steps.ts'
import { makeTasks, type NewTask } from './tasks.ts'

/** An act, and the debtor it is for. */
type Doing<One extends Act = Act> = { act: One; judged: Judged }

/** Does what is due and sends nothing. Returns the events to emit, and how many steps it was. */
export async function doActs(
  change: Change,
  judged: readonly Judged[],
  reasons: Reasons,
): Promise<{ happened: Happening[]; steps: number }> {
  const doing = judged.flatMap((one) => one.acts.map((act) => ({ act, judged: one })))
  if (doing.length === 0) return { happened: [], steps: 0 }
  const happened = await endAgreements(change, doing)
  const marks = doing.filter(isMark)
  const tasks = await makeTasks(change, marks.flatMap(taskOf))
  happened.push(...tasks.happened)
  const task_of = new Map(marks.filter(hasTask).map(({ act }, place) => [act.invoice_id, tasks.task_ids[place]]))
  await writeSteps(
    change,
    marks.map((one) => ({ ...stepOf(one, reasons), task_id: task_of.get(one.act.invoice_id) })),
  )
  await markCollectable(change, marks)
  for (const { act } of marks) {
    if (act.step !== 'collectable') continue
    happened.push({ event_name: 'invoice_to_debt_collection', resource_type: 'invoice', resource_id: act.invoice_id })
  }
  return { happened, steps: marks.length + (await doCases(change, doing, reasons)) }
}

type Mark = Extract<Act, { act: 'call' | 'mark_collectable' | 'task_at_end' }>

const isMark = (one: Doing): one is Doing<Mark> => 'step' in one.act && one.act.act !== 'hand_over'

const hasTask = ({ act }: Doing<Mark>): boolean => act.act !== 'mark_collectable'

/** Somebody has to call, or to decide what comes after the last step of a flow. */
function taskOf({ act, judged }: Doing<Mark>): NewTask[] {
  const { invoice_id, round } = act
  if (act.act === 'mark_collectable') return []
  const kind = act.act === 'call' ? 'call_reminder' : 'end_of_flow'
  return [{ kind, key: `${invoice_id} ${round}`, debtor_id: judged.facts.id, invoice_id }]
}

function stepOf({ act, judged }: Doing<Mark>, reasons: Reasons): NewStep {
  const { invoice_id, step, round } = act
  return {
    ...{ debtor_id: judged.facts.id, invoice_id, step, round },
    ...whyOf('invoices', invoice_id, reasons),
  }
}

/** The flow that a record follows, and what that says. */
function whyOf(family: 'invoices' | 'credit_cases', id: string, reasons: Reasons) {
  const { flow_code = null, flow_version = null, because = [] } = reasons.get(`${family} ${id}`) ?? {}
  return { flow_code, flow_version, reasons: because }
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

/** Cases are few, so they are opened and handed over one by one; returns how many steps it was. */
async function doCases(change: Change, doing: readonly Doing[], reasons: Reasons): Promise<number> {
  let steps = 0
  for (const { act, judged } of doing) {
    if (act.act === 'open_case') {
      const { invoice_ids, into, charges } = act
      const [first = ''] = invoice_ids
      const facts = caseStep('invoices', first, reasons)
      await openCase(change, { ...facts, debtor_id: judged.facts.id, invoice_ids, into, charges })
      steps += into === null ? 1 : 0
    } else if (act.act === 'hand_over') {
      const facts = caseStep('credit_cases', act.credit_case_id, reasons)
      await handOver(change, act.credit_case_id, { ...facts, round: act.round })
      steps += 1
    } else if (act.act === 'correct_charges') {
      await postCharges(change, act.charges)
    }
  }
  return steps
}

const caseStep = (family: 'invoices' | 'credit_cases', id: string, reasons: Reasons): CaseStepFacts => ({
  ...{ ...whyOf(family, id, reasons), origin: 'engine' },
})
