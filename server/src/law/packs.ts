import { addDays, type Day, weekdayOf } from '../domain/days.ts'
import { isHoliday } from './holidays.ts'
import type { LawCode, LawPack } from './pack.ts'
import type { Party } from './party.ts'
import { countedDay, isWorkday, termsOnly } from './terms_only.ts'

const nlWorkday = (day: Day): boolean => isWorkday(day, (one) => isHoliday('nl', one))
const beWorkday = (day: Day): boolean => isWorkday(day, (one) => isHoliday('be', one))

/** Where the law says nothing, a letter is taken to arrive on the second day, and a term ends on any day. */
const ordinary = { byPost: (sent_on: Day): Day => addDays(sent_on, 2), mayEnd: (): boolean => true }

/** What each country asks of letters. Charges are to come, country by country. */
export const packs: { readonly [code in LawCode]: LawPack } = {
  // Article 6:96(6) BW, and HR 25-11-2016, ECLI:NL:HR:2016:2704: fourteen days from the day after receipt. A letter by
  // post arrives on the second day that is no Sunday, Monday or holiday.
  nl: termsOnly({
    ...{ code: 'nl', currency_code: 'EUR', mayEnd: nlWorkday },
    consumer_letter: { at: 'final_reminder', days: 14, rule: 'nl.14_days' },
    byPost: (sent_on) =>
      countedDay(sent_on, 2, (day) => weekdayOf(day) !== 7 && weekdayOf(day) !== 1 && !isHoliday('nl', day)),
  }),
  // Book XIX CEL, in force since 2023-09-01: the first reminder is free and gives fourteen days, of which the third
  // working day after posting is the first.
  be: termsOnly({
    ...{ code: 'be', currency_code: 'EUR', mayEnd: beWorkday },
    consumer_letter: { at: 'first_reminder', days: 14, rule: 'be.xix_14_days' },
    byPost: (sent_on) => addDays(countedDay(sent_on, 3, beWorkday), -1),
  }),
  de: termsOnly({ code: 'de', currency_code: 'EUR', ...ordinary }),
  fr: termsOnly({ code: 'fr', currency_code: 'EUR', ...ordinary }),
  uk: termsOnly({ code: 'uk', currency_code: 'GBP', ...ordinary }),
  eu: termsOnly({ code: 'eu', currency_code: 'EUR', ...ordinary }),
  none: termsOnly({ code: 'none', currency_code: null, ...ordinary }),
}

const own: { readonly [country: string]: LawCode } = { NL: 'nl', BE: 'be', DE: 'de', FR: 'fr', GB: 'uk' }

const union = new Set('AT BG CY CZ DK EE ES FI GR HR HU IE IT LT LU LV MT PL PT RO SE SI SK'.split(' '))

/** The law of a country; where there is none of its own, that of the Union, or none. */
export const lawOfCountry = (country_code: string): LawPack =>
  packs[own[country_code] ?? (union.has(country_code) ? 'eu' : 'none')]

/** Between businesses the law of the creditor holds; a consumer has that of the own country. */
export const countryOfLaw = (party: Party, of: { administration: string; debtor: string }): string =>
  party === 'business' ? of.administration : of.debtor
