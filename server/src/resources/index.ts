import { family } from '../api/actions.ts'
import { companies } from './companies.ts'
import { credit_cases, deleted_credit_cases } from './credit_cases.ts'
import { debtors } from './debtors.ts'
import { message_actions } from './messages.actions.ts'
import { messages } from './messages.ts'
import { declaration_lines, order_lines } from './order_lines.ts'
import { deleted_payments, payments } from './payments.ts'
import { task_actions } from './tasks.actions.ts'
import { tasks } from './tasks.ts'

/** The interface, family by family, in the order in which the documentation shows it. */
export const families = [
  family(companies),
  family(credit_cases),
  family(deleted_credit_cases),
  family(debtors),
  family(declaration_lines),
  family(messages, message_actions),
  family(order_lines),
  family(payments),
  family(deleted_payments),
  family(tasks, task_actions),
]
