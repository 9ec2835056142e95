import type { ListedDebtor } from '../../api/records.ts'
import { RecordLink } from '../../parts/records/links.tsx'
import { Grave, HeldBy, Soft } from '../../parts/table/cells.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { useCurrency } from '../../session/use_currency.ts'
import { counted } from '../../words/fill.ts'
import { sayMoney, sayNumber } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'

/** From so many days on a delay is grave. */
const grave_days = 60

const both = (name: string) => ({ asc: `${name}_asc`, desc: `${name}_desc` })

/** The columns of the list of debtors. Amounts are in the currency of the books. */
export function useDebtorColumns(administration_id: string): Column<ListedDebtor>[] {
  const { words, language } = useWords()
  const currency = useCurrency(administration_id)
  const money = (amount: string): string => sayMoney(amount, currency, language)
  return [
    {
      ...{ id: 'name', title: words.record_debtor, phone: 'name', orders: both('name') },
      file: ({ name }) => name,
      cell: ({ id, name }) => (
        <RecordLink family="debtors" administration_id={administration_id} id={id}>
          {name}
        </RecordLink>
      ),
    },
    {
      ...{ id: 'number', title: words.debtors_number, width: 116, phone: 'below', orders: both('number') },
      file: ({ debtor_number }) => debtor_number,
      cell: ({ debtor_number }) => <Soft>{debtor_number}</Soft>,
    },
    {
      ...{ id: 'city', title: words.record_city, width: 130, yields: 'narrow', orders: both('city') },
      file: ({ city }) => city,
      cell: ({ city }) => <Soft>{city || '–'}</Soft>,
    },
    {
      ...{ id: 'owner', title: words.segment_owner, width: 130, orders: both('owner') },
      file: ({ owner }) => owner,
      cell: ({ owner }) => <Soft>{owner ?? '–'}</Soft>,
    },
    {
      ...{ id: 'holds', title: words.record_holds, width: 160 },
      file: ({ holds }) => holds.map((one) => sayType(words, 'hold', one)).join(', '),
      cell: ({ holds }) => <HeldBy holds={holds} />,
    },
    {
      ...{ id: 'invoices', title: words.debtors_invoices, width: 84, number: true, yields: 'narrow' },
      orders: both('invoices'),
      file: ({ open_invoices }) => ({ number: String(open_invoices) }),
      cell: ({ open_invoices }) => <Soft>{sayNumber(open_invoices, language)}</Soft>,
    },
    {
      ...{ id: 'late', title: words.debtors_late, width: 96, number: true, phone: 'beside' },
      // Who is late for the longest has the oldest day.
      orders: { asc: 'late_desc', desc: 'late_asc' },
      file: ({ days_overdue }) => ({ number: String(days_overdue) }),
      cell: ({ days_overdue }) => (
        <Grave grave={days_overdue > grave_days}>
          {days_overdue === 0 ? '–' : counted(days_overdue, words.debtors_days_one, words.debtors_days)}
        </Grave>
      ),
    },
    {
      ...{ id: 'currency', title: words.debtors_currency, width: 80, optional: true, always_in_file: true },
      file: () => currency,
      cell: () => currency,
    },
    {
      ...{ id: 'overdue', title: words.debtors_overdue, width: 126, number: true, orders: both('overdue') },
      file: ({ overdue_amount }) => ({ number: overdue_amount }),
      cell: ({ overdue_amount }) => money(overdue_amount),
    },
    {
      ...{ id: 'open', title: words.record_open_amount, width: 132, number: true, phone: 'amount' },
      orders: both('open'),
      file: ({ open_amount }) => ({ number: open_amount }),
      cell: ({ open_amount }) => <strong>{money(open_amount)}</strong>,
    },
  ]
}
