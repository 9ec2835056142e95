import type { LegalTexts } from './legal_texts.ts'

export const english: LegalTexts = {
  nl_consumer:
    'You have {days} more days to pay without extra costs. They count from the day after you received this letter. If the amount has not been paid, or not all of it, by then, you owe collection costs of {amount}{vat} (article 6:96(6) of the Dutch Civil Code). If you pay a part within these days, the costs are calculated on what is left.',
  be_consumer:
    'This reminder is free of charge. The creditor is {creditor}{registration}. It is about what was supplied on the invoices named here; each shows its due date and what is open, together {total}. You have {days} calendar days to pay; the first one is {start}. {consequence}',
  be_damages: 'If not everything has been paid by then, the clause on damages in our terms lets us ask for {amount}.',
  be_nothing: 'Only after that can we take further steps.',
  by_mail: 'the day after this message was sent',
  by_post: 'the third working day after this letter was posted',
  vat: ', VAT included',
  registration: ' (enterprise number {number})',
  nl_business:
    'If the amount has not been paid within this term, you owe statutory trade interest (article 6:119a of the Dutch Civil Code) and collection costs of {amount}{vat} (article 6:96).',
  be_business:
    'If the amount has not been paid within this term, interest and a fixed sum of {amount} are due by law (Belgian law of 2 August 2002 on late payment).',
  de_business:
    'If the amount has not been paid within this term, you owe default interest of nine percentage points above the base rate and a lump sum of {amount} (section 288 of the German Civil Code).',
  fr_business:
    'If the amount has not been paid within this term, you owe late-payment interest at the rate of the European Central Bank plus ten points and a fixed sum of {amount} for recovery costs (articles L441-10 and D441-5 of the French Commercial Code).',
  uk_business:
    'If the amount has not been paid within this term, we will exercise our statutory right to claim interest at 8 % over the Bank of England reference rate and a fixed sum of {amount} for debt recovery costs under the Late Payment of Commercial Debts (Interest) Act 1998.',
  eu_business:
    'If the amount has not been paid within this term, you owe interest of eight percentage points above the rate of the European Central Bank and a fixed sum of {amount} (Directive 2011/7/EU).',
  agreed_rate:
    'If the amount has not been paid within this term, you owe the interest of {rate} a year that was agreed, and {amount}{vat} for collection costs ({basis}).',
  no_interest:
    'If the amount has not been paid within this term, you owe {amount}{vat} for collection costs ({basis}).',
  nl_basis: 'article 6:96 of the Dutch Civil Code',
  be_basis: 'Belgian law of 2 August 2002 on late payment',
  de_basis: 'section 288 of the German Civil Code',
  fr_basis: 'articles L441-10 and D441-5 of the French Commercial Code',
  uk_basis: 'Late Payment of Commercial Debts (Interest) Act 1998',
  eu_basis: 'Directive 2011/7/EU',
}
