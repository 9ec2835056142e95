type Term = { amount: string; due_date: string }

/** The terms of a plan, a line each: the last day to pay, and the amount. */
export function termLines(terms: readonly Term[], currency: string, locale: string): string {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code' })
  // An amount of the table is a text of digits, which is formatted without ever becoming a float.
  const said = (amount: string): string => money.format(amount as `${number}`)
  // In French a colon keeps its distance.
  const colon = locale.startsWith('fr') ? '\u00a0:' : ':'
  return terms.map(({ amount, due_date }) => `${day.format(new Date(due_date))}${colon} ${said(amount)}`).join('\n')
}

/** The most numbers that a sentence names. */
const named_max = 20

/** Numbers in a sentence; of very many the first, and how many there are beside them. */
export function firstOf(numbers: readonly string[], more: (count: number) => string): string {
  const first = numbers.slice(0, named_max).join(', ')
  return numbers.length > named_max ? `${first} ${more(numbers.length - named_max)}` : first
}
