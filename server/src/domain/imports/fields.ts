/** What a file can hold: debtors, or open invoices together with their debtors. */
export const import_kinds = ['debtors', 'invoices'] as const
export type ImportKind = (typeof import_kinds)[number]

/** How the cells of a column are read. */
export type ImportType = 'key' | 'text' | 'date' | 'amount' | 'country' | 'currency' | 'language'

type ImportColumn = {
  type: ImportType
  /** Which part of a dossier it belongs to. */
  of: 'debtor' | 'contact' | 'invoice'
  /** Headings under which accounting software exports it, in small letters without blanks and signs. */
  headings: readonly string[]
  /** Headings that mean it where no other column has a better one. */
  weak?: readonly string[]
}

/** Every column that is understood. Those of contacts are named as a debtor shows them. */
const columns = {
  invoice_number: {
    type: 'key',
    of: 'invoice',
    headings: ['factuurnummer', 'factuurnr', 'factuurno', 'factuur', 'invoicenumber', 'invoiceno', 'invoicenr'],
    weak: ['invoice', 'boekstuknummer', 'boekstuk', 'documentnumber', 'documentno', 'rechnungsnummer', 'numerofacture'],
  },
  debtor_number: {
    type: 'key',
    of: 'debtor',
    headings: [
      ...['debiteurnummer', 'debiteurennummer', 'debiteurnr', 'debiteurcode', 'debnr', 'klantnummer', 'klantnr'],
      ...['klantcode', 'relatienummer', 'relatienr', 'relatiecode', 'debtornumber', 'debtorno', 'debtornr'],
      ...['debtorcode', 'customernumber', 'customerno', 'customernr', 'customercode', 'customerid', 'accountnumber'],
      ...['kundennummer', 'numeroclient'],
    ],
    weak: ['debiteur', 'klant', 'relatie', 'debtor', 'customer', 'nummer', 'number', 'code', 'id', 'account'],
  },
  name: {
    type: 'text',
    of: 'debtor',
    headings: [
      ...['naam', 'debiteurnaam', 'debiteurennaam', 'naamdebiteur', 'klantnaam', 'relatienaam', 'bedrijfsnaam'],
      ...['name', 'debtorname', 'customername', 'companyname', 'accountname'],
    ],
    weak: [
      'bedrijf',
      'organisatie',
      'company',
      'debiteur',
      'klant',
      'relatie',
      'debtor',
      'customer',
      'kunde',
      'client',
    ],
  },
  invoice_date: {
    type: 'date',
    of: 'invoice',
    headings: ['factuurdatum', 'invoicedate', 'dateofinvoice', 'rechnungsdatum', 'datefacture'],
    weak: ['datum', 'date', 'boekdatum', 'boekingsdatum', 'documentdate', 'issuedate'],
  },
  due_date: {
    type: 'date',
    of: 'invoice',
    headings: ['vervaldatum', 'vervaldag', 'duedate', 'datedue', 'faelligkeitsdatum', 'echeance', 'dateecheance'],
    weak: ['vervalt', 'vervallenop', 'betaaldatum', 'uiterstebetaaldatum', 'expirydate', 'dueon', 'due'],
  },
  amount_total: {
    type: 'amount',
    of: 'invoice',
    headings: [
      ...['factuurbedrag', 'totaalbedrag', 'bedragincl', 'bedraginclbtw', 'totaalinclbtw', 'totaalincl'],
      ...['invoiceamount', 'totalamount', 'amounttotal', 'invoicetotal', 'grossamount', 'totalincltax'],
    ],
    weak: ['bedrag', 'totaal', 'amount', 'total', 'bedrageur', 'amounteur', 'betrag', 'montant'],
  },
  amount_open: {
    type: 'amount',
    of: 'invoice',
    headings: [
      ...['openstaand', 'openstaandbedrag', 'bedragopen', 'bedragopenstaand', 'openbedrag', 'restantbedrag'],
      ...['nogtebetalen', 'tebetalen', 'openamount', 'amountopen', 'outstanding', 'outstandingamount'],
      ...['amountdue', 'amountoutstanding', 'openbalance', 'balancedue', 'offenerbetrag'],
    ],
    weak: ['open', 'saldo', 'restant', 'rest', 'balance', 'remaining', 'unpaid'],
  },
  currency_code: {
    type: 'currency',
    of: 'invoice',
    headings: ['valuta', 'valutacode', 'munteenheid', 'currency', 'currencycode', 'waehrung', 'devise'],
  },
  order_number: {
    type: 'key',
    of: 'invoice',
    headings: ['ordernummer', 'ordernr', 'ordernumber', 'orderno', 'bestelnummer'],
  },
  description: {
    type: 'text',
    of: 'invoice',
    headings: ['omschrijving', 'beschrijving', 'description', 'betreft', 'subject', 'beschreibung'],
  },
  default_email_address: {
    type: 'text',
    of: 'contact',
    headings: ['email', 'emailadres', 'emailaddress', 'mail', 'mailadres', 'emailalgemeen', 'epost'],
  },
  invoice_email_address: {
    type: 'text',
    of: 'contact',
    headings: ['emailfacturen', 'emailfactuur', 'factuuremail', 'emailadresfacturen', 'invoiceemail', 'emailinvoices'],
  },
  reminder_email_address: {
    type: 'text',
    of: 'contact',
    headings: [
      ...['emailherinneringen', 'emailaanmaningen', 'herinneringemail', 'emailadresherinneringen'],
      ...['reminderemail', 'emailreminders'],
    ],
  },
  call_phone_number: {
    type: 'text',
    of: 'contact',
    headings: ['telefoon', 'telefoonnummer', 'telefoonnr', 'tel', 'telnr', 'phone', 'phonenumber', 'telephone'],
    weak: ['mobiel', 'mobielnummer', 'mobile', 'gsm'],
  },
  lastname: {
    type: 'text',
    of: 'contact',
    headings: ['contactpersoon', 'contact', 'contactperson', 'contactname', 'tav', 'ansprechpartner'],
  },
  postal_address_street_1: {
    type: 'text',
    of: 'contact',
    headings: ['adres', 'straat', 'straatnaam', 'address', 'street', 'addressline1', 'adresregel1', 'address1'],
  },
  postal_address_postal_code: {
    type: 'text',
    of: 'contact',
    headings: ['postcode', 'postalcode', 'zip', 'zipcode', 'plz', 'codepostal'],
  },
  postal_address_city: {
    type: 'text',
    of: 'contact',
    headings: ['plaats', 'woonplaats', 'plaatsnaam', 'stad', 'city', 'town', 'ort', 'ville'],
  },
  country_code: { type: 'country', of: 'debtor', headings: ['land', 'landcode', 'country', 'countrycode', 'pays'] },
  language_code: { type: 'language', of: 'debtor', headings: ['taal', 'taalcode', 'language', 'languagecode'] },
  coc_number: {
    type: 'text',
    of: 'debtor',
    headings: ['kvk', 'kvknummer', 'kvknr', 'cocnumber', 'chamberofcommerce', 'traderegisternumber'],
  },
  vat_number: {
    type: 'text',
    of: 'debtor',
    headings: ['btwnummer', 'btwnr', 'btwid', 'vatnumber', 'vatno', 'vatid', 'ustidnr'],
  },
  bank_account_number: {
    type: 'text',
    of: 'debtor',
    headings: ['iban', 'bankrekening', 'bankrekeningnummer', 'rekeningnummer', 'bankaccount', 'bankaccountnumber'],
  },
} as const satisfies { readonly [name: string]: ImportColumn }

export type ImportField = keyof typeof columns
export const import_columns: { readonly [Name in ImportField]: ImportColumn } = columns
// The keys of the list above.
export const import_fields = Object.keys(columns) as ImportField[]

export const isImportField = (name: string): name is ImportField => Object.hasOwn(columns, name)

/** The columns that a file of a kind can have. */
export const fieldsOf = (kind: ImportKind): ImportField[] =>
  import_fields.filter((field) => kind === 'invoices' || columns[field].of !== 'invoice')

/** What a file must have. An amount is either of two, and is asked for apart. */
export const required_fields: { readonly [Kind in ImportKind]: readonly ImportField[] } = {
  debtors: ['debtor_number', 'name'],
  invoices: ['invoice_number', 'debtor_number', 'invoice_date', 'due_date'],
}
