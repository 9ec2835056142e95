import { family } from '../../api/actions.ts'
import { invoice_actions } from './actions.ts'
import { deleted_invoices, invoices } from './invoices.ts'

export const invoice_families = [family(invoices, invoice_actions), family(deleted_invoices)]
