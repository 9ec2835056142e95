import type { Day } from '../../domain/days.ts'
import { sumOf } from '../../domain/money.ts'
import { rateText } from '../../law/rates.ts'
import type { CostStep } from '../../law/scales.ts'
import type { RuleCode } from '../../law/words/en.ts'
import { lawWords } from '../../law/words/law_words.ts'
import { sayDay, sayRate } from '../../letters/rendering/formats.ts'
import { filled } from '../../letters/texts/letter_texts.ts'
import type { CalculatedInvoice } from '../case_claim/calculation.ts'
import type { Block, Row } from './blocks.ts'
import type { CaseFile } from './read.ts'
import { speechOf } from './speech.ts'

// What the law makes of a case, for whoever has to judge it: the claim, how each amount was worked out, by which rule,
// and where the rates stand.

/** The claim as it stands on the day: what is owed, what was paid, what is left. */
export function claimBlocks(file: CaseFile): Block[] {
  const { words, money, day } = speechOf(file)
  const { sums, on, party_assumed, law, party } = file.calculation
  const { laws, parties } = lawWords[file.language]
  const sentence = filled(words.claim_sentence, {
    ...{ law: laws[law], party: parties[party], total: money(sums.total), day: sayDay(on, file.language) },
    ...{ principal: money(sums.open.principal), interest: money(sums.open.interest) },
    costs: money(sums.open.costs + sums.fees_open),
  })
  const optional: [string, bigint][] = [
    [words.credited, -sums.credited],
    [words.interest_costs, sums.interest],
    [words.debt_collection_costs, sums.costs],
    [words.fees_open, sums.fees_open],
    [words.paid, -sums.paid],
    [words.waived, -sums.waived],
  ]
  return [
    { is: 'heading', text: words.claim },
    { is: 'small', text: [sentence, ...(party_assumed ? [words.party_assumed] : [])].join(' ') },
    {
      ...{ is: 'table', head: [words.claim_part, words.amount], numbers: [1] },
      rows: [
        { cells: [words.principal, money(sums.invoiced)] },
        ...optional.filter(([, amount]) => amount !== 0n).map(([what, amount]) => ({ cells: [what, money(amount)] })),
        { cells: [`${words.to_pay} ${day(on)}`, money(sums.total)], strong: true },
      ],
    },
  ]
}

/** Interest by its parts, costs, payments in the order of the law, and the rules of it all. */
export const calculationBlocks = (file: CaseFile): Block[] => [
  ...interestBlocks(file),
  ...costsBlocks(file),
  ...paymentBlocks(file),
  ...remarkBlocks(file),
  ...ruleBlocks(file),
]

function interestBlocks(file: CaseFile): Block[] {
  const { words, money, day } = speechOf(file)
  const { invoices, sums } = file.calculation
  const rows = invoices.flatMap(({ invoice_number, parts }): Row[] =>
    parts.map(({ from, to, days, rate, base, amount }, index) => ({
      cells: [
        ...[index === 0 ? invoice_number : '', `${day(from)} – ${day(to)}`, String(days)],
        ...[sayRate(rateText(rate), file.language), money(base), money(amount)],
      ],
    })),
  )
  if (rows.length === 0) return []
  const head = [words.invoice, words.period, words.days, words.rate, words.base, words.interest_costs]
  const sum = { cells: [words.total, '', '', '', '', money(sums.interest)], strong: true }
  return [
    { is: 'heading', text: words.interest_calculation },
    { is: 'table', head, rows: [...rows, sum], numbers: [2, 3, 4, 5] },
    { is: 'small', text: words.interest_formula },
  ]
}

function costsBlocks(file: CaseFile): Block[] {
  const { words, money } = speechOf(file)
  const { invoices, sums } = file.calculation
  const { rules } = lawWords[file.language]
  const rows = invoices.flatMap(({ invoice_number, costs, costs_rule, cost_steps }): Row[] =>
    costs_rule === null
      ? []
      : [
          ...cost_steps.map((step, index) => ({
            cells: ['', ...sayStep(step, index === 0, file), money(step.amount)],
          })),
          { cells: [invoice_number, rules[costs_rule].name, '', money(costs)] },
        ],
  )
  if (rows.length === 0) return []
  const sum = { cells: [words.total, '', '', money(sums.costs)], strong: true }
  return [
    { is: 'heading', text: words.costs_calculation },
    { is: 'table', head: [words.invoice, words.rule, words.base, words.amount], rows: [...rows, sum], numbers: [2, 3] },
  ]
}

