import { call } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { keyList, listOf, money } from '../api/field.ts'
import { amountText, cents, sumOf } from '../domain/money.ts'
import { type ChosenInvoice, chosenInvoices } from './chosen.ts'
import { portalFactsOf } from './facts.ts'
import { link_fields, openPortalLink } from './links.ts'
import { transfer } from './shown.ts'
import { transfersFor } from './transfers.ts'

/** Shows how to pay what a debtor chose: some invoices, or a part of them. It writes nothing. */
export const payInvoices = call({
  method: 'POST',
  path: '/portal/pay',
  reach: 'portal',
  description: 'Shows how to pay some of the invoices, or a part of them.',
  body: {
    ...link_fields,
    invoice_numbers: keyList('Invoices to pay.').required(),
    amount: money('A part of what is open of them; only where they are in one currency.'),
  },
  answer: { transfers: listOf(transfer, 'How to pay by bank transfer, by currency.').required() },
  run: async (context, body) => {
    const link = await openPortalLink(context, body)
    const facts = await portalFactsOf(context.db, link, context.now)
    const invoices = await chosenInvoices(context.db, link, facts.today, body.invoice_numbers)
    const closed = invoices.find(({ asked, collected }) => !asked && !collected)
    if (closed) refuseParameters([`invoice_numbers: ${closed.invoice_number} is not to be paid here`])
    const by_currency = [...Map.groupBy(invoices, ({ currency_code }) => currency_code)]
    const { amount = null } = body
    if (amount !== null) refusePart(amount, by_currency)
    return {
      transfers: by_currency.flatMap(([currency_code, some]) =>
        transfersFor(facts, {
          ...{ currency_code, amount: amount ?? owedOf(some) },
          numbers: some.map(({ invoice_number }) => invoice_number),
        }),
      ),
    }
  },
})

const owedOf = (invoices: readonly ChosenInvoice[]): string =>
  amountText(sumOf(invoices.map(({ owed }) => cents(owed))))

function refusePart(amount: string, by_currency: readonly [string, ChosenInvoice[]][]): void {
  if (by_currency.length > 1) refuseParameters(['amount: is only for invoices of one currency'])
  const owed = owedOf(by_currency.flatMap(([, invoices]) => invoices))
  if (cents(amount) <= 0n || cents(amount) > cents(owed))
    refuseParameters([`amount: must be more than 0.00, and at most the ${owed} that is open`])
}
