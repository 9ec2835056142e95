/** The overview of an administration. */
export const overview = {
  overview_sentence: 'What is open, and for how long.',
  overview_open: 'Open',
  overview_overdue: 'Overdue',
  overview_open_invoices_one: '{count} open invoice',
  overview_open_invoices: '{count} open invoices',
  overview_overdue_share: '{share} of what is open',
  overview_nothing_overdue: 'Everything is within its term',
  overview_by_age: 'Open amount by age',
  overview_by_age_sentence: 'Counted in days after the due date.',
  overview_age: 'Age',
  overview_invoices: 'Invoices',
  overview_amount: 'Amount',
  age_not_due: 'Not due yet',
  age_days_1_30: '1 to 30 days',
  age_days_31_60: '31 to 60 days',
  age_days_61_90: '61 to 90 days',
  age_days_over_90: 'More than 90 days',
  overview_debtors: 'Debtors',
  overview_tasks: 'Open tasks',
  overview_messages: 'Unread messages',
  overview_empty_heading: 'Nothing is here yet',
  overview_empty_sentence:
    'Debtors and invoices come from your accounting software. Connect it, and this page shows what is open.',
  overview_empty_sentence_other:
    'Debtors and invoices come from your accounting software. Ask a company administrator to connect it.',
  overview_empty_action: 'Connect software',
}
