import type { Read, Type } from './type.ts'

const whole_digits_max = 16
const decimals_max = 10
const too_many_digits = `must not have more than ${whole_digits_max} digits before the point`

/** Beyond this a number of JSON loses digits while it is read, so that nobody knows any more which one was sent. */
export const isRounded = (value: unknown): boolean =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
export const rounded = 'has too many digits for a number; send it as a text, in quotes'

/** What a caller sent as a number, in whatever way, as the text that PostgreSQL gets; null for what is none. */
function partsOf(value: unknown): { text: string; whole: number; decimals: number } | null {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  const match = typeof text === 'string' ? /^-?(\d+)(?:\.(\d+))?$/.exec(text) : null
  return match && { text: match[0], whole: match[1]?.length ?? 0, decimals: match[2]?.length ?? 0 }
}

const money: Type<string> = {
  schema: { type: 'string', pattern: '^-?\\d+\\.\\d{2}$', examples: ['1250.00'] },
  sql: 'numeric',
  print: (column) => `${column}::numeric(18,2)::text`,
  json: 'quoted',
  read: (value) => {
    const parts = partsOf(value)
    if (parts === null) return { problem: 'must be an amount like 12.50' }
    if (parts.decimals > 2) return { problem: 'must be an amount with at most two decimals, like 12.50' }
    if (parts.whole > whole_digits_max) return { problem: too_many_digits }
    const { text, decimals } = parts
    return { value: decimals === 0 ? `${text}.00` : text.padEnd(text.length + 2 - decimals, '0') }
  },
}

const readDecimal = (value: unknown, like: string): Read<string> => {
  const parts = partsOf(value)
  if (parts === null) return { problem: `must be ${like}` }
  if (parts.decimals > decimals_max) return { problem: `must not have more than ${decimals_max} decimals` }
  return parts.whole > whole_digits_max ? { problem: too_many_digits } : { value: parts.text }
}

/** A number of any precision, as a text without useless zeros: rates and quantities. */
const decimal: Type<string> = {
  schema: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$', examples: ['2.5'] },
  sql: 'numeric',
  print: (column) => `trim_scale(${column})::text`,
  json: 'quoted',
  read: (value) => readDecimal(value, 'a number like 2.5'),
}

/** The same for what one unit costs, which may be less than a cent. */
const price: Type<string> = { ...decimal, read: (value) => readDecimal(value, 'an amount like 12.50') }

/** A number that is shown as one, without useless zeros. */
const number: Type<string> = {
  ...decimal,
  schema: { type: 'number' },
  print: (column) => `trim_scale(${column})`,
  json: 'bare',
}

/** What programs make of a number that is large or small: 1.0E7, 1e+07; of a plus in a query comes a space. */
const with_exponent = /^[+-]?(?:\d+\.?\d*|\.\d+)e[+ -]?\d{1,3}$/i

/** An amount that others are compared with, shown as a number. */
const bound: Type<string> = {
  ...number,
  read: (value) => {
    const text = typeof value === 'string' ? value.trim() : value
    const written = typeof text === 'string' && with_exponent.test(text) ? Number(text.replace(/e /i, 'e+')) : text
    const plain = typeof written === 'number' && Number.isFinite(written) ? written.toFixed(decimals_max) : written
    return readDecimal(plain, 'an amount like 12.50')
  },
}

/** The types of numbers. */
export const number_types = { money, decimal, price, number, bound } as const

/** A whole number between two bounds. */
export function integerType(minimum = -2_147_483_648, maximum = 2_147_483_647): Type<number> {
  const bounded = minimum > -2_147_483_648 || maximum < 2_147_483_647
  return {
    schema: bounded ? { type: 'integer', minimum, maximum } : { type: 'integer', format: 'int32' },
    sql: 'integer',
    print: (column) => column,
    json: 'bare',
    read: (value) => {
      const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
      if (typeof number !== 'number' || !Number.isInteger(number)) return { problem: 'must be a whole number' }
      if (number < minimum || number > maximum) return { problem: `must be between ${minimum} and ${maximum}` }
      return { value: number }
    },
  }
}
