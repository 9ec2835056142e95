import { calls, type Family, family } from '../api/actions.ts'
import { verbsForRoles } from '../api/pages.ts'
import type { Role } from '../api/principal.ts'
import { turn_clock } from '../resources/administrations/clock.ts'
import { administration_pausing } from '../resources/administrations/pausing.ts'
import { credit_case_actions } from '../resources/credit_cases.actions.ts'
import { credit_cases } from '../resources/credit_cases.ts'
import { debtors } from '../resources/debtors/debtors.ts'
import { debtor_pausing } from '../resources/debtors/pausing.ts'
import { dispute_actions } from '../resources/disputes.actions.ts'
import { disputes } from '../resources/disputes.ts'
import { invoices } from '../resources/invoices/invoices.ts'
import { invoice_pausing } from '../resources/invoices/pausing.ts'
import { message_actions } from '../resources/messages/actions.ts'
import { messages } from '../resources/messages/messages.ts'
import { notes } from '../resources/notes.ts'
import { notifications } from '../resources/notifications.ts'
import { payment_plan_actions } from '../resources/payment_plans/actions.ts'
import { payment_plans } from '../resources/payment_plans/payment_plans.ts'
import { promise_actions } from '../resources/promises.actions.ts'
import { promises } from '../resources/promises.ts'
import { task_actions } from '../resources/tasks.actions.ts'
import { tasks } from '../resources/tasks.ts'
import { webhook_actions, webhook_delivery_actions } from '../resources/webhooks.actions.ts'
import { webhook_deliveries, webhooks } from '../resources/webhooks.ts'
import { administration_general_verbs } from './administration_general.ts'
import { administration_logo_verbs } from './administration_logo.ts'
import { administration_settings_verbs } from './administration_settings.ts'
import { agreement_verbs } from './agreement_verbs.ts'
import { bounced_address_verbs } from './bounced_addresses.ts'
import { case_verbs } from './case_verbs.ts'
import { conversation_verbs } from './conversation_verbs.ts'
import { debtor_verbs } from './debtor_verbs.ts'
import { dry_run_verbs, flow_verbs } from './flow_verbs.ts'
import { flow_roles } from './flow_versions.ts'
import { import_verbs } from './import_verbs.ts'
import { import_roles } from './imports.ts'
import { letter_batch_verbs } from './letter_batches.ts'
import { letter_proof_verbs } from './letter_previews.ts'
import { letter_text_verbs } from './letter_texts.ts'
import { message_verbs } from './message_verbs.ts'
import { next_step_calls } from './next_step.ts'
import { note_actions } from './notes.ts'
import { notification_actions } from './notifications.ts'
import { outbox_verbs } from './outbox_verbs.ts'
import { own_task_actions } from './own_tasks.ts'
import { plan_verbs } from './plan_verbs.ts'
import { portal_link_calls } from './portal_links.ts'
import { reply_text_verbs } from './reply_texts.ts'
import { sandbox_debtor_verbs } from './sandbox_debtors.ts'
import { sandbox_verbs } from './sandbox_play.ts'
import { saved_view_verbs } from './saved_views.ts'
import { selection_verbs } from './selection_verbs.ts'
import { statement_calls } from './statements.ts'
import { today_verbs } from './today_verbs.ts'

const administrators: readonly Role[] = ['administrator']
const workers: readonly Role[] = ['administrator', 'standard']
const writers: readonly Role[] = [...workers, 'communication']
const members: readonly Role[] = [...writers, 'restricted']
const pausing = ['pause_one', 'resume_one']
const pausing_many = ['pause', 'resume', ...pausing]

