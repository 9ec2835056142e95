import { countryCode } from '../api/checked.ts'
import { resource } from '../api/define.ts'
import { date, dateTime, type Given, id, json, key, oneOf, text, textList } from '../api/field.ts'
import { after, anyIdOf, anyOf, leadingTo } from '../api/filters.ts'

/** The way to a contact from its debtor: number, debtor, contact. */
const ofDebtors = (row: string, numbers: string, given: Given): string =>
  `${row}.id in (select d.contact_id from debtors d ` +
  `where d.administration_id = ${given('administration_id')} and d.debtor_number = any(${numbers}))`

export const contacts = resource({
  name: 'contacts',
  one: 'contact',
  table: 'contacts',
  description: 'People and addresses through which debtors are reached.',
  within: 'administration',
  reads: ['list'],
  fields: {
    id: id('Identifier.').required(),
    contact_identifier: text('Key of the contact in the accounting software.').writable(
      key('Key of the contact in the accounting software; needed for a new contact.'),
    ),
    debtor_numbers: textList('Numbers of the debtors that use this contact.').required(),
    firstname: text('First name.').writable(),
    middlename: text('Middle name.').writable(),
    infix: text('Infix of the name.').writable(),
    lastname: text('Last name; may hold a full name.').writable(),
    prefix: text('Title before the name.').writable(),
    gender: oneOf(['female', 'male', 'male_female'], 'Gender.').writable(),
    birth_date: date('Birth date; never shown.').writeOnly(),
    call_phone_number: text('Phone number to call.').writable(),
    sms_phone_number: text('Phone number to send text messages to.').writable(),
    default_email_address: text('General email address.').writable(),
    invoice_email_address: text('Email address for invoices.').writable(),
    invoice_cc_email_address: text('Copies of invoices go here.').writable(),
    invoice_bcc_email_address: text('Blind copies of invoices go here.').writable(),
    reminder_email_address: text('Email address for reminders.').writable(),
    reminder_cc_email_address: text('Copies of reminders go here.').writable(),
    reminder_bcc_email_address: text('Blind copies of reminders go here.').writable(),
    postal_address_street_1: text('Street name and house number.').writable(),
    postal_address_street_2: text('Additional address details.').writable(),
    postal_address_postal_code: text('Postal code.').writable(),
    postal_address_city: text('City.').writable(),
    postal_address_region: text('Region.').writable(),
    postal_address_country_code: text('Country, ISO 3166 alpha-2.').writable(countryCode),
    validation_errors: json('What is wrong with the stored data, by field.', {
      additionalProperties: { type: 'array', items: { type: 'string' } },
    }).required(),
    updated_at: dateTime('Last update.').required(),
  },
  filters: {
    ids: anyIdOf('id', 'Internal ids.'),
    contact_identifiers: anyOf('contact_identifier', 'Keys of contacts in the accounting software.'),
    debtor_numbers: leadingTo('Numbers of debtors whose contacts are wanted.', ofDebtors),
    updated_after: after('updated_at', 'Only records updated after this moment.'),
  },
})
