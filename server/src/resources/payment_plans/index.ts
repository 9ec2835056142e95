import { family } from '../../api/actions.ts'
import { payment_plan_actions } from './actions.ts'
import { deleted_payment_plans, payment_plans } from './payment_plans.ts'

export const payment_plan_families = [family(payment_plans, payment_plan_actions), family(deleted_payment_plans)]