/** What people do with records on our pages: verbs of the interface, for those whose role is for such work. */
export const page_verbs: Family[] = [
  family(tasks, {
    ...verbsForRoles(task_actions, ['comment'], writers),
    ...verbsForRoles(task_actions, ['mark_completed', 'unmark_completed'], workers),
    ...verbsForRoles(own_task_actions, ['create', 'assign', 'put_off', 'delete'], workers),
  }),
  family(notes, verbsForRoles(note_actions, ['create', 'mark_completed'], writers)),
  family(notifications, verbsForRoles(notification_actions, ['acknowledge'], writers)),
  family(messages, {
    ...verbsForRoles(message_actions, ['update'], writers),
    ...verbsForRoles(message_verbs, ['create', 'assign', 'discard'], writers),
  }),
  calls(
    'conversation_verbs',
    'Conversations with debtors.',
    verbsForRoles(conversation_verbs, Object.keys(conversation_verbs), writers),
  ),
  family(payment_plans, {
    ...verbsForRoles(payment_plan_actions, ['approve', 'deactivate'], workers),
    ...verbsForRoles(plan_verbs, ['reject', 'offer'], workers),
  }),
  family(debtors, verbsForRoles(debtor_pausing, pausing_many, workers)),
  calls('debtor_verbs', 'What is decided about a debtor.', {
    ...verbsForRoles(debtor_verbs, ['change', 'dispute'], workers),
    ...verbsForRoles(bounced_address_verbs, ['mail_again'], workers),
  }),
  family(invoices, verbsForRoles(invoice_pausing, ['pause', ...pausing], workers)),
  calls(
    'selection_verbs',
    'What is done with many rows at once.',
    verbsForRoles(selection_verbs, Object.keys(selection_verbs), workers),
  ),
  family(credit_cases, verbsForRoles(credit_case_actions, pausing_many, workers)),
  calls('administrations', 'All that an administration sends.', {
    ...verbsForRoles(administration_pausing, ['pause', 'resume'], ['administrator']),
    ...verbsForRoles({ clock: turn_clock }, ['clock'], workers),
  }),
  family(promises, verbsForRoles(promise_actions, ['create', 'withdraw'], workers)),
  family(disputes, verbsForRoles(dispute_actions, ['create', 'take_up', 'end'], workers)),
  calls(
    'letter_batches',
    'Letters to print and post.',
    verbsForRoles(letter_batch_verbs, ['make', 'mark_posted'], workers),
  ),
  calls('statements', 'What is open, for a debtor to see.', verbsForRoles(statement_calls, ['send'], writers)),
  calls(
    'case_verbs',
    'What is decided about credit cases.',
    verbsForRoles(case_verbs, Object.keys(case_verbs), workers),
  ),
  calls('portal_links', 'The links that debtors hold.', verbsForRoles(portal_link_calls, ['change'], workers)),
  calls(
    'letter_text_verbs',
    'The texts of letters.',
    verbsForRoles(letter_text_verbs, ['save', 'take_back'], administrators),
  ),
  calls(
    'letter_proof_verbs',
    'Texts of letters, to see first.',
    verbsForRoles(letter_proof_verbs, ['send'], administrators),
  ),
  calls(
    'reply_text_verbs',
    'Texts to answer debtors with.',
    verbsForRoles(reply_text_verbs, Object.keys(reply_text_verbs), administrators),
  ),
  calls(
    'next_step',
    'The next step of a record.',
    verbsForRoles(next_step_calls, Object.keys(next_step_calls), workers),
  ),
  calls('outbox_verbs', 'What waits in the outbox.', verbsForRoles(outbox_verbs, Object.keys(outbox_verbs), workers)),
  calls(
    'agreements',
    'Payment plans and payments by hand.',
    verbsForRoles(agreement_verbs, Object.keys(agreement_verbs), workers),
  ),
  calls(
    'saved_view_verbs',
    'Views of lists that somebody keeps.',
    verbsForRoles(saved_view_verbs, Object.keys(saved_view_verbs), members),
  ),
  calls('sandbox_verbs', 'Debtors of a sandbox, as somebody plays them.', {
    ...verbsForRoles(sandbox_verbs, ['play'], workers),
    ...verbsForRoles(sandbox_debtor_verbs, ['invent'], workers),
  }),
  calls('today_verbs', 'The list of today.', verbsForRoles(today_verbs, Object.keys(today_verbs), workers)),
  calls(
    'flow_versions',
    'Flows as somebody writes them.',
    verbsForRoles(flow_verbs, Object.keys(flow_verbs), flow_roles),
  ),
  calls('dry_runs', 'What flows would do.', verbsForRoles(dry_run_verbs, ['start'], flow_roles)),
  calls(
    'import_verbs',
    'Files that somebody brings in.',
    verbsForRoles(import_verbs, Object.keys(import_verbs), import_roles),
  ),
  family(webhooks, verbsForRoles(webhook_actions, Object.keys(webhook_actions), administrators)),
  family(webhook_deliveries, verbsForRoles(webhook_delivery_actions, ['resend'], administrators)),
  calls(
    'administration_general',
    'Who an administration is.',
    verbsForRoles(administration_general_verbs, ['change', 'change_modules'], administrators),
  ),
  calls(
    'administration_logo_verbs',
    'The logo above what debtors see.',
    verbsForRoles(administration_logo_verbs, ['change', 'remove'], administrators),
  ),
  // Each setting says itself whose role is for it.
  calls('administration_settings', 'Settings of an administration.', administration_settings_verbs),
]
