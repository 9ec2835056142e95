import { useQuery } from '@tanstack/react-query'
import { type Invoice, type Payment, paymentsQuery } from '../../api/records.ts'
import { LedgerText } from '../../parts/law/ledger_text.tsx'
import { Section } from '../../parts/section.tsx'
import { Empty } from '../../parts/states.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { sayDay, sayMoney } from '../../words/formats.ts'
import type { Words } from '../../words/languages.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'

/** What was paid of an invoice, oldest first, and apart from it the costs that were charged. */
export function Payments({ invoice, administration_id }: { invoice: Invoice; administration_id: string }) {
  const { words } = useWords()
  const { data } = useQuery(paymentsQuery(administration_id, invoice.invoice_number))
  const payments = (data?.data ?? [])
    .filter(({ invoice_id }) => invoice_id === invoice.id)
    .toSorted((one, other) => byDay(one).localeCompare(byDay(other)))
  const charges = payments.filter(isCharge)
  const paid = payments.filter((one) => !isCharge(one))
  return (
    <>
      {paid.length > 0 && <Paid payments={paid} currency_code={invoice.currency_code} />}
      {data && payments.length === 0 && <Empty title={words.invoice_no_ledger} />}
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
        rows={payments}
        columns={[
          { id: 'day', title: words.record_date, cell: ({ payment_date }) => sayDay(payment_date, language) },
          { id: 'kind', title: words.record_kind, cell: (one) => sayPayment(one, words) },
          {
            id: 'method',
            title: words.record_payment_method,
            cell: ({ payment_method }) => (payment_method ? sayType(words, 'method', payment_method) : '–'),
          },
          {
            id: 'description',
            title: words.record_description,
            cell: ({ description }) => <LedgerText text={description ?? '–'} />,
          },
          {
            id: 'amount',
            title: words.overview_amount,
            number: true,
            cell: ({ total_amount }) => sayMoney(total_amount, currency_code, language),
          },
        ]}
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
        rows={charges}
        columns={[
          { id: 'day', title: words.record_date, cell: ({ payment_date }) => sayDay(payment_date, language) },
          { id: 'kind', title: words.record_kind, cell: ({ cost_type }) => sayType(words, 'cost', cost_type ?? '') },
          {
            id: 'description',
            title: words.record_description,
            cell: ({ description }) => <LedgerText text={description ?? '–'} />,
          },
          {
            id: 'amount',
            title: words.overview_amount,
            number: true,
            cell: ({ total_amount }) => sayMoney(total_amount.replace('-', ''), invoice.currency_code, language),
          },
        ]}
      />
    </Section>
  )
}

function sayPayment({ transaction_type, cost_type }: Payment, words: Words): string {
  const kind = sayType(words, 'transaction', transaction_type ?? 'payment')
  return !cost_type || cost_type === 'principal' ? kind : `${kind}: ${sayType(words, 'cost', cost_type)}`
}
