import { readIban } from '../domain/bank_account.ts'
import { epcText } from '../domain/epc_qr.ts'
import { cents } from '../domain/money.ts'
import type { PortalFacts } from './facts.ts'
import type { Item } from './invoices.ts'

/** What to transfer in one currency; `collected` where it is what would be collected otherwise. */
export type Asked = { currency_code: string; amount: string; collected: boolean }

const reference_length_max = 140

/**
 * One transfer for each currency in which something is to be paid, if the creditor has an account. It names the
 * invoices that it is for, as long as there is room.
 */
export const transfersOf = (facts: PortalFacts, items: readonly Item[], asked: readonly Asked[]) =>
  asked.flatMap(({ currency_code, amount, collected }) => {
    const meant = items.filter(
      (one) => one.currency_code === currency_code && one.collected === collected && isOwed(one),
    )
    return transfersFor(facts, { currency_code, amount, numbers: meant.map(({ invoice_number }) => invoice_number) })
  })

const isOwed = ({ in_plan, open_amount }: Item): boolean => !in_plan && cents(open_amount) > 0n

type Paid = { currency_code: string; amount: string; numbers: readonly string[] }

/** The transfer of an amount for some invoices; none where there is nothing to pay, or no account to pay to. */
export function transfersFor(facts: PortalFacts, { currency_code, amount, numbers }: Paid) {
  const iban = readIban(facts.bank_account_number ?? '')
  if (iban === null || cents(amount) <= 0n) return []
  const name = facts.bank_account_name || facts.creditor.name
  const bic = facts.bank_account_bic
  const reference = referenceOf(facts.number, numbers)
  const epc_text = currency_code === 'EUR' ? epcText({ name, iban, bic, amount: cents(amount), reference }) : null
  return [
    {
      ...{ currency_code, amount, reference, epc_text },
      ...{ bank_account_name: name, bank_account_number: iban, bank_account_bic: bic },
    },
  ]
}

function referenceOf(number: string, numbers: readonly string[]): string {
  const all = [...new Set([number, ...numbers])].join(' ')
  return all.length <= reference_length_max ? all : number
}
