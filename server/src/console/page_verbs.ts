import { calls, type Family, family } from '../api/actions.ts'
import { verbsForRoles } from '../api/pages.ts'
import type { Role } from '../api/principal.ts'
import { administration_pausing } from '../resources/administrations/pausing.ts'
import { credit_case_actions } from '../resources/credit_cases.actions.ts'
import { credit_cases } from '../resources/credit_cases.ts'
import { debtors } from '../resources/debtors/debtors.ts'
import { debtor_pausing } from '../resources/debtors/pausing.ts'
import { invoices } from '../resources/invoices/invoices.ts'
import { invoice_pausing } from '../resources/invoices/pausing.ts'
import { message_actions } from '../resources/messages/actions.ts'
import { messages } from '../resources/messages/messages.ts'
import { notes } from '../resources/notes.ts'
import { notifications } from '../resources/notifications.ts'
import { payment_plan_actions } from '../resources/payment_plans/actions.ts'
import { payment_plans } from '../resources/payment_plans/payment_plans.ts'
import { task_actions } from '../resources/tasks.actions.ts'
import { tasks } from '../resources/tasks.ts'
import { note_actions } from './notes.ts'
import { notification_actions } from './notifications.ts'
import { own_task_actions } from './own_tasks.ts'
import { portal_link_calls } from './portal_links.ts'

const workers: readonly Role[] = ['administrator', 'standard']
const writers: readonly Role[] = [...workers, 'communication']
const pausing = ['pause_one', 'resume_one']

/** What people do with records on our pages: verbs of the interface, for those whose role is for such work. */
export const page_verbs: Family[] = [
  family(tasks, {
    ...verbsForRoles(task_actions, ['comment'], writers),
    ...verbsForRoles(task_actions, ['mark_completed', 'unmark_completed'], workers),
    ...verbsForRoles(own_task_actions, ['create', 'delete'], workers),
  }),
  family(notes, verbsForRoles(note_actions, ['create', 'mark_completed'], writers)),
  family(notifications, verbsForRoles(notification_actions, ['acknowledge'], writers)),
  family(messages, verbsForRoles(message_actions, ['update'], writers)),
  family(payment_plans, verbsForRoles(payment_plan_actions, ['approve', 'reject', 'deactivate'], workers)),
  family(debtors, verbsForRoles(debtor_pausing, pausing, workers)),
  family(invoices, verbsForRoles(invoice_pausing, pausing, workers)),
  family(credit_cases, verbsForRoles(credit_case_actions, pausing, workers)),
  calls(
    'administrations',
    'All that an administration sends.',
    verbsForRoles(administration_pausing, ['pause', 'resume'], ['administrator']),
  ),
  calls('portal_links', 'The links that debtors hold.', verbsForRoles(portal_link_calls, ['change'], workers)),
]
