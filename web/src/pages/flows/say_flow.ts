import type { Flow, FlowStep } from '../../api/flows.ts'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { sayType } from '../../words/say_type.ts'

/** Which invoices follow a flow, in a few words. */
export function sayFor({ for: meant, fallback }: Pick<Flow, 'for' | 'fallback'>, words: Words): string {
  const parts = [
    words[`flow_party_${meant.party}`],
    ...(meant.payment_conditions === 'any' ? [] : [meant.payment_conditions.join(', ')]),
    ...(meant.payment_methods === 'any' ? [] : meant.payment_methods.map((one) => sayType(words, 'method', one))),
    ...(fallback ? [words.flow_fallback_short] : []),
  ]
  return parts.join(' · ')
}

/** What else a step says beside its day: how it goes out, how long it gives, and what it costs or asks of a person. */
export function sayStep({ channels, term_days, fee, approval }: FlowStep, words: Words, letter: boolean) {
  return {
    by: letter ? sayChannels(channels, words) : '',
    term: term_days === null ? '' : fill(words.flow_gives_days, { days: term_days }),
    rest: [
      ...(fee === 'none' ? [] : [fee === 'pack' ? words.flow_fee_pack : fee]),
      ...(approval ? [words.flow_approval_short] : []),
    ].join(' · '),
  }
}

export function sayChannels(channels: FlowStep['channels'], words: Words): string {
  const [first, second] = channels
  if (!first) return ''
  const name = words[`flow_channel_${first}`]
  return second ? fill(words.flow_else, { first: name, second: words[`flow_channel_${second}`] }) : name
}
