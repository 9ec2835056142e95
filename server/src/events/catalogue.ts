/** Every event there is, with the moment at which it fires. */
export const events = {
  company_updated: 'The account of a company changed, for instance because its user confirmed it.',
  invoice_blocked: 'The follow-up of an invoice is blocked for some reason.',
  invoice_resumed: 'The follow-up of an invoice goes on.',
  label_added: 'A label was put on a record; `label` tells which.',
  label_removed: 'A label was taken off a record; `label` tells which.',
  payment_plan_created: 'A payment plan was made.',
  payment_plan_deactivated: 'A payment plan was ended early.',
  payment_plan_updated: 'A payment plan changed: it was approved or rejected.',
  psp_mandate_created: 'A mandate was registered; `psp_mandate` tells which.',
  psp_mandate_revoked: 'Mandates were revoked; `revoked_psp_mandates` tells which.',
  todo_list_item_updated: 'A task changed: it was completed, opened again, or got a comment.',
} as const

export type EventName = keyof typeof events
