import { readIban } from '../domain/bank_account.ts'
import { isCountryCode, isCurrencyCode, isTimezone } from '../domain/codes.ts'
import { isEmailAddress } from '../domain/reach.ts'
import { ofType } from './field.ts'
import { list_length_max, type Read, type Type, types } from './types.ts'

/** A text that has to pass a check, or is made to. */
function checked(read: (text: string) => string | null, problem: string, schema: object = {}): Type<string> {
  return {
    ...types.text,
    schema: { ...types.text.schema, ...schema },
    read: (value): Read<string> => {
      const text = types.text.read(value)
      if ('problem' in text) return text
      const right = read(text.value)
      return right === null ? { problem } : { value: right }
    },
  }
}

const when =
  (holds: (text: string) => boolean) =>
  (text: string): string | null =>
    holds(text) ? text : null

/** Letters of other alphabets can have capitals that are a code, and are none. */
const capitals = (holds: (text: string) => boolean) => (text: string) =>
  when((code) => /^[A-Za-z]+$/.test(text.trim()) && holds(code))(text.trim().toUpperCase())

export const countryCode = ofType(
  checked(capitals(isCountryCode), 'must be the code of a country like NL', { examples: ['NL'] }),
)
export const currencyCode = ofType(
  checked(capitals(isCurrencyCode), 'must be the code of a currency like EUR', { examples: ['EUR'] }),
)
export const timezone = ofType(
  checked(when(isTimezone), 'must be a time zone like Europe/Amsterdam', { examples: ['Europe/Amsterdam'] }),
)
export const emailAddress = ofType(
  checked((text) => when(isEmailAddress)(text.trim()), 'must be an email address', { format: 'email' }),
)
export const iban = ofType(checked(readIban, 'must be an IBAN'))

/** A rate that the database can hold without rounding it. */
export const percentage = ofType(
  checked(
    when((text) => /^\d{1,3}(\.\d{1,4})?$/.test(text) && Number(text) <= 100),
    'must be a percentage from 0 to 100, with at most 4 decimals',
  ),
)

/** What programs calculate is written with more digits than they calculate with: 0.30000000000000004. */
const calculated = (value: unknown): value is number | string =>
  (typeof value === 'number' && !Number.isInteger(value)) ||
  (typeof value === 'string' && /^-?\d{1,15}\.\d{10,}$/.test(value))

/** An amount that travels as a number. They have 15 digits; what lies behind these is no part of the amount. */
export const amount = ofType<string>({
  ...types.money,
  schema: { type: 'number' },
  read: (value) => types.money.read(calculated(value) ? Number(Number(value).toPrecision(15)) : value),
})

/** Values of a query parameter, with commas between them. */
function separated(one: Type<string>): Type<string[]> {
  return {
    ...types.textList,
    schema: { type: 'array', items: one.schema },
    read: (value) => {
      const given = Array.isArray(value) ? value : [value]
      const texts = given.flatMap((text) => String(text).split(',')).map((text) => text.trim())
      const read = [...new Set(texts)].filter((text) => text !== '').map((text) => one.read(text))
      if (read.length > list_length_max) return { problem: `must not have more than ${list_length_max} values` }
      const values: string[] = []
      for (const each of read) {
        if ('problem' in each) return each
        values.push(each.value)
      }
      return { value: values }
    },
  }
}

const separatedBy = (one: Type<string>) => (description: string) =>
  ofType(separated(one))(`${description} Comma-separated, at most ${list_length_max}.`)
export const separatedIds = separatedBy(types.id)
export const separatedKeys = separatedBy(types.key)
