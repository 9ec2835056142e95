/** What a token may do, in the words of the consent form. Nothing is offered that no operation needs. */
export const permissions = {
  'administrations:read': 'See administrations.',
  'administrations:write': 'Create, pause and resume administrations.',
  'contacts:read': 'See contacts.',
  'contacts:write': 'Create and change contacts.',
  'credit_cases:read': 'See credit cases, also deleted ones.',
  'credit_cases:write': 'Pause and resume credit cases.',
  'debtors:read': 'See debtors.',
  'debtors:write': 'Create and change debtors, pause and resume them.',
  'disputes:read': 'See disputes of invoices.',
  'disputes:write': 'Open, take up and end disputes of invoices.',
  'events:read': 'See events, of what may be seen anyway.',
  'files:write': 'Upload files.',
  'flows:read': 'See how invoices are followed up.',
  'health_care:read': 'See declaration lines of health care.',
  'invoices:read': 'See invoices, also deleted ones.',
  'invoices:write': 'Create and change invoices, block, pause and resume them.',
  'letters:read': 'See letters that were sent, or are about to be.',
  'messages:read': 'See messages.',
  'messages:write': 'Send messages, and mark them as read.',
  'notes:read': 'See internal notes.',
  'notifications:read': 'See notifications.',
  'order_lines:read': 'See order lines.',
  'orders:write': 'Upload orders.',
  'payment_conditions:write': 'Create and change payment conditions.',
  'payment_plans:read': 'See payment plans, also deleted ones.',
  'payment_plans:write': 'Create, approve, reject and end payment plans.',
  'payments:read': 'See payments, also deleted ones.',
  'promises:read': 'See promises to pay.',
  'promises:write': 'Register and withdraw promises to pay.',
  'psp_mandates:read': 'See direct-debit mandates, also deleted ones.',
  'psp_mandates:write': 'Register and end direct-debit mandates.',
  'psp_transactions:read': 'See transactions at payment service providers.',
  'steps:read': 'See what was done to follow invoices up.',
  'tasks:read': 'See tasks.',
  'tasks:write': 'Complete tasks, open them again, and comment on them.',
  'vat_rates:read': 'See VAT rates.',
  'vat_rates:write': 'Create and change VAT rates.',
  'webhooks:read': 'See webhooks, and what was sent to them.',
  'webhooks:write': 'Create, change and remove webhooks, and have events sent again.',
} as const

export type Permission = keyof typeof permissions

export const permission_names = Object.keys(permissions).sort()

/** Whether a text is one of the permissions. */
export const isPermission = (name: string): name is Permission => Object.hasOwn(permissions, name)
