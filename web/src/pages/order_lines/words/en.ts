/** The words of this page. */
export const en = {
  record_line: 'Declaration line {identifier}',
  record_claim_status: 'State of the claim',
  record_claim_codes: 'Codes from the answer',
  record_credited: 'Credited',
  record_customer: 'Patient',
  line_credited_reimbursed: 'Credited part of the reimbursement',
  line_credit_invoice: 'Credit invoice',
  line_not_claimed: 'Not claimed',
  line_taken_in: 'Taken in with {filename}',
  line_taken_in_alone: 'Taken in',
  line_changed: 'Now: {state}',
  line_invoice_timeline: 'What happened to the invoice',
  line_own_timeline: 'Timeline',
}
