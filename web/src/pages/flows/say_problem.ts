import type { FlowProblem } from '../../api/flows.ts'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { sayType } from '../../words/say_type.ts'

type Pattern = readonly [RegExp, Extract<keyof Words, `flow_wrong_${string}`>]

/** What the service says is wrong with a flow, and the words for it; names of steps are said in words too. */
export const problem_patterns: readonly Pattern[] = [
  [/^(?<step>\w+) stands there twice\.$/, 'flow_wrong_twice'],
  [/^(?<step>\w+) has to come before (?<other>\w+)\.$/, 'flow_wrong_order'],
  [/^the end of the service has to be announced before\.$/, 'flow_wrong_announced'],
  [/^(?<step>\w+) can only come after a reminder\.$/, 'flow_wrong_after_reminder'],
  [/^nothing comes after collectable\.$/, 'flow_wrong_after_collectable'],
  [/^an invoice is sent so many days after/, 'flow_wrong_invoice_from'],
  [/^an invoice cannot be sent before its date\.$/, 'flow_wrong_invoice_day'],
  [/^a pre_reminder counts from/, 'flow_wrong_pre_reminder_from'],
  [/^a pre_reminder comes on the due date or before it\.$/, 'flow_wrong_pre_reminder_day'],
  [/^(?<step>\w+) comes at least a day after/, 'flow_wrong_too_early'],
  [
    /^(?<step>\w+) comes (?<days>-?\d+) days after (?<other>\w+), and the flow keeps (?<least>\d+)/,
    'flow_wrong_interval',
  ],
  [/^(?<step>\w+) comes (?<days>-?\d+) days after (?<other>\w+), which gives (?<least>\d+)/, 'flow_wrong_term'],
  [/^(?<step>\w+) has to come after (?<other>\w+)\.$/, 'flow_wrong_after'],
  [/^a case begins with its opening\.$/, 'flow_wrong_opening'],
  [/^steps of a case count from the previous one\.$/, 'flow_wrong_case_from'],
  [/^(?<step>\w+) cannot come before the step before it\.$/, 'flow_wrong_case_day'],
  [/^(?<step>\w+) sends nothing, so it/, 'flow_wrong_sends_nothing'],
  [/^a flow needs at least one step\.$/, 'flow_wrong_no_steps'],
  [/^end is none, so nothing becomes collectable\.$/, 'flow_wrong_end_none'],
  [/^end is \w+, so a case needs its steps\.$/, 'flow_wrong_end_case'],
  [/^a fall-back is for invoices of any payment condition\.$/, 'flow_wrong_fallback'],
  [/^there is no payment condition (?<code>.+)\.$/, 'flow_wrong_payment_condition'],
  [/^there is no text (?<code>.+)\.$/, 'flow_wrong_text'],
  [/^it is (fall-back )?for the same invoices as the flow (?<code>[^;]+);/, 'flow_wrong_tie'],
  [
    /^(?<step>\w+) has to give a (?<party>\w+) at least (?<least>\d+) days, and gives (?<days>\d+)/,
    'flow_wrong_law_term',
  ],
  [
    /^a (?<party>\w+) cannot be taken to collection without the letter that gives (?<least>\d+) days/,
    'flow_wrong_law_letter',
  ],
  [
    /^(?<step>\w+) costs a (?<party>\w+) (?<fee>[\d.]+), and the law lets it cost at most (?<most>[\d.]+)/,
    'flow_wrong_law_fee',
  ],
]

/** A problem in the language of the reader; one that is newer than these words is said as it came. */
export function sayFlowProblem({ sentence }: Pick<FlowProblem, 'sentence'>, words: Words): string {
  for (const [pattern, key] of problem_patterns) {
    const groups = pattern.exec(sentence)?.groups
    if (groups === undefined && !pattern.test(sentence)) continue
    const { step, other, party, ...rest } = groups ?? {}
    return fill(words[key], {
      ...rest,
      step: sayType(words, 'flow_step', step ?? ''),
      other: sayType(words, 'flow_step', other ?? ''),
      party: party === 'business' ? words.flow_one_business : words.flow_one_consumer,
    })
  }
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`
}
