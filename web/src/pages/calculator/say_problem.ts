import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { type Debt, factsOf } from './debt.ts'
import type { DebtProblem } from './use_calculation.ts'

/** What is wrong with a field, under the name that it has on the page. */
export function sayProblem(problem: DebtProblem, debt: Debt, words: Words): string {
  const number = debt.items.length > 1 ? debt.items[problem.debt]?.number : undefined
  const said = sayOne(problem, debt, words)
  return number ? `${number}, ${said}` : said
}

function sayOne({ place, sentence }: DebtProblem, debt: Debt, words: Words): string {
  const payment = /^payments\[(\d+)\]\.(date|amount)$/.exec(place)
  if (payment) {
    const label = payment[2] === 'date' ? words.calculator_paid_on : words.calculator_paid
    const field = `${label} (${Number(payment[1]) + 1})`
    return fill(payment[2] === 'date' ? words.calculator_wants_day : words.calculator_wants_amount, { field })
  }
  if (place === 'principal') return fill(words.calculator_wants_amount, { field: words.calculator_principal })
  if (place === 'due_date' || place === 'until')
    return fill(words.calculator_wants_day, { field: words[`calculator_${place}`] })
  const fact = factsOf(debt).find(({ path }) => place === `facts.${path}`)
  if (!fact) return sentence
  const wants = fact.kind === 'day' ? 'day' : fact.kind === 'count' ? 'count' : 'rate'
  // A proof of receipt is the one day that can be wrong beside another.
  if (fact.path === 'letter.receipt') return words.calculator_received_early
  return fill(words[`calculator_wants_${wants}`], { field: words[`fact_${fact.path}`] })
}
