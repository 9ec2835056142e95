import type { TodayDebtor } from '../../api/today.ts'
import { fill } from '../../words/fill.ts'
import { sayMoney, sayShortDay } from '../../words/formats.ts'
import type { Language, Words } from '../../words/languages.ts'
import { sayType } from '../../words/say_type.ts'

type Speech = { words: Words; language: Language; book_currency: string }
type Reason = TodayDebtor['reasons'][number]

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** A reason of the rank in words; one that is newer than this page is left out. */
export function sayReason(reason: Reason, { words, language, book_currency }: Speech): string {
  const day = text(reason.promised_on ?? reason.since ?? reason.on)
  const amount = text(reason.amount)
  const values = {
    amount: amount === '' ? '' : sayMoney(amount, text(reason.currency_code) || book_currency, language),
    day: day === '' ? '' : sayShortDay(day, language),
    times: text(reason.times),
    number: text(reason.invoice_number),
    step: sayType(words, 'step', text(reason.step)).toLowerCase(),
    subject: text(reason.subject),
    lately: text(reason.lately),
    before: text(reason.before),
  }
  const again = reason.reason === 'broken_promise' && Number(reason.times) > 1 ? '_again' : ''
  const key = `today_reason_${text(reason.reason)}${again}`
  return isWord(words, key) ? fill(words[key], values) : ''
}

const isWord = (words: Words, key: string): key is keyof Words & string => Object.hasOwn(words, key)

/** Went wrong, or is old: shown in red. */
export const isBad = ({ reason }: Reason): boolean => reason === 'broken_promise' || reason === 'very_old'

type Acting = Pick<TodayDebtor, 'act' | 'person' | 'step' | 'subject'>

/** What to do next, in a few words. */
export function sayAct({ act, person, step, subject }: Acting, words: Words): string {
  if (act === 'call') return person === null ? words.today_act_call_debtor : fill(words.today_act_call, { person })
  return fill(words[`today_act_${act}`], {
    step: step === null ? '' : sayType(words, 'step', step),
    subject: subject ?? '',
  })
}
