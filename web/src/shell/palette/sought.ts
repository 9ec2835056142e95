import { addDays } from '../../words/days.ts'
import { type AmountLanguage, readAmount } from '../../words/read_amount.ts'

/** What somebody typed: words to find a record by, and an amount and a day that make it something to do. */
export type Sought = { text: string; amount: string | null; day: string | null }

const weekdays: readonly (readonly string[])[] = [
  ['sunday', 'sun', 'zondag', 'zo'],
  ['monday', 'mon', 'maandag', 'ma'],
  ['tuesday', 'tue', 'dinsdag', 'di'],
  ['wednesday', 'wed', 'woensdag', 'wo'],
  ['thursday', 'thu', 'donderdag', 'do'],
  ['friday', 'fri', 'vrijdag', 'vr'],
  ['saturday', 'sat', 'zaterdag', 'za'],
]
const today_words = ['today', 'vandaag']
const tomorrow_words = ['tomorrow', 'morgen']

/** Takes a day and an amount out of what was typed. The first word is always sought: «300» alone may be a number. */
export function soughtIn(typed: string, today: string, language: AmountLanguage): Sought {
  const [first, ...others] = wordsIn(typed)
  let amount: string | null = null
  let day: string | null = null
  const words = [first ?? '']
  for (const word of others) {
    const as_day: string | null = day === null ? dayIn(word.toLowerCase(), today) : null
    const as_amount: string | null = amount === null && as_day === null ? amountIn(word, language) : null
    day ??= as_day
    amount ??= as_amount
    if (as_day === null && as_amount === null) words.push(word)
  }
  return { text: words.join(' '), amount, day }
}

/** What is to be done with a debtor, by the words that people type behind its name. */
const verbs = {
  plan: ['plan', 'terms', 'regeling', 'betalingsregeling', 'termijnen'],
  payment: ['pay', 'paid', 'payment', 'betaald', 'betaling'],
} as const
export type Verb = keyof typeof verbs

/** Takes such a word out of what is sought. The first word is always sought: there may be a debtor of that name. */
export function verbIn(text: string): { text: string; verb: Verb | null } {
  const [first = '', ...others] = text.split(' ')
  const meant = (word: string): Verb | undefined =>
    (['plan', 'payment'] as const).find((verb) => verbs[verb].some((one) => one === word.toLowerCase()))
  const found = others.find((word) => meant(word))
  const verb = found === undefined ? null : (meant(found) ?? null)
  return { text: [first, ...others.filter((word) => word !== found)].join(' '), verb }
}

/** A day of the week is the next one, never today. */
function dayIn(word: string, today: string): string | null {
  if (today_words.includes(word)) return today
  if (tomorrow_words.includes(word)) return addDays(today, 1)
  const weekday = weekdays.findIndex((names) => names.includes(word))
  if (weekday >= 0) {
    const days = (weekday - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7
    return addDays(today, days === 0 ? 7 : days)
  }
  const [, date, month] = /^(\d{1,2})[-/](\d{1,2})$/.exec(word) ?? []
  if (date && month) return nextOf(`${month.padStart(2, '0')}-${date.padStart(2, '0')}`, today)
  return /^\d{4}-\d{2}-\d{2}$/.test(word) && isDay(word) && word >= today ? word : null
}

/** A day of a month, this year or else the next. */
function nextOf(month_and_day: string, today: string): string | null {
  const year = Number(today.slice(0, 4))
  const [day] = [`${year}-${month_and_day}`, `${year + 1}-${month_and_day}`].filter((one) => isDay(one) && one >= today)
  return day ?? null
}

const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/**
 * Words have ordinary spaces between them. Those that are printed inside an amount are of another kind, so that a
 * copied amount stays one word; behind a sign of money people type the ordinary one.
 */
const wordsIn = (typed: string): string[] =>
  typed
    .trim()
    .replace(/(\p{Sc})\s+(?=\d)/gu, '$1')
    .split(/[ \t\r\n]+/)

/** What may be promised; a number with letters, or a longer one, is more likely that of a record. */
function amountIn(word: string, language: AmountLanguage): string | null {
  if (/\p{L}\d|\d\p{L}/u.test(word)) return null
  const amount = readAmount(word, language)
  return amount !== null && /[1-9]/.test(amount) && /^\d{1,9}\./.test(amount) ? amount : null
}
