/** What the start page says. */
export const en = {
  start_title: 'Dunlin: receivables and debtor management',
  start_heading: 'Know who owes you, and follow up in time.',
  start_sentence:
    'Dunlin is receivables and debtor management that your company runs itself: debtors, invoices, payments, reminders and collection, with one open API.',

  health_heading: 'This service',
  health_checking: 'Checking…',
  health_ok: 'Up and running',
  health_service_failed: 'Dunlin does not answer',
  health_service_failed_hint: 'Look whether the process still runs, and in its log.',
  health_database_failed: 'The database cannot be reached',
  health_database_failed_hint: 'Requests are refused until it is back. Dunlin keeps trying by itself.',
  health_part_service: 'Service',
  health_part_database: 'Database',
  health_state_checking: 'checking',
  health_state_ok: 'answers',
  health_state_failed: 'fails',
  health_state_unknown: 'unknown',
  health_checked_at: 'Checked at',
  health_check_again: 'Check again',

  where_heading: 'Where to go',
  reference_title: 'API reference',
  reference_sentence: 'Every operation, with its fields and filters. Try them from the page.',
  openapi_title: 'OpenAPI description',
  openapi_sentence: 'The same for machines: feed it to a generator or your API tool.',
  metrics_title: 'Metrics',
  metrics_sentence: 'Requests, timings and connections, as text for Prometheus.',

  first_heading: 'A first request',
  first_token: 'The demo prints a token when it starts. Elsewhere, make one on the machine that runs Dunlin:',
  first_token_label: 'Command that makes a token',
  first_call: 'Then ask for the first five debtors of administration 1:',
  first_call_label: 'Request for five debtors',
}
