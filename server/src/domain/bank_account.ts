import { electronicFormatIBAN, extractIBAN, isValidBIC, isValidIBAN } from 'ibantools'

/** An IBAN as machines write it, or null when it is none. */
export function readIban(text: string): string | null {
  const iban = electronicFormatIBAN(text)
  return iban !== null && isValidIBAN(iban) ? iban : null
}

type BankAccount = {
  bank_account_name: string | null
  bank_account_number: string | null
  bank_account_bic: string | null
}

const none: BankAccount = { bank_account_name: null, bank_account_number: null, bank_account_bic: null }

/**
 * The account of an administration. Money must never be asked for on an account that is half right, so when anything
 * about it is wrong nothing of it is kept.
 */
export function readBankAccount(given: { [Member in keyof BankAccount]?: string | null | undefined }): BankAccount {
  const iban = readIban(given.bank_account_number ?? '')
  if (iban === null) return none
  const bic = given.bank_account_bic ? given.bank_account_bic.replaceAll(' ', '').toUpperCase() : null
  if (bic !== null && !fits(bic, iban)) return none
  return { bank_account_name: given.bank_account_name || null, bank_account_number: iban, bank_account_bic: bic }
}

/** A bank and its accounts are of one country; a Dutch account number also begins with the letters of its bank. */
function fits(bic: string, iban: string): boolean {
  if (!isValidBIC(bic)) return false
  const { countryCode, bankIdentifier } = extractIBAN(iban)
  if (bic.slice(4, 6) !== countryCode) return false
  return countryCode !== 'NL' || bankIdentifier === bic.slice(0, 4)
}
