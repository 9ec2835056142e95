import { isCountryCode } from './codes.ts'
import { isEmailAddress, isPhoneNumber } from './reach.ts'

/** What is wrong with the data of a contact, by field. */
export type ValidationErrors = { readonly [field: string]: readonly string[] }

type Rule = { holds: (text: string) => boolean; says: string }

/** Several addresses may stand in one field, as mail programs have them. */
const addresses: Rule = {
  holds: (text) => text.split(/[,;]/).every((one) => isEmailAddress(one.trim())),
  says: 'is not an email address',
}
const phone: Rule = { holds: isPhoneNumber, says: 'is not a phone number' }
const country: Rule = { holds: isCountryCode, says: 'is not the code of a country' }

const rules: { readonly [field: string]: Rule } = {
  call_phone_number: phone,
  sms_phone_number: phone,
  default_email_address: addresses,
  invoice_email_address: addresses,
  invoice_cc_email_address: addresses,
  invoice_bcc_email_address: addresses,
  reminder_email_address: addresses,
  reminder_cc_email_address: addresses,
  reminder_bcc_email_address: addresses,
  postal_address_country_code: country,
}

/**
 * Data of a contact is stored as it came, and what is wrong with it is noted beside it: an address that bounces is
 * better than a debtor who is missing. Fields that were not given keep what was noted about them before.
 */
export function validationErrors(
  given: { readonly [field: string]: unknown },
  before: ValidationErrors = {},
): ValidationErrors {
  const errors: Record<string, readonly string[]> = {}
  for (const [field, { holds, says }] of Object.entries(rules)) {
    const value = given[field]
    if (value === undefined) {
      if (before[field]) errors[field] = before[field]
    } else if (typeof value === 'string' && value !== '' && !holds(value)) errors[field] = [says]
  }
  return errors
}
