import type { OpenSum } from '../../api/records.ts'
import { sayMoney } from '../../words/formats.ts'
import type { Language, Words } from '../../words/languages.ts'
import type { Fact } from './facts.tsx'

/** What a debtor is asked for, part by part, as it is added up on the debtor's own page. Currencies stay apart. */
export function askedFacts(sums: readonly OpenSum[], words: Words, language: Language): Fact[] {
  return sums.flatMap((sum): Fact[] => {
    const named = (label: string): string => (sums.length > 1 ? `${label} (${sum.currency_code})` : label)
    const money = (amount: string): string | null =>
      Number(amount) === 0 ? null : sayMoney(amount, sum.currency_code, language)
    return [
      [named(words.asked_invoices), money(sum.invoices_amount)],
      [named(words.cost_administration_costs), money(sum.administration_costs_amount)],
      [named(words.cost_interest_costs), money(sum.interest_amount)],
      [named(words.cost_debt_collection_costs), money(sum.collection_costs_amount)],
      [named(words.asked_amount), sayMoney(sum.asked_amount, sum.currency_code, language), 'strong'],
      [named(words.asked_collected), money(sum.collected_amount)],
      [named(words.asked_planned), money(sum.planned_amount)],
      [named(words.asked_credit), money(sum.credit_amount)],
      [named(words.asked_not_sent), money(sum.not_sent_amount)],
    ]
  })
}
