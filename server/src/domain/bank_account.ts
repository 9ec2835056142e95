import { electronicFormatIBAN, extractIBAN, isValidBIC, isValidIBAN } from 'ibantools'

/** An IBAN as machines write it, or null when it is none. */
export function readIban(text: string): string | null {
  const iban = electronicFormatIBAN(text)
  return iban !== null && isValidIBAN(iban) ? iban : null
}

export type BankAccount = {
  bank_account_name: string | null
  bank_account_number: string | null
  bank_account_bic: string | null
}

type Given = { readonly [Member in keyof BankAccount]?: string | null | undefined }

const none: BankAccount = { bank_account_name: null, bank_account_number: null, bank_account_bic: null }

/**
 * The account of an administration as software sends it. Money must never be asked for on an account that is half
 * right, so when anything about it is wrong nothing of it is kept.
 */
export function readBankAccount(given: Given): BankAccount {
  const read = checkBankAccount(given)
  return 'account' in read ? read.account : none
}

/** The same account as a person types it, who can be told what is wrong with each part. Empty is no account. */
export function checkBankAccount(given: Given): { account: BankAccount } | { problems: string[] } {
  const { bank_account_number: number, bank_account_bic, bank_account_name } = given
  if (!number && !bank_account_bic && !bank_account_name) return { account: none }
  if (!number) return { problems: ['bank_account_number: is needed where a holder or a BIC is given'] }
  const iban = readIban(number)
  if (iban === null) {
    return { problems: ['bank_account_number: must be an IBAN like NL91ABNA0417164300; check its digits'] }
  }
  const bic = bank_account_bic ? bank_account_bic.replaceAll(' ', '').toUpperCase() : null
  if (bic !== null && !fits(bic, iban)) {
    return { problems: ['bank_account_bic: must be the BIC of the bank that the IBAN is of; leave it empty if unsure'] }
  }
  return {
    account: { bank_account_name: bank_account_name || null, bank_account_number: iban, bank_account_bic: bic },
  }
}

/** A bank and its accounts are of one country; a Dutch account number also begins with the letters of its bank. */
function fits(bic: string, iban: string): boolean {
  if (!isValidBIC(bic)) return false
  const { countryCode, bankIdentifier } = extractIBAN(iban)
  if (bic.slice(4, 6) !== countryCode) return false
  return countryCode !== 'NL' || bankIdentifier === bic.slice(0, 4)
}
