import type { Change } from '../../db/change.ts'
import type { Judged } from '../look/look.ts'
import { type NewStep, writeSteps } from './steps.ts'

/** Notes down what a client says it did itself: that it sent an invoice. The law counts nothing on it. */
export async function writeDeclared(change: Change, judged: readonly Judged[]): Promise<void> {
  const steps = judged.flatMap(({ declared, decision, facts }) => {
    const outlooks = new Map(
      decision.outlooks.filter(({ family }) => family === 'invoices').map((one) => [one.id, one]),
    )
    return declared.map(({ id, sent_on }): NewStep => {
      const { flow_code = null, flow_version = null } = outlooks.get(id) ?? {}
      return {
        ...{ debtor_id: facts.id, invoice_id: id, step: 'invoice', round: 1, flow_code, flow_version },
        ...{ reasons: [{ reason: 'declared' }], origin: 'declared', ...(sent_on === null ? {} : { day: sent_on }) },
      }
    })
  })
  await writeSteps(change, steps)
}
