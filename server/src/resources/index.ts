import { calls, family } from '../api/actions.ts'
import { administration_actions } from './administrations.actions.ts'
import { administrations } from './administrations.ts'
import { companies } from './companies.ts'
import { contact_actions } from './contacts.actions.ts'
import { contacts } from './contacts.ts'
import { credit_cases, deleted_credit_cases } from './credit_cases.ts'
import { debtor_actions } from './debtors.actions.ts'
import { debtors } from './debtors.ts'
import { disputes } from './disputes.ts'
import { events } from './events.ts'
import { file_actions } from './files.actions.ts'
import { flows } from './flows.ts'
import { invoice_actions } from './invoices.actions.ts'
import { deleted_invoices, invoices } from './invoices.ts'
import { letters } from './letters.ts'
import { message_actions } from './messages.actions.ts'
import { messages } from './messages.ts'
import { notes } from './notes.ts'
import { notifications } from './notifications.ts'
import { declaration_lines, order_lines } from './order_lines.ts'
import { order_actions } from './orders.actions.ts'
import { payment_condition_actions } from './payment_conditions.actions.ts'
import { payment_conditions } from './payment_conditions.ts'
import { payment_plan_actions } from './payment_plans.actions.ts'
import { deleted_payment_plans, payment_plans } from './payment_plans.ts'
import { deleted_payments, payments } from './payments.ts'
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

/** The interface, family by family, in the order in which the documentation shows it. */
export const families = [
  family(administrations, administration_actions),
  family(companies),
  family(contacts, contact_actions),
  family(credit_cases),
  family(deleted_credit_cases),
  family(debtors, debtor_actions),
  family(declaration_lines),
  family(disputes),
  family(events),
  calls('files', 'Documents, which are announced, uploaded, and then attached by their checksum.', file_actions),
  family(flows),
  family(invoices, invoice_actions),
  family(deleted_invoices),
  family(letters),
  family(messages, message_actions),
  family(notes),
  family(notifications),
  family(order_lines),
  calls('orders', 'Files with what was ordered or treated.', order_actions),
  family(payment_conditions, payment_condition_actions),
  family(payment_plans, payment_plan_actions),
  family(deleted_payment_plans),
  family(payments),
  family(deleted_payments),
  family(promises),
  family(psp_mandates, psp_mandate_actions),
  family(deleted_psp_mandates),
  family(psp_transactions),
  calls('sign_up', 'New customers who come through an application.', sign_up_actions),
  family(steps),
  family(tasks, task_actions),
  family(vat_rates, vat_rate_actions),
]
