import { readIban } from '../domain/bank_account.ts'
import { epcText } from '../domain/epc_qr.ts'
import { cents } from '../domain/money.ts'
import type { Item } from './invoices.ts'

type Paid = {
  number: string
  creditor: { name: string }
  bank_account_name: string | null
  bank_account_number: string | null
  bank_account_bic: string | null
}

/** What to transfer in one currency; `collected` where it is what would be collected otherwise. */
export type Asked = { currency_code: string; amount: string; collected: boolean }

const reference_length_max = 140

/**
 * One transfer for each currency in which something is to be paid, if the creditor has an account. It names the
 * invoices that it is for, as long as there is room.
 */
export function transfersOf(ground: Paid, items: readonly Item[], asked: readonly Asked[]) {
  const iban = readIban(ground.bank_account_number ?? '')
  if (iban === null) return []
  const name = ground.bank_account_name || ground.creditor.name
  return asked
    .filter(({ amount }) => cents(amount) > 0n)
    .map(({ currency_code, amount, collected }) => {
      const reference = referenceOf(
        ground.number,
        items.filter((one) => one.currency_code === currency_code && one.collected === collected && isOwed(one)),
      )
      const bic = ground.bank_account_bic
      return {
        currency_code,
        amount,
        reference,
        bank_account_name: name,
        bank_account_number: iban,
        bank_account_bic: bic,
        epc_text: currency_code === 'EUR' ? epcText({ name, iban, bic, amount: cents(amount), reference }) : null,
      }
    })
}

const isOwed = ({ in_plan, open_amount }: Item): boolean => !in_plan && cents(open_amount) > 0n

function referenceOf(number: string, items: readonly Item[]): string {
  const all = [...new Set([number, ...items.map((one) => one.invoice_number)])].join(' ')
  return all.length <= reference_length_max ? all : number
}
