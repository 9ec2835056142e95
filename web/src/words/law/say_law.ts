import { fill } from '../fill.ts'
import type { en } from './generated.ts'

/** The words of the law in one language. */
export type LawWords = {
  readonly [part in 'laws' | 'parties' | 'orders' | 'cost_steps' | 'sources' | 'reasons']: {
    readonly [code in keyof (typeof en)[part]]: string
  }
} & { readonly rules: { readonly [code in keyof (typeof en)['rules']]: Rule } }

type Rule = { readonly name: string; readonly text: string }
type Reason = { code: string; values: Readonly<Record<string, unknown>> }

/** A rule by its code; a newer service may know one that this page does not, and then its code stands for it. */
export const sayRule = ({ rules }: LawWords, code: string): Rule =>
  wordOf<Rule>(rules, code) ?? { name: code, text: '' }

export const saySource = ({ sources }: LawWords, code: string): string => wordOf<string>(sources, code) ?? code

type CostStep = { kind: string; over: string | null; percent: string | null; width: string | null }
type Said = { money: (amount: string) => string; percent: (rate: string) => string }

/** A line of how costs were worked out: which slice of a scale, or what raised or lowered them; and the share of it. */
export function sayCostStep({ cost_steps: words }: LawWords, step: CostStep, first: boolean, { money, percent }: Said) {
  const { kind, over, percent: rate, width } = step
  const slice = width === null ? words.rest : fill(first ? words.first : words.next, { amount: money(width) })
  return {
    name: kind === 'slice' ? slice : (wordOf<string>(words, kind) ?? kind),
    share: over === null || rate === null ? '' : fill(words.share, { percent: percent(rate), amount: money(over) }),
  }
}

/** Why a figure is what it is. Days that its sentence names are written by the page. */
export function sayReason({ reasons }: LawWords, { code, values }: Reason, sayDay: (day: string) => string): string {
  const said = Object.entries(values).map(([name, value]) => {
    const text = String(value)
    return [name, /^\d{4}-\d\d-\d\d$/.test(text) ? sayDay(text) : text]
  })
  return fill(wordOf<string>(reasons, code) ?? code, Object.fromEntries(said))
}

/** A payment goes to costs first in the Netherlands and in Germany. */
export const sayOrder = ({ orders }: LawWords, law: string): string =>
  /^(nl|de)$/i.test(law) ? orders.costs_first : orders.interest_first

const wordOf = <Word>(words: Readonly<Record<string, Word>>, code: string): Word | undefined =>
  Object.hasOwn(words, code) ? words[code] : undefined
