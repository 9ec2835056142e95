/** The mark before cents; the other one, or a space, stands between thousands. */
const decimal_marks = { en: '.', nl: ',', de: ',', fr: ',' } as const
export type AmountLanguage = keyof typeof decimal_marks

/** A sign of money, or the code of a currency, before or after the figures. */
const currency = String.raw`(?:\p{L}{0,3}\p{Sc}\p{L}{0,3}|\p{Lu}{3})?`
const around = new RegExp(String.raw`^(-?)\s*${currency}\s*(-?)\s*(\d[\d.,\s]*?)\s*${currency}$`, 'u')

/**
 * An amount as somebody typed it, or as pages print it, `€ 1.234,56`, with two decimals for the service; null when it
 * is none. A comma or point before one or two last figures stands before cents in every language. Before three it
 * stands before cents nowhere: it is what the language has between thousands, or it is refused.
 */
export function readAmount(typed: string, language: AmountLanguage): string | null {
  // Minus signs and marks of direction are printed where few people can type them.
  const plain = typed
    .replace(/[\u200e\u200f]/g, '')
    .replace(/[−‒–]/g, '-')
    .trim()
  const [, before, after, figures = ''] = around.exec(plain) ?? []
  const mark = decimal_marks[language]
  const [, whole = '', cents = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(figures) ?? []
  const used = cents === '' ? '' : figures[whole.length]
  const between = cents === '' ? (mark === '.' ? ',' : '.') : used === '.' ? ',' : '.'
  const digits = withoutThousands(whole, between)
  if (digits === null || digits.length > 12 || (before !== '' && after !== '')) return null
  return `${before || after ? '-' : ''}${digits}.${cents.padEnd(2, '0')}`
}

/** The figures of a whole number, which may have marks or spaces between each three of them. */
function withoutThousands(whole: string, mark: string): string | null {
  if (/^\d+$/.test(whole)) return whole
  const spaced = whole.replace(/\s/g, ' ')
  const separator = spaced.includes(' ') ? ' ' : mark
  const [first = '', ...others] = spaced.split(separator)
  const grouped = others.length > 0 && /^[1-9]\d{0,2}$/.test(first) && others.every((three) => /^\d{3}$/.test(three))
  return grouped ? [first, ...others].join('') : null
}
