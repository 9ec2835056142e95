/**
 * What the law is called when people read a calculation: each rule by its name and in a sentence, each source of a
 * rate, and why a figure is what it is. Names in braces are filled in. Other languages have the same keys.
 */
export const english = {
  laws: {
    nl: 'Dutch law',
    be: 'Belgian law',
    de: 'German law',
    fr: 'French law',
    uk: 'the law of the United Kingdom',
    eu: 'the law of the European Union',
    none: 'no law that is known here',
  },
  parties: { business: 'between businesses', consumer: 'against a consumer' },
  orders: {
    costs_first: 'A payment settles costs first, then interest, then principal.',
    interest_first: 'A payment settles interest first, then principal; costs and fixed sums stand apart.',
  },
  cost_steps: {
    first: 'First {amount}',
    next: 'Next {amount}',
    rest: 'Everything above',
    share: '{percent} of {amount}',
    fixed: 'Fixed sum',
    least: 'Raised to the least that the law gives',
    most: 'Lowered to the most that the law allows',
    vat: 'Turnover tax, which the creditor cannot reclaim',
    stated: 'Lowered to what the letter had named',
  },
  rules: {
    'nl.interest': {
      name: 'Statutory interest (art. 6:119 BW)',
      text: 'From the day after the due date, by day, at the rate that is set by decree; after each full year unpaid interest bears interest itself.',
    },
    'nl.interest_agreed': {
      name: 'Interest by contract (art. 6:119(3) BW)',
      text: 'From the day after the due date, by day, at the rate that was agreed.',
    },
    'nl.trade_interest': {
      name: 'Statutory commercial interest (art. 6:119a BW)',
      text: 'From the day after the due date, by day, at the rate of the European Central Bank plus eight points; after each full year unpaid interest bears interest itself.',
    },
    'nl.trade_interest_agreed': {
      name: 'Commercial interest by contract (art. 6:119a BW)',
      text: 'From the day after the due date, by day, at the rate that was agreed.',
    },
    'nl.14_days': {
      name: 'Letter of fourteen days (art. 6:96(6) BW)',
      text: 'A consumer owes collection costs only after a letter that names their amount and gives fourteen days from the day after its receipt.',
    },
    'nl.wik': {
      name: 'Collection costs by scale (art. 6:96 BW, Besluit BIK)',
      text: '15 % of the first €2,500, 10 % of the next €2,500, 5 % of the next €5,000, 1 % of the next €190,000 and 0.5 % above; at least €40 and at most €6,775.',
    },
    'nl.30_days': {
      name: 'Term of payment between businesses (art. 6:119a(2) BW)',
      text: 'Where no day was agreed: thirty days after the invoice or the goods were received.',
    },
    'be.trade_interest': {
      name: 'Interest on late payment (Law of 2 August 2002)',
      text: 'From the day after the due date, by day, at the rate that is published each half-year; for a consumer it is the most that a clause may ask.',
    },
    'be.trade_interest_agreed': {
      name: 'Interest by contract (Law of 2 August 2002)',
      text: 'By day, at the rate that was agreed, as far as the law allows it.',
    },
    'be.30_days': {
      name: 'Term of payment between businesses (art. 4 Law of 2 August 2002)',
      text: 'Where no day was agreed: thirty days after the invoice or the goods were received.',
    },
    'be.xix_14_days': {
      name: 'First reminder of a consumer (art. XIX.2 WER)',
      text: 'The first reminder is free and gives fourteen calendar days; nothing may be charged before they have ended.',
    },
    'be.xix_clause': {
      name: 'Clause of the contract (art. XIX.4 WER)',
      text: 'A consumer owes interest and damages only as far as a clause of the contract says so.',
    },
    'be.xix_caps': {
      name: 'Damages of a clause, within the caps (art. XIX.4 WER)',
      text: '€20 on up to €150; €30 and 10 % of what is above €150, up to €500; €65 and 5 % of what is above €500, at most €2,000. What is unpaid when the free term ends counts.',
    },
    'be.xix_reminder_fee': {
      name: 'Costs of a further reminder (art. XIX.2 WER)',
      text: 'At most €7.50 and postage for each reminder after the free ones.',
    },
    'be.fixed_sum': {
      name: 'Fixed sum for recovery (art. 6 Law of 2 August 2002)',
      text: '€40 for each invoice that is not paid in time, between businesses.',
    },
    'de.interest': {
      name: 'Default interest (§ 288(1) BGB)',
      text: 'From the first day of default, by day, at five points above the base rate.',
    },
    'de.interest_agreed': {
      name: 'Interest by contract (§ 288(3) BGB)',
      text: 'From the first day of default, by day, at the rate that was agreed.',
    },
    'de.trade_interest': {
      name: 'Default interest between businesses (§ 288(2) BGB)',
      text: 'From the first day of default, by day, at nine points above the base rate; eight for contracts before 29 July 2014.',
    },
    'de.trade_interest_agreed': {
      name: 'Interest by contract between businesses (§ 288(3) BGB)',
      text: 'From the first day of default, by day, at the rate that was agreed.',
    },
    'de.286_bgb': {
      name: 'Beginning of default (§ 286 BGB)',
      text: 'By an agreed day, by a reminder that arrived, or thirty days after due date and invoice.',
    },
    'de.193_bgb': {
      name: 'Days on a weekend or holiday (§ 193 BGB)',
      text: 'A day by which to pay moves to the next working day.',
    },
    'de.base_rate': { name: 'Base rate (§ 247 BGB)', text: 'Set on 1 January and 1 July of each year.' },
    'de.lump_sum': {
      name: 'Lump sum (§ 288(5) BGB)',
      text: '€40 for each invoice that is not paid in time, where the debtor is no consumer.',
    },
    'de.fees': { name: 'Costs of reminders', text: 'No fixed amount may be charged for a reminder.' },
    'fr.trade_interest': {
      name: 'Late payment penalties (art. L441-10 Code de commerce)',
      text: 'From the day after the due date, by day, at the rate of the European Central Bank plus ten points.',
    },
    'fr.trade_interest_agreed': {
      name: 'Late payment penalties by contract (art. L441-10 Code de commerce)',
      text: 'From the day after the due date, by day, at the rate that was agreed.',
    },
    'fr.30_days': {
      name: 'Term of payment (art. L441-10 Code de commerce)',
      text: 'Where no day was agreed: thirty days after the invoice or the goods were received.',
    },
    'fr.indemnity': {
      name: 'Fixed indemnity for recovery (art. D441-5 Code de commerce)',
      text: '€40 for each invoice that is not paid in time, between businesses.',
    },
    'fr.fees': { name: 'Costs of reminders', text: 'No fixed amount may be charged for a reminder.' },
    'uk.statutory_interest': {
      name: 'Statutory interest (Late Payment of Commercial Debts (Interest) Act 1998)',
      text: 'By day, at eight points above the Bank Rate of the 30 June or 31 December before interest starts, for the whole life of the debt.',
    },
    'uk.statutory_interest_agreed': {
      name: 'Interest by contract (section 8 of the Act of 1998)',
      text: 'By day, at the rate that was agreed.',
    },
    'uk.relevant_day': {
      name: 'Day from which interest runs (section 4 of the Act of 1998)',
      text: 'The day after the agreed day; where none was agreed, after thirty days from performance or notice of the amount.',
    },
    'uk.substantial_remedy': {
      name: 'Remedy by contract (sections 8 and 9 of the Act of 1998)',
      text: 'Where the contract has a substantial remedy of its own, that takes the place of the Act.',
    },
    'uk.fixed_sum': {
      name: 'Fixed sum (section 5A of the Act of 1998)',
      text: '£40 for a debt below £1,000, £70 below £10,000, £100 for any other, for each invoice.',
    },
    'uk.reference_rate': { name: 'Reference rate', text: 'The Bank Rate on 30 June and on 31 December.' },
    'uk.fees': { name: 'Costs of reminders', text: 'No fixed amount may be charged for a reminder.' },
    'eu.interest': {
      name: 'Interest on late payment (Directive 2011/7/EU, art. 3)',
      text: 'From the day after the due date, by day, at the rate of the European Central Bank plus eight points.',
    },
    'eu.interest_agreed': {
      name: 'Interest by contract (Directive 2011/7/EU)',
      text: 'From the day after the due date, by day, at the rate that was agreed.',
    },
    'eu.30_days': {
      name: 'Term of payment (Directive 2011/7/EU, art. 3)',
      text: 'Where no day was agreed: thirty days after the invoice or the goods were received.',
    },
    'eu.fixed_sum': {
      name: 'Fixed sum for recovery (Directive 2011/7/EU, art. 6)',
      text: '€40 for each invoice that is not paid in time, between businesses.',
    },
    'eu.fees': { name: 'Costs of reminders', text: 'No fixed amount may be charged for a reminder.' },
    'ecb.main_refinancing': {
      name: 'Rate of the European Central Bank',
      text: 'The rate of the main refinancing operations on the first day of the half-year.',
    },
    'none.fees': { name: 'No law known', text: 'Nothing is charged where the law of the country is not known here.' },
  },
  sources: {
    nl_decree: 'Besluit wettelijke rente (article 6:120 BW)',
    nl_trade: 'Article 6:120(2) BW: rate of the central bank plus points',
    be_announced: 'Law of 2 August 2002, rate announced each half-year',
    de_bundesbank: 'Deutsche Bundesbank, base rate of §247 BGB',
    fr_code_de_commerce: 'Article L441-10 Code de commerce: rate of the central bank plus ten points',
    uk_bank: 'Bank of England, official rate before the half-year',
    ecb: 'European Central Bank, main refinancing operations',
    public_files: 'Public files; no official publication was found',
    contract: 'The contract',
  },
  reasons: {
    other_currency: 'The amounts of this law are in {legal}, so nothing is charged in {currency}.',
    no_law: 'The law of this country is not known here, so nothing is charged.',
    interest_not_charged: 'The creditor has chosen to charge no interest.',
    costs_not_charged: 'The creditor has chosen to charge no collection costs.',
    no_due_date: 'No day by which to pay is known, nor the facts from which one would follow.',
    term_of_law: 'No term was agreed: thirty days after invoice and goods were received on {day}.',
    no_default: 'No date was agreed, no reminder arrived, and no thirty days began to run.',
    default_by_reminder: 'A reminder arrived on {day}, so default began on the day after it.',
    default_by_invoice: 'Thirty days after due date and invoice ended on {day}.',
    due_date_moved: 'The day by which to pay moves to {day}, a working day.',
    term_limited: 'The law gives this purchaser at most {days} days to pay: the last one is {day}.',
    businesses_only: 'This law gives interest and costs between businesses only, so a consumer is charged nothing.',
    own_remedy: 'The contract has a remedy of its own, so the fixed sum of the Act is not due.',
    before_book_xix: 'The debt is older than Book XIX, which alone is known here.',
    reminder_missing: 'No reminder has given fourteen free days, so nothing may be charged.',
    reminder_invalid: 'The reminder lacks what the law asks of it, so it does not count.',
    reminder_too_early: 'The reminder was sent before the due date had passed, so it does not count.',
    no_interest_clause: 'The contract has no clause on interest.',
    interest_clause_void: 'From {day} on, the rate of the clause is above that of the law, so the clause is void.',
    no_damages_clause: 'The contract has no clause on damages.',
    damages_clause_void: 'The clause asks more than the law allows on what was unpaid, so it is void.',
    letter_missing: 'No letter has given fourteen days, so no collection costs may be charged.',
    letter_too_early:
      'The letter was sent before default had begun, so no collection costs may be charged; a new letter is needed.',
    letter_term_short:
      'The letter gives {days} days instead of 14, so no collection costs may be charged; a new letter is needed.',
    letter_counts_from_its_date:
      'The letter counts its days from its own date, so no collection costs may be charged; a new letter is needed.',
    letter_without_amount:
      'The letter does not name the amount of the costs, so no collection costs may be charged; a new letter is needed.',
    letter_charges: 'The letter charges costs itself, so no collection costs may be charged; a new letter is needed.',
    costs_before_scale: 'For debts due before 1 July 2012 a court sets the costs.',
    rate_unknown: 'No rate is known from {day} on, so no interest is calculated from that day.',
    rate_unknown_before: 'No rate is known before {day}, so interest is calculated from that day.',
    payment_later: 'Payments after {day} are not counted.',
    paid_too_much: 'More was paid than principal and what a payment settles first.',
  },
}

type Words = typeof english

/** A rule of the law that decides about a figure. */
export type RuleCode = keyof Words['rules']
/** Where a rate stands. */
export type SourceCode = keyof Words['sources']
/** Why a figure is what it is. */
export type ReasonCode = keyof Words['reasons']

export type LawWords = {
  readonly laws: { readonly [code in keyof Words['laws']]: string }
  readonly parties: { readonly [party in keyof Words['parties']]: string }
  readonly orders: { readonly [order in keyof Words['orders']]: string }
  readonly cost_steps: { readonly [step in keyof Words['cost_steps']]: string }
  readonly rules: { readonly [code in RuleCode]: { readonly name: string; readonly text: string } }
  readonly sources: { readonly [code in SourceCode]: string }
  readonly reasons: { readonly [code in ReasonCode]: string }
}
