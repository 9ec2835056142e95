import type { CaseShow, ListedCase } from '../../api/records.ts'
import { Moment } from '../../parts/moment.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { Grave, HeldBy, Soft } from '../../parts/table/cells.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { dayCell } from '../../parts/table/files/cell.ts'
import { PanelLink } from '../../parts/table/panel_link.tsx'
import { sayMoney, sayNumber } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'

/** A case that did not move for so many days asks for attention. */
const grave_days = 30

const both = (name: string) => ({ asc: `${name}_asc`, desc: `${name}_desc` })

/** The columns of the list of cases: how far each is and for how long, or when it ended. */
export function useCaseColumns(administration_id: string, show: CaseShow): Column<ListedCase>[] {
  const { words, language } = useWords()
  const open: Column<ListedCase>[] = [
    {
      ...{ id: 'days', title: words.stage_days, width: 100, number: true },
      // What lies still the longest began first.
      orders: { asc: 'since_desc', desc: 'since_asc' },
      file: ({ days_in_stage }) => ({ number: String(days_in_stage) }),
      cell: ({ days_in_stage }) => (
        <Grave grave={days_in_stage >= grave_days}>{sayNumber(days_in_stage, language)}</Grave>
      ),
    },
    {
      ...{ id: 'holds', title: words.record_holds, width: 190, yields: 'narrow' },
      file: ({ holds }) => holds.map((one) => sayType(words, 'hold', one)).join(', '),
      cell: ({ holds }) => <HeldBy holds={holds} />,
    },
  ]
  const ended: Column<ListedCase>[] = [
    {
      ...{ id: 'ended', title: words.cases_ended_at, width: 116, orders: both('ended') },
      file: ({ deactivated_at }) => deactivated_at && dayCell(deactivated_at),
      cell: ({ deactivated_at }) => <Moment at={deactivated_at} day />,
    },
  ]
  return [
    {
      ...{ id: 'case', title: words.record_case, width: 124, phone: 'below', orders: both('number') },
      file: ({ credit_case_number }) => credit_case_number,
      cell: ({ id, credit_case_number }) => <PanelLink id={id}>{credit_case_number}</PanelLink>,
    },
    {
      ...{ id: 'debtor', title: words.record_debtor, phone: 'name', always: true, orders: both('debtor') },
      file: ({ debtor_name }) => debtor_name,
      cell: ({ debtor_id, debtor_name }) => (
        <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
          {debtor_name}
        </RecordLink>
      ),
    },
    {
      ...{
        id: 'started',
        title: words.record_started_at,
        width: 116,
        optional: true,
        yields: 'panel',
        orders: both('started'),
      },
      file: ({ started_at }) => dayCell(started_at),
      cell: ({ started_at }) => <Moment at={started_at} day />,
    },
    {
      ...{ id: 'stage', title: words.stage, width: 196, phone: 'beside' },
      file: ({ stage }) => words[`stage_${stage}`],
      cell: ({ stage }) => words[`stage_${stage}`],
    },
    ...(show === 'open' ? open : ended),
    {
      ...{ id: 'currency', title: words.cases_currency, width: 80, optional: true, always_in_file: true },
      file: ({ currency_code }) => currency_code,
      cell: ({ currency_code }) => currency_code,
    },
    {
      ...{
        id: 'total',
        title: words.record_total_amount,
        width: 116,
        number: true,
        yields: 'panel',
        orders: both('total'),
      },
      file: ({ total_amount }) => ({ number: total_amount }),
      cell: (one) => <Soft>{sayMoney(one.total_amount, one.currency_code, language)}</Soft>,
    },
    {
      ...{ id: 'open', title: words.record_open_amount, width: 126, number: true, phone: 'amount' },
      orders: both('open'),
      file: ({ open_amount }) => ({ number: open_amount }),
      cell: (one) => <strong>{sayMoney(one.open_amount, one.currency_code, language)}</strong>,
    },
  ]
}
