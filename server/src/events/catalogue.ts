/** Every event there is, with the moment at which it fires. */
export const events = {
  case_invoice_amount_paid: 'All invoices of a credit case are paid, and costs or interest are still open.',
  case_new_comment: 'A debtor reacted on a credit case.',
  case_paid: 'A credit case is paid in full, and has ended.',
  case_reopened: 'A credit case that had ended because it was paid is open again.',
  company_updated: 'The account of a company changed, for instance because its user confirmed it.',
  credit_limit_exceeded: 'What a debtor owes in all has passed its credit limit.',
  debtor_email_address_provided: 'A debtor that was known already got an email address, or another one.',
  debtor_email_address_removed: 'An email address of a debtor was taken away.',
  debtor_new_comment: 'A debtor reacted on what it owes in all, or on a payment plan.',
  invoice_blocked: 'The follow-up of an invoice is blocked for some reason.',
  invoice_closed: 'An invoice that was sent is paid in full, or one that was paid is sent.',
  invoice_created: 'There is a new invoice.',
  invoice_new_comment: 'A debtor reacted on an invoice.',
  invoice_paid: 'An invoice is paid in full.',
  invoice_payment_created:
    'A payment was registered, corrected or taken away, costs were charged, settled or waived, or the open amount ' +
    'moved with the total.',
  invoice_reopened: 'An invoice that was paid is open again.',
  invoice_resumed: 'The follow-up of an invoice goes on.',
  label_added: 'A label was put on a record; `label` tells which.',
  label_removed: 'A label was taken off a record; `label` tells which.',
  payment_plan_created: 'A payment plan was made.',
  payment_plan_deactivated: 'A payment plan was ended early.',
  payment_plan_finished: 'A payment plan is paid in full.',
  payment_plan_updated: 'A payment plan changed: it was approved or rejected, or its terms followed a payment.',
  psp_mandate_created: 'A mandate was registered; `psp_mandate` tells which.',
  psp_mandate_revoked: 'Mandates were revoked; `revoked_psp_mandates` tells which.',
  todo_list_item_updated: 'A task changed: it was completed, opened again, or got a comment.',
} as const

export type EventName = keyof typeof events
