import type { LetterShow, ListedLetter } from '../../api/outbox.ts'
import { Moment } from '../../parts/moment.tsx'
import { Grave, Soft } from '../../parts/table/cells.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { dayCell } from '../../parts/table/files/cell.ts'
import { PanelLink } from '../../parts/table/panel_link.tsx'
import { sayMoney } from '../../words/formats.ts'
import { sayLetterReason } from '../../words/say_reason.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'

type LetterColumn = Column<ListedLetter>

const both = (name: string) => ({ asc: `${name}_asc`, desc: `${name}_desc` })
const lost = new Set(['bounced', 'failed', 'withdrawn'])

/** What matters of a letter in one line: which, to whom, how far it is, and what it asked for. */
export function useLetterColumns(show: LetterShow): LetterColumn[] {
  const { words, language } = useWords()
  const { reason, ...details } = useDetails()
  const why = show === 'not_arrived' ? [reason] : [{ ...reason, optional: true }]
  return [
    {
      ...{ id: 'letter', title: words.letters_letter, phone: 'name', width: 158 },
      file: ({ step }) => sayType(words, 'step', step),
      cell: ({ id, step }) => <PanelLink id={id}>{sayType(words, 'step', step)}</PanelLink>,
    },
    {
      ...{ id: 'debtor', title: words.record_debtor, phone: 'below', orders: both('debtor') },
      file: ({ debtor_name }) => debtor_name,
      cell: ({ debtor_name }) => debtor_name,
    },
    {
      ...{ id: 'subject', title: words.letters_subject, yields: 'panel' },
      file: ({ subject }) => subject,
      cell: ({ subject }) => <Soft>{subject ?? '–'}</Soft>,
    },
    {
      ...{ id: 'status', title: words.letters_status, width: 116, phone: 'beside' },
      file: ({ status }) => sayType(words, 'letter_status', status),
      cell: ({ status }) => <Grave grave={lost.has(status)}>{sayType(words, 'letter_status', status)}</Grave>,
    },
    ...why,
    {
      ...{ id: 'day', title: words.letters_day, width: 108, orders: both('day') },
      file: ({ sent_at, day }) => (sent_at ? dayCell(sent_at) : { day }),
      cell: ({ sent_at, day }) => <Moment at={sent_at ?? day} day />,
    },
    ...Object.values(details),
    {
      ...{ id: 'amount', title: words.letters_amount, width: 110, number: true, phone: 'amount' },
      orders: both('amount'),
      file: ({ amount }) => amount && { number: amount },
      cell: ({ amount, currency_code }) => (
        <strong>{amount && currency_code ? sayMoney(amount, currency_code, language) : '–'}</strong>
      ),
    },
    {
      ...{ id: 'currency', title: words.letters_currency, width: 80, optional: true, always_in_file: true },
      file: ({ currency_code }) => currency_code,
      cell: ({ currency_code }) => currency_code,
    },
  ]
}

function useDetails(): Record<'reason' | 'channel' | 'invoices', LetterColumn> {
  const { words } = useWords()
  const why = ({ status_reason }: ListedLetter): string => (status_reason ? sayLetterReason(status_reason, words) : '')
  return {
    reason: {
      ...{ id: 'reason', title: words.letters_reason, yields: 'panel' },
      file: why,
      cell: (letter) => <Soft>{why(letter) || '–'}</Soft>,
    },
    channel: {
      ...{ id: 'channel', title: words.letters_channel, width: 84, yields: 'panel' },
      file: ({ channel }) => sayType(words, 'channel', channel),
      cell: ({ channel }) => <Soft>{sayType(words, 'channel', channel)}</Soft>,
    },
    invoices: {
      ...{ id: 'invoices', title: words.letters_invoices_count, width: 90, number: true, yields: 'narrow' },
      file: ({ invoices }) => ({ number: String(invoices) }),
      cell: ({ invoices }) => <Soft>{invoices}</Soft>,
    },
  }
}
