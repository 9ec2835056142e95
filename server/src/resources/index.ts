import { calls, family } from '../api/actions.ts'
import { administration_families } from './administrations/index.ts'
import { companies } from './companies.ts'
import { contact_actions } from './contacts.actions.ts'
import { contacts } from './contacts.ts'
import { credit_case_actions } from './credit_cases.actions.ts'
import { credit_cases, deleted_credit_cases } from './credit_cases.ts'
import { debtor_families } from './debtors/index.ts'
import { dispute_actions } from './disputes.actions.ts'
import { disputes } from './disputes.ts'
import { events } from './events.ts'
import { file_actions } from './files.actions.ts'
import { flows } from './flows.ts'
import { invoice_families } from './invoices/index.ts'
import { law_calls } from './law.ts'
import { letters } from './letters.ts'
import { message_families } from './messages/index.ts'
import { notes } from './notes.ts'
import { notifications } from './notifications.ts'
import { declaration_families, order_families } from './orders/index.ts'
import { payment_condition_actions } from './payment_conditions.actions.ts'
import { payment_conditions } from './payment_conditions.ts'
import { payment_plan_families } from './payment_plans/index.ts'
import { deleted_payments, payments } from './payments.ts'
import { promise_actions } from './promises.actions.ts'
import { promises } from './promises.ts'
import { psp_mandate_actions } from './psp_mandates.actions.ts'
import { deleted_psp_mandates, psp_mandates } from './psp_mandates.ts'
import { psp_transactions } from './psp_transactions.ts'
import { sign_up_actions } from './sign_up.actions.ts'
import { steps } from './steps.ts'
import { task_actions } from './tasks.actions.ts'
import { tasks } from './tasks.ts'
import { vat_rate_actions } from './vat_rates.actions.ts'
import { vat_rates } from './vat_rates.ts'
import { webhook_actions, webhook_delivery_actions } from './webhooks.actions.ts'
import { webhook_deliveries, webhooks } from './webhooks.ts'

/** The interface, family by family, in the order in which the documentation shows it. */
export const families = [
  ...administration_families,
  family(companies),
  family(contacts, contact_actions),
  family(credit_cases, credit_case_actions),
  family(deleted_credit_cases),
  ...debtor_families,
  ...declaration_families,
  family(disputes, dispute_actions),
  family(events),
  calls('files', 'Documents, which are announced, uploaded, and then attached by their checksum.', file_actions),
  family(flows),
  ...invoice_families,
  calls('law', 'What the law makes of a debt: interest, costs, and from when.', law_calls),
  family(letters),
  ...message_families,
  family(notes),
  family(notifications),
  ...order_families,
  family(payment_conditions, payment_condition_actions),
  ...payment_plan_families,
  family(payments),
  family(deleted_payments),
  family(promises, promise_actions),
  family(psp_mandates, psp_mandate_actions),
  family(deleted_psp_mandates),
  family(psp_transactions),
  calls('sign_up', 'New customers who come through an application.', sign_up_actions),
  family(steps),
  family(tasks, task_actions),
  family(vat_rates, vat_rate_actions),
  family(webhook_deliveries, webhook_delivery_actions),
  family(webhooks, webhook_actions),
]
