/** An amount as people write it; it stays text, so that no digit is lost. */
export const money = (amount: string, currency_code: string, locale: string): string =>
  // Amounts are decimal texts, which is what the type asks for.
  new Intl.NumberFormat(locale, { style: 'currency', currency: currency_code }).format(amount as `${number}`)

export const longDay = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(day))

/** How much more or less one amount is than another, for reading only. */
export const difference = (after: string, before: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(
    Number(after) / Number(before) - 1,
  )
