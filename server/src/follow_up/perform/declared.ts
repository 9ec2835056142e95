import type { Change } from '../../db/change.ts'
import type { Judged } from '../look/judge.ts'
import { type NewStep, writeSteps } from './steps.ts'

/** Notes down what a client says it did itself: that it sent an invoice. The law counts nothing on it. */
export async function writeDeclared(change: Change, judged: readonly Judged[]): Promise<void> {
  const sent = await sentMoments(
    change,
    judged.flatMap(({ declared }) => declared.map(({ id }) => id)),
  )
  const steps = judged.flatMap(({ declared, decision, facts }) => {
    const outlooks = new Map(
      decision.outlooks.filter(({ family }) => family === 'invoices').map((one) => [one.id, one]),
    )
    return declared.map(({ id, sent_on }): NewStep => {
      const { flow_code = null, flow_version = null } = outlooks.get(id) ?? {}
      return {
        ...{ debtor_id: facts.id, invoice_id: id, step: 'invoice', round: 1, flow_code, flow_version },
        ...{ reasons: [{ reason: 'declared' }], origin: 'declared', performed_at: sent.get(id) },
        ...(sent_on === null ? {} : { day: sent_on }),
      }
    })
  })
  await writeSteps(change, steps)
}

async function sentMoments({ db, administration_id }: Change, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'sent_at'])
    .where('administration_id', '=', administration_id)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.flatMap(({ id, sent_at }) => (sent_at === null ? [] : [[id, sent_at]])))
}
