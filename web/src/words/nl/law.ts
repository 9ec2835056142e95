import type { law as english } from '../en/law.ts'
import type { Translation } from '../translation.ts'

export const law: Translation<typeof english> = {
  law_interest: 'Rente',
  law_costs: 'Incassokosten',
  law_fees: 'Aanmaningskosten',
  law_principal: 'Hoofdsom',
  law_period: 'Periode',
  law_days: 'Dagen',
  law_rate: 'Percentage',
  law_over: 'Over',
  law_day: 'Dag',
  law_amount: 'Bedrag',
  law_to_costs: 'Kosten',
  law_payments: 'Betalingen in de volgorde van de wet',
  law_rules: 'Regels en bronnen',
  law_source: 'Bron: {source}',
  law_source_compared: 'Bron: {source}, vergeleken op {day}',
}
