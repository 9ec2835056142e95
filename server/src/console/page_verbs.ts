import { calls, type Family, family } from '../api/actions.ts'
import { verbsForRoles } from '../api/pages.ts'
import type { Role } from '../api/principal.ts'
import { message_actions } from '../resources/messages/actions.ts'
import { messages } from '../resources/messages/messages.ts'
import { payment_plan_actions } from '../resources/payment_plans/actions.ts'
import { payment_plans } from '../resources/payment_plans/payment_plans.ts'
import { task_actions } from '../resources/tasks.actions.ts'
import { tasks } from '../resources/tasks.ts'
import { case_verbs } from './case_verbs.ts'
import { portal_link_calls } from './portal_links.ts'

const workers: readonly Role[] = ['administrator', 'standard']
const writers: readonly Role[] = [...workers, 'communication']

/** What people do with records on our pages: verbs of the interface, for those whose role is for such work. */
export const page_verbs: Family[] = [
  family(tasks, {
    ...verbsForRoles(task_actions, ['comment'], writers),
    ...verbsForRoles(task_actions, ['mark_completed', 'unmark_completed'], workers),
  }),
  family(messages, verbsForRoles(message_actions, ['update'], writers)),
  family(payment_plans, verbsForRoles(payment_plan_actions, ['approve', 'reject', 'deactivate'], workers)),
  calls(
    'case_verbs',
    'What is decided about credit cases.',
    verbsForRoles(case_verbs, Object.keys(case_verbs), workers),
  ),
  calls('portal_links', 'The links that debtors hold.', verbsForRoles(portal_link_calls, ['change'], workers)),
]
