import { useQuery } from '@tanstack/react-query'
import { type Invoice, type Payment, type Place, paymentsQuery } from '../../api/records.ts'
import { DataTable } from '../../parts/data_table.tsx'
import { Section } from '../../parts/section.tsx'
import { sayDay, sayMoney } from '../../words/formats.ts'
import type { Words } from '../../words/languages.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'

/** What was paid of an invoice, oldest first, and apart from it the costs that were charged. */
export function Payments({ invoice, place }: { invoice: Invoice; place: Place }) {
  const { words } = useWords()
  const payments = useQuery(paymentsQuery(place.administration_id, invoice.invoice_number))
  const found = (payments.data?.data ?? [])
    .filter(({ invoice_id }) => invoice_id === invoice.id)
    .toSorted((one, other) => byDay(one).localeCompare(byDay(other)))
  const charges = found.filter(isCharge)
  const paid = found.filter((one) => !isCharge(one))
  return (
    <>
      {paid.length > 0 && <Paid payments={paid} currency_code={invoice.currency_code} />}
      {charges.length > 0 && <Charged title={words.record_costs_charged} charges={charges} invoice={invoice} />}
    </>
  )
}

/** Of the same day what was registered first; ids are numbers. */
const byDay = ({ payment_date, id }: Payment): string => `${payment_date} ${id.padStart(20, '0')}`

/** Costs stand among the payments of an invoice: what was charged is a payment below nothing. */
const isCharge = ({ transaction_type, cost_type, total_amount }: Payment): boolean =>
  !!cost_type && cost_type !== 'principal' && (transaction_type ?? 'payment') === 'payment' && Number(total_amount) < 0

function Paid({ payments, currency_code }: { payments: readonly Payment[]; currency_code: string }) {
  const { words, language } = useWords()
  return (
    <Section title={words.record_payments}>
      <DataTable
        label={words.record_payments}
        columns={[
          words.record_date,
          words.record_kind,
          words.record_payment_method,
          words.record_description,
          words.overview_amount,
        ]}
        numbers={[words.overview_amount]}
        rows={payments.map((one) => ({
          key: one.id,
          cells: [
            sayDay(one.payment_date, language),
            sayPayment(one, words),
            one.payment_method ? sayType(words, 'method', one.payment_method) : '–',
            one.description ?? '–',
            sayMoney(one.total_amount, currency_code, language),
          ],
        }))}
      />
    </Section>
  )
}

type ChargedProps = { title: string; charges: readonly Payment[]; invoice: Invoice }

function Charged({ title, charges, invoice }: ChargedProps) {
  const { words, language } = useWords()
  return (
    <Section title={title}>
      <DataTable
        label={title}
        columns={[words.record_date, words.record_kind, words.record_description, words.overview_amount]}
        numbers={[words.overview_amount]}
        rows={charges.map((one) => ({
          key: one.id,
          cells: [
            sayDay(one.payment_date, language),
            sayType(words, 'cost', one.cost_type ?? ''),
            one.description ?? '–',
            sayMoney(one.total_amount.replace('-', ''), invoice.currency_code, language),
          ],
        }))}
      />
    </Section>
  )
}

function sayPayment({ transaction_type, cost_type }: Payment, words: Words): string {
  const said = sayType(words, 'transaction', transaction_type ?? 'payment')
  return !cost_type || cost_type === 'principal' ? said : `${said}: ${sayType(words, 'cost', cost_type)}`
}
