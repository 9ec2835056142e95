import { sumOf } from '../domain/money.ts'
import { all_steps, isOverdueStep } from '../domain/steps.ts'
import { because } from './claim/assessment.ts'
import { countries, otherCurrency } from './claim/calculate.ts'
import { answerOf } from './claim/write_answer.ts'
import { type Country, type LetterLaw, lastFreeDay, ordinary_letters, receivedOn } from './country.ts'
import { feeProblems, termProblems } from './flow_problems.ts'
import type { Charge, Claim, LawCode, LawPack, Reckoned } from './pack.ts'
import type { Party } from './party.ts'
import { reckon, reckonNothing, termsRunning } from './reckon.ts'
import { isInUnion } from './union.ts'

/** A pack is what the engine asks of a country. */
function packOf(country: Country): LawPack {
  const { code, currency_code, letters, feeMax, fee_rule } = country
  const pack: LawPack = {
    ...lettersOf(letters),
    ...{ code, currency_code, feeMax, fee_rule },
    reckon: (claim) => reckonedIn(country, claim),
    announces: (claim) => announcedBy(country, pack, claim),
    charges: (claim) =>
      all_steps[claim.step].of === 'case' ? chargesOfCase(country, claim) : reminderFee(country, claim),
    chargesFrom: (claim) => termsRunning(country, claim).toSorted()[0] ?? null,
    flowProblems: (flow, party) => [...termProblems(pack, flow, party), ...feeProblems(pack, flow, party)],
  }
  return pack
}

/** Where no law is known nothing is charged, and letters give what flows say. */
const none: LawPack = {
  ...lettersOf(ordinary_letters),
  ...{ code: 'none', currency_code: null, feeMax: () => 0n, fee_rule: 'none.fees', announces: () => null },
  reckon: (claim) => reckonNothing(claim, because('no_law')),
  ...{ charges: () => [], chargesFrom: () => null },
  flowProblems: (flow, party) => [...termProblems(none, flow, party), ...feeProblems(none, flow, party)],
}

export const packs: { readonly [code in LawCode]: LawPack } = {
  ...{ nl: packOf(countries.NL), be: packOf(countries.BE), de: packOf(countries.DE), fr: packOf(countries.FR) },
  ...{ uk: packOf(countries.UK), eu: packOf(countries.EU), none },
}

/** Where a claim is in another currency than the amounts of the law, nothing is charged. */
function reckonedIn(country: Country, claim: Claim): readonly Reckoned[] {
  if (claim.currency_code === country.currency_code) return reckon(country, claim)
  return reckonNothing(claim, otherCurrency(country.currency_code, claim.currency_code))
}

function lettersOf(letters: LetterLaw) {
  const { consumer_letter } = letters
  const legalLetter: LawPack['legalLetter'] = ({ party, step, first_reminder }) => {
    if (party !== 'consumer' || !consumer_letter) return null
    const asked = consumer_letter.at === 'first_reminder' ? first_reminder : consumer_letter.at === step
    return asked ? { days: consumer_letter.days, rule: consumer_letter.rule } : null
  }
  return {
    legalLetter,
    receivedOn: (letter: Parameters<LawPack['receivedOn']>[0]) => receivedOn(letters, letter),
    lastFreeDay: (letter: Parameters<LawPack['lastFreeDay']>[0]) => lastFreeDay(letters, letter),
  }
}

const beyond = (amount: bigint, charged = 0n): bigint => (amount > charged ? amount - charged : 0n)

/** The costs that a letter says will follow: those of the law for consumers, of the last letter for businesses. */
function announcedBy(country: Country, pack: LawPack, claim: Claim): bigint | null {
  const { party, step, agreed, on, invoices, currency_code } = claim
  if (!agreed.charges_costs || currency_code !== country.currency_code) return null
  const open = invoices.map((one) => one.open)
  if (party === 'consumer') {
    const asked = pack.legalLetter({ party, step, first_reminder: true })
    const costs = asked ? country.costsAfterLetter(sumOf(open), { on, agreed }).amount : 0n
    return costs > 0n ? costs : null
  }
  if (step !== 'final_reminder') return null
  if (country.shares_costs(party)) return country.costsAfterLetter(sumOf(open), { on, agreed }).amount
  const sums = sumOf(open.map((one) => country.fixedSum(one, agreed)))
  return sums > 0n ? sums : null
}

/** What the calculation of today comes to beyond what was charged before; less than that is below zero. */
function chargesOfCase(country: Country, claim: Claim): Charge[] {
  const { charges_costs, charges_interest, after_payment } = claim.agreed
  // Costs of a case are one claim, on whichever of its invoices somebody else has charged them.
  let costs_elsewhere = sumOf(claim.invoices.map(({ charged_elsewhere }) => charged_elsewhere?.costs ?? 0n))
  return reckon(country, claim).flatMap(({ invoice, calculation, costs, rule }): Charge[] => {
    const { posted, charged_elsewhere } = invoice
    const interest = charges_interest ? beyond(calculation.interest, charged_elsewhere?.interest) - posted.interest : 0n
    const more_costs = charges_costs ? beyond(costs, costs_elsewhere) - posted.costs : 0n
    costs_elsewhere = beyond(costs_elsewhere, costs)
    const wanted = invoice.open > 0n || after_payment || interest < 0n
    const charged = (cost_type: Charge['cost_type'], amount: bigint, by: Charge['rule']): Charge => ({
      ...{ invoice_id: invoice.id, cost_type, amount, rule: by },
      calculation: { on: claim.on, ...answerOf(calculation) },
    })
    const interest_rule = calculation.parts[0]?.rule ?? country.interest_rule(claim.party)
    return [
      ...(interest !== 0n && wanted ? [charged('interest_costs', interest, interest_rule)] : []),
      ...(more_costs !== 0n ? [charged('debt_collection_costs', more_costs, rule)] : []),
    ]
  })
}

/** What a further reminder costs, once a letter. */
function reminderFee(country: Country, { party, agreed, on, invoices }: Claim): Charge[] {
  const [first] = invoices
  if (!first) return []
  const reminded = new Set(
    invoices
      .flatMap(({ letters }) => letters)
      .filter(
        ({ step, sent_on }) =>
          isOverdueStep(step) && (!agreed.regular_supply || sent_on.slice(0, 4) === on.slice(0, 4)),
      )
      .map(({ id }) => id),
  )
  const { ordinary, regular_supply } = country.free_reminders
  const free = agreed.regular_supply ? regular_supply : ordinary
  const amount = country.feeMax({ party, first_reminder: reminded.size < free })
  return amount > 0n
    ? [{ invoice_id: first.id, cost_type: 'administration_costs', amount, rule: country.fee_rule }]
    : []
}

const own: { readonly [country: string]: LawCode } = { NL: 'nl', BE: 'be', DE: 'de', FR: 'fr', GB: 'uk' }

/** The law of a country; where there is none of its own, that of the Union, or none. */
export const lawOfCountry = (country_code: string): LawPack =>
  packs[own[country_code] ?? (isInUnion(country_code) ? 'eu' : 'none')]

/** Between businesses the law of the creditor holds; a consumer has that of the own country. */
export const countryOfLaw = (party: Party, of: { administration: string; debtor: string }): string =>
  party === 'business' ? of.administration : of.debtor
