/** The words of this page. */
export const en = {
  record_none: 'None',
  record_closed: 'Closed',
  record_case_invoices: 'Invoices of the case',
  stages_all: 'All stages',

  nav_cases: 'Credit cases',
  cases_sentence: 'What is being collected, and how far it is. What has not moved for the longest time stands first.',
  cases_open: 'Open',
  cases_ended: 'Ended',
  cases_none_open: 'No credit case is open.',
  cases_none_stage: 'No credit case is in this stage.',
  cases_none_ended: 'No credit case has ended yet.',
}
