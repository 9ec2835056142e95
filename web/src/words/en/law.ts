/** How calculations by the law are shown. */
export const law = {
  law_interest: 'Interest',
  law_costs: 'Collection costs',
  law_fees: 'Reminder costs',
  law_principal: 'Principal',
  law_period: 'Period',
  law_days: 'Days',
  law_rate: 'Rate',
  law_over: 'Over',
  law_day: 'Day',
  law_amount: 'Amount',
  law_to_costs: 'Costs',
  law_payments: 'Payments in the order of the law',
  law_rules: 'Rules and sources',
  law_source: 'Source: {source}',
  law_source_compared: 'Source: {source}, compared on {day}',
}
