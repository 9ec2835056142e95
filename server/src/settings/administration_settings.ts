import { emailAddress } from '../api/checked.ts'
import { boolean, type Field, integer, oneOf } from '../api/field.ts'
import { promise_days_max } from '../domain/promise.ts'
import { type Setting, setting, workers } from './setting.ts'
import {
  actionColour,
  amount,
  dayList,
  emailAddressList,
  lineOfText,
  timeOfDay,
  weekdayList,
  yearlyRate,
} from './types.ts'

/** Languages that letters can be written in. */
export const letter_languages = ['nl', 'en', 'de', 'fr'] as const

/**
 * Every setting of an administration: what it is, what counts until somebody chooses, and who may change it. Storage,
 * checks, the verbs of the console and the page follow from this list; a new setting is one entry and its words.
 */
export const administration_settings = {
  engine_enabled: setting('engine', boolean('Whether invoices are followed up by themselves.').default(false)),
  sending_stopped: setting('engine', boolean('Whether all sending is stopped at once.').default(false), workers),
  letters_per_day: setting(
    'engine',
    integer('The most letters that go out on one day; the rest wait for the next.', 1, 100_000).default(250),
  ),
  minimum_amount: setting('engine', amount('Below this open amount nothing is followed up.').default('0.00')),
  books_stale_days: setting(
    'engine',
    integer('After so many days without news from the books, reminding stops.', 1, 60).default(5),
  ),
  case_opening: setting(
    'engine',
    oneOf(['by_hand', 'approval', 'at_once'], 'How a credit case is opened when an invoice is ready for it.').default(
      'by_hand',
    ),
  ),
  sending_days: setting(
    'sending',
    weekdayList('Days of the week on which letters go out.').default([
      'monday',
      'tuesday',
      'wednesday',
      'thursday',
      'friday',
    ]),
  ),
  sending_starts_at: setting('sending', timeOfDay('When sending begins on such a day.').default('09:00')),
  sending_ends_at: setting('sending', timeOfDay('When sending ends on such a day.').default('17:00')),
  national_holidays: setting(
    'sending',
    boolean('Whether nothing goes out on the holidays of the country.').default(true),
  ),
  own_holidays: setting('sending', dayList('Further days on which nothing goes out.').default([])),
  portal_colour: setting('look', actionColour('Colour of what debtors tap on, and of headings in letters.')),
  sender_name: setting(
    'look',
    lineOfText('The name that letters by mail come from, if not that of the administration.'),
  ),
  sender_email_address: setting('look', emailAddress('Where answers to letters go, if not to the usual address.')),
  default_language: setting(
    'delivery',
    oneOf(letter_languages, 'Language of letters to debtors whose own language is not known.').default('en'),
    workers,
  ),
  undeliverable_mail: setting(
    'delivery',
    oneOf(['hold', 'post', 'post_and_hold'], 'What happens when a mail to a debtor cannot be delivered.').default(
      'hold',
    ),
  ),
  undeliverable_copies: setting(
    'delivery',
    boolean('Whether a copy that cannot be delivered counts as if the mail itself could not.').default(false),
  ),
  backup_letters_stopped: setting(
    'delivery',
    boolean('Whether letters on paper are kept from taking the place of mails that came back.').default(false),
    workers,
  ),
  notification_email_addresses: setting(
    'delivery',
    emailAddressList('Who gets a mail when something needs attention.').default([]),
  ),
  report_email_addresses: setting(
    'delivery',
    emailAddressList('Who gets the figures of the reports by mail every Monday.').default([]),
  ),
  portal_terms_for: setting(
    'portal',
    oneOf(
      ['nobody', 'reliable', 'everybody'],
      'Whose proposals to pay in terms are agreed at once; those of others wait for a person.',
    ).default('nobody'),
  ),
  portal_terms_max: setting('portal', integer('The most terms that are agreed at once.', 2, 24).default(3)),
  portal_terms_days: setting(
    'portal',
    integer('Within so many days the last of them has to be paid.', 7, 730).default(90),
  ),
  portal_term_minimum: setting('portal', amount('The least amount of such a term.').default('25.00')),
  portal_promise_days: setting(
    'portal',
    integer('Within so many days a debtor can promise to pay; with 0 it cannot.', 0, promise_days_max).default(
      promise_days_max,
    ),
  ),
  portal_address_changes: setting(
    'portal',
    oneOf(
      ['request', 'at_once'],
      'Whether an address that a debtor gives counts at once, or when somebody agreed.',
    ).default('request'),
  ),
  charge_costs: setting('law', boolean('Whether collection costs of the law are charged.').default(true)),
  charge_interest: setting('law', boolean('Whether interest of the law is charged on credit cases.').default(true)),
  interest_after_payment: setting(
    'law',
    boolean('Whether interest is still charged on a case once its invoices are paid.').default(false),
  ),
  agreed_interest_rate: setting(
    'law',
    yearlyRate('The yearly rate in percent that contracts name instead of the law.'),
  ),
  vat_not_reclaimable: setting('law', boolean('Whether VAT on costs cannot be reclaimed.').default(false)),
  interest_clause: setting(
    'law',
    boolean('Whether contracts with consumers have a clause on interest.').default(false),
  ),
  damages_clause: setting('law', boolean('Whether contracts with consumers have a clause on damages.').default(false)),
  small_company: setting('law', boolean('Whether the creditor is a small or medium-sized company.').default(false)),
  regular_supply: setting('law', boolean('Whether goods or services are supplied regularly.').default(false)),
} as const satisfies { readonly [name: string]: Setting }

type Declared = typeof administration_settings
export type SettingName = keyof Declared

type Value<One> = One extends Setting<Field<infer T, infer Null>> ? (true extends Null ? T | null : T) : never

/** The settings of an administration with every default filled in. */
export type Settings = { readonly [Name in SettingName]: Value<Declared[Name]> }

/** What somebody wants changed: null takes a choice back, so that the default counts again. */
export type SettingsChange = { readonly [Name in SettingName]?: Settings[Name] | null | undefined }

// The keys of the list above.
export const setting_names = Object.keys(administration_settings) as SettingName[]

/** The shortest time in which letters can go out. */
const window_minutes_min = 60

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** What is wrong between settings that are each right, as `<setting>: <problem>`. */
export function conflictsIn({ sending_starts_at, sending_ends_at }: Settings): string[] {
  const minutes = minutesOf(sending_ends_at) - minutesOf(sending_starts_at)
  return minutes >= window_minutes_min ? [] : ['sending_ends_at: must be at least an hour after sending_starts_at']
}
