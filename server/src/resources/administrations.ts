import { resource } from '../api/define.ts'
import { dateTime, expression, id, oneOf, text } from '../api/field.ts'

const administration_url = expression((row, given) => `${given('base_url')} || '/administrations/' || ${row}.id`)

/** The tenants themselves. Those marked for removal are shown here, and nowhere else. */
export const administrations = resource({
  name: 'administrations',
  one: 'administration',
  table: 'administrations',
  description: 'Companies, organisations or departments that manage invoices and debtors.',
  within: 'token',
  reads: ['list', 'show'],
  selectable: ['list'],
  fields: {
    id: id('Identifier.').required(),
    name: text('Name.').required(),
    internal_name: text('Name for own staff.').required(),
    status: oneOf(['active', 'inactive', 'deleted', 'implementation'], 'State of the administration.').required(),
    email_address: text('Email address.').required(),
    contact_name: text('Contact person.').required(),
    commercial_registration_number: text('Trade register number.').required(),
    street_name: text('Street name.').required(),
    house_number: text('House number.').required(),
    postal_code: text('Postal code.').required(),
    city: text('City.').required(),
    country_code: text('Country, ISO 3166 alpha-2.').required(),
    bank_account_name: text('Name of the bank account holder.'),
    bank_account_number: text('Bank account number.'),
    bank_account_bic: text('BIC of the bank.'),
    vat_number: text('VAT number.'),
    timezone: text('Time zone, as a tz name.').required(),
    currency_code: text('Currency of the books, ISO 4217.').required(),
    administration_url: text('Address in the debtor management interface.').from(administration_url).required(),
    import_origin_identifier: text('Key used for imports from the accounting software.').onRequest(),
    last_successful_import_at: dateTime('When an import last worked.').onRequest(),
    paused_at: dateTime('When the administration was paused.'),
    reminding_paused_at: dateTime('When sending reminders was paused.'),
  },
})
