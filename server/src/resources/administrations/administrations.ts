import { countryCode, currencyCode, emailAddress, timezone } from '../../api/checked.ts'
import { resource } from '../../api/define.ts'
import { boolean, date, dateTime, expression, id, oneOf, text } from '../../api/field.ts'

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
    name: text('Name.').required().writable(),
    internal_name: text('Name for own staff.').required(),
    status: oneOf(['active', 'inactive', 'deleted', 'implementation'], 'State of the administration.').required(),
    email_address: text('Email address.').required().writable(emailAddress),
    contact_name: text('Contact person.').required().writable(),
    commercial_registration_number: text('Trade register number.').required().writable(),
    street_name: text('Street name.').required().writable(),
    house_number: text('House number.').required().writable(),
    postal_code: text('Postal code.').required().writable(),
    city: text('City.').required().writable(),
    country_code: text('Country, ISO 3166 alpha-2.').required().writable(countryCode),
    sender_email_address: emailAddress('Address from which mail is sent.').writeOnly(),
    bank_account_name: text('Name of the bank account holder.').writable(),
    bank_account_number: text('Bank account number, IBAN.').writable(),
    bank_account_bic: text('BIC of the bank.').writable(text('BIC of the bank; must fit the account number.')),
    vat_number: text('VAT number.').writable(),
    timezone: text('Time zone, as a tz name.')
      .required()
      .writable(timezone('Time zone, as a tz name; Europe/Amsterdam unless given.').default('Europe/Amsterdam')),
    currency_code: text('Currency of the books, ISO 4217.')
      .required()
      .writable(currencyCode('Currency of the books, ISO 4217; EUR unless given.').default('EUR')),
    administration_url: text('Address in the debtor management interface.').from(administration_url).required(),
    import_origin_identifier: text('Key used for imports from the accounting software.').onRequest(),
    last_successful_import_at: dateTime('When an import last worked.').onRequest(),
    paused_at: dateTime('When the administration was paused.'),
    paused_until: date('The last day of that pause; empty when it lasts until somebody resumes.').onRequest(),
    reminding_paused_at: dateTime('When sending reminders was paused.'),
    sandbox: boolean('Whether it is there to try things out: nothing is ever sent, and its clock can be turned.')
      .required()
      .onRequest(),
    reminding_paused_until: date('The last day of that pause.').onRequest(),
  },
})
