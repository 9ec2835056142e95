import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type LetterFilter, type ListedLetter, letterListQuery } from '../../api/outbox.ts'
import { counted } from '../../words/fill.ts'
import { sayMoney } from '../../words/formats.ts'
import { sayLetterReason } from '../../words/say_reason.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { Moment } from '../moment.tsx'
import { Empty } from '../states.tsx'
import type { Column } from '../table/columns.ts'
import { DataTable } from '../table/data_table.tsx'
import { Listing } from '../table/listing.tsx'
import { RecordLink } from './links.tsx'
import record from './record.module.css'

type Props = { administration_id: string; filter: LetterFilter; empty?: ReactNode }

/** Letters that went out or are about to, the newest first. */
export function LetterTable({ administration_id, filter, empty }: Props) {
  const { words } = useWords()
  const query = useInfiniteQuery(letterListQuery(administration_id, filter))
  const letters = query.data?.pages.flatMap((page) => page.letters) ?? []
  const columns = useColumns(administration_id)
  const nothing = empty ?? <Empty title={words.letters_empty}>{words[`letters_empty_${filter.show}`]}</Empty>
  return (
    <Listing query={query} count={letters.length} expected={8} empty={nothing}>
      <DataTable list={`letters_${filter.show}`} label={words.nav_letters} rows={letters} columns={columns} />
    </Listing>
  )
}

function useColumns(administration_id: string): Column<ListedLetter>[] {
  const { words, language } = useWords()
  return [
    {
      id: 'letter',
      title: words.letters_letter,
      cell: ({ id, step, subject }) => (
        <span className={`${record.two} ${record.name}`}>
          <RecordLink family="letters" administration_id={administration_id} id={id}>
            {sayType(words, 'step', step)}
          </RecordLink>
          {subject && <span className={record.beginning}>{subject}</span>}
        </span>
      ),
    },
    {
      id: 'debtor',
      title: words.record_debtor,
      cell: ({ debtor_id, debtor_name }) => (
        <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
          {debtor_name}
        </RecordLink>
      ),
    },
    { id: 'status', title: words.letters_status, cell: (letter) => <LetterStatus letter={letter} /> },
    { id: 'channel', title: words.letters_channel, cell: ({ channel }) => sayType(words, 'channel', channel) },
    {
      id: 'day',
      title: words.letters_day,
      cell: ({ sent_at, day }) => <Moment at={sent_at ?? day} day />,
    },
    {
      id: 'invoices',
      title: words.letters_about,
      cell: ({ invoices }) => counted(invoices, words.letters_invoices_one, words.letters_invoices),
    },
    {
      id: 'amount',
      title: words.letters_amount,
      number: true,
      cell: ({ amount, currency_code }) => amount && currency_code && sayMoney(amount, currency_code, language),
    },
  ]
}

const failed = new Set(['bounced', 'failed', 'withdrawn'])

/** How far a letter is; one that never arrived says so in red, with the reason where one is known. */
export function LetterStatus({ letter }: { letter: Pick<ListedLetter, 'status' | 'status_reason'> }) {
  const { words } = useWords()
  const { status, status_reason } = letter
  return (
    <span className={record.two}>
      <span className={failed.has(status) ? record.late : undefined}>{sayType(words, 'letter_status', status)}</span>
      {status_reason && <span className={record.beginning}>{sayLetterReason(status_reason, words)}</span>}
    </span>
  )
}
