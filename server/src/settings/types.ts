import { ofType } from '../api/field.ts'
import { type Read, type Type, types } from '../api/types.ts'
import { action_contrast_min, contrastWithWhite } from '../domain/colour.ts'
import { readDay } from '../domain/days.ts'
import { cents } from '../domain/money.ts'
import { isEmailAddress, isPhoneNumber } from '../domain/reach.ts'

/** The days of a week, in the order that people have them. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type WeekdayName = (typeof weekdays)[number]

type ListRule<T extends string> = {
  one: { readonly [key: string]: unknown }
  read: (text: string) => T | null
  problem: string
  at_least: number
  at_most: number
  /** Where the list has an order of its own. */
  order?: readonly T[]
}

/** A list in which each entry has to be right, none stands twice, and the order says nothing. */
function listOf<T extends string>({ one, read, problem, at_least, at_most, order }: ListRule<T>): Type<T[]> {
  const place = (entry: T): number => order?.indexOf(entry) ?? 0
  return {
    ...types.textList,
    schema: { type: 'array', items: { type: 'string', ...one }, minItems: at_least, maxItems: at_most },
    read: (value): Read<T[]> => {
      const texts = types.textList.read(value)
      if ('problem' in texts) return texts
      const entries = new Set<T>()
      for (const text of texts.value.map((entry) => entry.trim()).filter((entry) => entry !== '')) {
        const entry = read(text)
        if (entry === null) return { problem: `${problem}, and ${JSON.stringify(text.slice(0, 60))} is none` }
        entries.add(entry)
      }
      if (entries.size < at_least) return { problem: `must have at least ${at_least} of them` }
      if (entries.size > at_most) return { problem: `must not have more than ${at_most} of them` }
      return { value: [...entries].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1)) }
    },
  }
}

/** Days of the week on which something happens; at least one. */
export const weekdayList = ofType(
  listOf({
    one: { enum: weekdays },
    read: (text) => weekdays.find((day) => day === text) ?? null,
    problem: 'must be days of the week like monday',
    at_least: 1,
    at_most: 7,
    order: weekdays,
  }),
)

/** Days of the calendar. */
export const dayList = ofType(
  listOf({
    one: { format: 'date' },
    read: readDay,
    problem: 'must be days like 2026-12-24',
    at_least: 0,
    at_most: 366,
  }),
)

export const emailAddressList = ofType(
  listOf({
    one: { format: 'email' },
    read: (text) => (isEmailAddress(text) ? text : null),
    problem: 'must be email addresses',
    at_least: 0,
    at_most: 20,
  }),
)

export const time_pattern = '^([01]\\d|2[0-3]):[0-5]\\d$'
export const amount_pattern = types.money.schema.pattern as string // It is a text there.

const time = new RegExp(time_pattern)

/** A time of the day, by the clocks of the administration. */
export const timeOfDay = ofType<string>({
  ...types.text,
  schema: { type: 'string', pattern: time_pattern, examples: ['09:00'] },
  read: (value) =>
    typeof value === 'string' && time.test(value) ? { value } : { problem: 'must be a time like 09:00' },
})

/** An amount of money that is not below zero. */
export const amount = ofType<string>({
  ...types.money,
  read: (value) => {
    const read = types.money.read(value)
    return 'value' in read && read.value.startsWith('-') ? { problem: 'must not be below 0' } : read
  },
})

/** A yearly rate in percent. More than the whole sum a year no contract asks; it is a slip of the comma. */
export const yearlyRate = ofType<string>({
  ...types.money,
  read: (value) => {
    const read = types.money.read(value)
    if ('problem' in read) return read
    return cents(read.value) < 0n || cents(read.value) > 100_00n ? { problem: 'must be from 0 to 100 percent' } : read
  },
})

export const colour_pattern = '^#[0-9a-f]{6}$'

/** A colour of buttons, dark enough for the white letters on them. */
export const actionColour = ofType<string>({
  ...types.text,
  schema: { type: 'string', pattern: colour_pattern, examples: ['#2f4b7c'] },
  read: (value) => {
    const colour = typeof value === 'string' ? value.trim().toLowerCase() : ''
    if (!new RegExp(colour_pattern).test(colour)) return { problem: 'must be a colour like #2f4b7c' }
    const contrast = contrastWithWhite(colour)
    if (contrast >= action_contrast_min) return { value: colour }
    const reached = `${contrast.toFixed(1)}, and at least ${action_contrast_min} is needed`
    return { problem: `is too light for white letters on it (contrast ${reached}); choose a darker one` }
  },
})

const line_length_max = 120

/** A line that people read, such as a name. */
export const lineOfText = ofType({
  ...types.text,
  schema: { type: 'string', maxLength: line_length_max },
  read: (value): Read<string> => {
    const read = types.text.read(value)
    if ('problem' in read) return read
    const line = read.value.trim()
    if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(line)) return { problem: 'must be one line' }
    return line.length > line_length_max
      ? { problem: `must not be longer than ${line_length_max} characters` }
      : { value: line }
  },
})

/** A phone number as people write them. */
export const phoneNumber = ofType<string>({
  ...types.text,
  read: (value) => {
    const read = types.text.read(value)
    if ('problem' in read) return read
    const number = read.value.trim()
    return isPhoneNumber(number) ? { value: number } : { problem: 'must be a phone number like +31 20 123 4567' }
  },
})
