import type { Translation } from '../../../words/translation.ts'
import type { en } from './en.ts'

export const nl: Translation<typeof en> = {
  record_line: 'Declaratieregel {identifier}',
  record_claim_status: 'Stand van de declaratie',
  record_claim_codes: 'Codes uit het antwoord',
  record_credited: 'Gecrediteerd',
  record_customer: 'Patiënt',
  line_credited_reimbursed: 'Gecrediteerd deel van de vergoeding',
  line_credit_invoice: 'Creditfactuur',
  line_not_claimed: 'Niet gedeclareerd',
  line_taken_in: 'Ingelezen met {filename}',
  line_taken_in_alone: 'Ingelezen',
  line_changed: 'Nu: {state}',
  line_invoice_timeline: 'Wat er met de factuur gebeurde',
  line_own_timeline: 'Tijdlijn',
}
