import { call } from '../api/actions.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { boolean } from '../api/field.ts'
import { planState } from '../domain/payment_plan.ts'
import { notify } from '../follow_up/perform/notify.ts'
import { approvePlan, rejectPlan } from '../follow_up/plans/make.ts'
import { link_fields, openPortalLink } from './links.ts'
import { countSaid } from './throttle.ts'

/** Answers what the creditor offered. The same answer again changes nothing; another one comes too late. */
export const answerPlan = call({
  method: 'POST',
  path: '/portal/answer_plan',
  reach: 'portal',
  description: 'Accepts or declines the terms that a creditor offered.',
  body: { ...link_fields, accept: boolean('Whether the debtor agrees.').required() },
  answer: {},
  run: async (context, body) => {
    const link = await openPortalLink(context, body)
    if (link.family !== 'payment_plans') refuseParameters(['family: must be payment_plans'])
    await countSaid(context, link)
    await context.change(link.administration_id, async (change) => {
      const plan = await change.db
        .selectFrom('payment_plans')
        .selectAll()
        .where('administration_id', '=', change.administration_id)
        .where('id', '=', link.id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
      const state = planState(plan)
      if (state === (body.accept ? 'active' : 'rejected')) return
      if (plan.proposed_by !== 'creditor' || state !== 'proposed')
        refuse('conflict', 'This offer does not wait for an answer any more.')
      if (body.accept) await approvePlan({ ...change, base_url: context.base_url }, plan)
      else await rejectPlan(change, plan)
      const notification_type = body.accept ? 'payment_plan_accepted' : 'payment_plan_declined'
      await notify(change, [{ notification_type, debtor_id: link.debtor_id, key: plan.id }])
    })
    return {}
  },
})