/** A line of how costs were worked out, and the share that it is. */
function sayStep({ kind, over, percent, width }: CostStep, first: boolean, file: CaseFile): [string, string] {
  const { money } = speechOf(file)
  const { cost_steps: words } = lawWords[file.language]
  const slice = width === null ? words.rest : filled(first ? words.first : words.next, { amount: money(width) })
  const share =
    over === null || percent === null
      ? ''
      : filled(words.share, { percent: sayRate(percent, file.language), amount: money(over) })
  return [kind === 'slice' ? slice : words[kind], share]
}

function paymentBlocks(file: CaseFile): Block[] {
  const { words, money, day } = speechOf(file)
  const { invoices, law } = file.calculation
  const { orders } = lawWords[file.language]
  const payments = invoices.flatMap(({ invoice_number, payments: own }) =>
    own.map((one) => ({ ...one, invoice_number })),
  )
  if (payments.length === 0) return []
  const total = (of: (one: (typeof payments)[number]) => bigint): string => money(sumOf(payments.map(of)))
  const rows = payments.map((one) => ({
    cells: [
      ...[day(one.date), one.invoice_number, money(one.amount)],
      ...[money(one.costs), money(one.interest), money(one.principal)],
    ],
  }))
  const sum = {
    cells: [
      ...[words.total, '', total((one) => one.amount), total((one) => one.costs)],
      ...[total((one) => one.interest), total((one) => one.principal)],
    ],
    strong: true,
  }
  const head = [words.day, words.invoice, words.amount, words.costs_calculation, words.interest_costs, words.principal]
  return [
    { is: 'heading', text: words.payments_calculation },
    { is: 'table', head, rows: [...rows, sum], numbers: [2, 3, 4, 5] },
    { is: 'small', text: words.interest_formula },
    { is: 'small', text: law === 'nl' || law === 'de' ? orders.costs_first : orders.interest_first },
  ]
}

/** Why figures are what they are, each remark once, and until when the debtor could pay without costs. */
function remarkBlocks(file: CaseFile): Block[] {
  const { words } = speechOf(file)
  const { reasons } = lawWords[file.language]
  const said = (value: string | number): string =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? sayDay(value as Day, file.language) : String(value)
  const remarks = file.calculation.invoices.flatMap(({ invoice_number, last_free_day, reasons: own }) => [
    ...(last_free_day === null
      ? []
      : [filled(words.free_until, { number: invoice_number, day: sayDay(last_free_day, file.language) })]),
    ...own.map(({ code, values }) =>
      filled(reasons[code], Object.fromEntries(Object.entries(values).map(([name, value]) => [name, said(value)]))),
    ),
  ])
  if (remarks.length === 0) return []
  return [
    { is: 'heading', text: words.why },
    { is: 'small', text: [...new Set(remarks)].join('\n') },
  ]
}

/** Every rule that a figure rests on, in words, and where the rates stand. */
function ruleBlocks(file: CaseFile): Block[] {
  const { words, day } = speechOf(file)
  const { rules, sources } = lawWords[file.language]
  const { invoices } = file.calculation
  const parts = invoices.flatMap((one) => one.parts)
  const used = new Set(invoices.flatMap(rulesOf))
  if (used.size === 0) return []
  const found = new Map(parts.map(({ source }) => [source.code, source]))
  const said = [...found.values()].map(({ code, verified_on }) =>
    verified_on === null ? sources[code] : `${sources[code]} (${words.compared_on} ${day(verified_on)})`,
  )
  return [
    { is: 'heading', text: words.rules },
    {
      is: 'facts',
      facts: [
        ...[...used].map((rule) => [rules[rule].name, rules[rule].text] as const),
        ...(said.length > 0 ? [[words.source_of_rates, said.join('; ')] as const] : []),
      ],
    },
  ]
}

const rulesOf = ({ parts, costs_rule, reasons }: CalculatedInvoice): RuleCode[] =>
  [...parts.map(({ rule }) => rule), costs_rule, ...reasons.map(({ rule }) => rule)].filter((rule) => rule !== null)

/** Says plainly where what was posted differs from what is calculated. */
export function postedSentence(file: CaseFile): string {
  const { words, money } = speechOf(file)
  const { sums } = file.calculation
  const differs = (['interest', 'costs'] as const).flatMap((kind) => {
    const difference = sums.difference[kind]
    if (difference === 0n) return []
    return filled(difference > 0n ? words.posted_more : words.posted_less, {
      what: kind === 'interest' ? words.interest_costs : words.debt_collection_costs,
      ...{ calculated: money(sums[kind]), posted: money(sums.posted[kind]) },
      difference: money(difference < 0n ? -difference : difference),
    })
  })
  return [words.posted_sentence, ...(differs.length > 0 ? differs : [words.posted_all])].join(' ')
}
