import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Behind, type BehindInvoice, behindQuery, type ListedPromise, readBehind } from '../../api/reports.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { Empty } from '../../parts/states.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { ExportMenu } from '../../parts/table/export_menu.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney, sayMonth } from '../../words/formats.ts'
import type { Language, Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import { Card, ReportTable } from './card.tsx'
import { type Choice, searchWith, withoutList } from './use_choice.ts'

type BehindListProps = { choice: Choice; behind: Behind }
const page_of_file = 1000

/** The list behind a figure of a report: invoices, or promises. */
export function BehindList({ choice, behind }: BehindListProps) {
  const { words, language } = useWords()
  const { administration_id, filter } = choice
  const query = useInfiniteQuery(behindQuery(administration_id, filter, behind))
  const title = titleOf(behind, words, language)
  const pages = query.data?.pages ?? []
  const invoices = pages.flatMap((page) => page.invoices)
  const promises = pages.flatMap((page) => page.promises)
  const invoice_columns = useInvoiceColumns(administration_id, behind.kind === 'expected')
  const promise_columns = usePromiseColumns(administration_id)
  const read = (cursor: string) => readBehind(administration_id, { filter, behind, cursor, per_page: page_of_file })
  const listed =
    behind.kind === 'promised' ? (
      <List
        rows={promises}
        columns={promise_columns}
        title={title}
        read={async (from) => {
          const page = await read(from)
          return { rows: page.promises, cursor: page.cursor }
        }}
      />
    ) : (
      <List
        rows={invoices}
        columns={invoice_columns}
        title={title}
        read={async (from) => {
          const page = await read(from)
          return { rows: page.invoices, cursor: page.cursor }
        }}
      />
    )
  return (
    <>
      <BackLink>
        <Link to="." search={searchWith(withoutList) as never}>
          {words.reports_all}
        </Link>
      </BackLink>
      <Card title={title}>
        <Listing
          query={query}
          count={invoices.length + promises.length}
          empty={<Empty title={words.reports_behind_none} />}
        >
          {listed}
        </Listing>
      </Card>
    </>
  )
}

type ListProps<Row> = {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  title: string
  read: Parameters<typeof ExportMenu<Row>>[0]['read']
}

function List<Row extends { id: string }>({ rows, columns, title, read }: ListProps<Row>) {
  return (
    <>
      <ExportMenu name={title} columns={columns} count={undefined} read={read} />
      <ReportTable label={title} rows={rows} columns={columns.filter(({ optional }) => !optional)} />
    </>
  )
}

function titleOf(behind: Behind, words: Words, language: Language): string {
  if (behind.kind === 'owed') {
    const day = sayDay(behind.day, language)
    if (!behind.age) return fill(words.reports_behind_owed, { day })
    return fill(words.reports_behind_owed_age, { day, age: words[`age_${behind.age}`] })
  }
  if (behind.kind === 'expected') {
    if (behind.apart) return words[`reports_apart_${behind.apart}`]
    return fill(words.reports_behind_week, { day: sayDay(behind.week ?? '', language) })
  }
  const month = sayMonth(behind.month, language)
  if (!behind.outcome) return fill(words.reports_behind_month, { month })
  return fill(words.reports_behind_month_outcome, { month, outcome: words[`reports_outcome_${behind.outcome}`] })
}

function useInvoiceColumns(administration_id: string, expected: boolean): Column<BehindInvoice>[] {
  const { words, language } = useWords()
  const forecast: Column<BehindInvoice>[] = [
    {
      ...{ id: 'day', title: words.reports_expected_on, file: ({ day }) => day && { day } },
      cell: ({ day }) => (day ? sayDay(day, language) : '–'),
    },
    {
      ...{ id: 'ground', title: words.reports_ground },
      file: ({ ground }) => ground && words[`reports_ground_${ground}`],
      cell: ({ ground }) => (ground ? words[`reports_ground_${ground}`] : '–'),
    },
  ]
  return [
    {
      ...{ id: 'number', title: words.record_invoice_number, file: ({ invoice_number }) => invoice_number },
      cell: ({ invoice_id, invoice_number }) => (
        <RecordLink family="invoices" administration_id={administration_id} id={invoice_id}>
          {invoice_number}
        </RecordLink>
      ),
    },
    {
      ...{ id: 'debtor', title: words.record_debtor, file: ({ debtor_name }) => debtor_name },
      cell: ({ debtor_id, debtor_name }) => (
        <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
          {debtor_name}
        </RecordLink>
      ),
    },
    {
      ...{ id: 'due_date', title: words.record_due_date, file: ({ due_date }) => ({ day: due_date }) },
      cell: ({ due_date }) => sayDay(due_date, language),
    },
    ...(expected ? forecast : []),
    {
      ...{ id: 'amount', title: words.reports_amount, number: true, file: ({ amount }) => ({ number: amount }) },
      cell: ({ amount, currency_code }) => sayMoney(amount, currency_code, language),
    },
    {
      ...{ id: 'currency', title: words.segment_currency_code, optional: true },
      ...{ file: ({ currency_code }) => currency_code, cell: ({ currency_code }) => currency_code },
    },
  ]
}

function usePromiseColumns(administration_id: string): Column<ListedPromise>[] {
  const { words, language } = useWords()
  const day = (id: 'made_on' | 'promised_on' | 'paid_on', title: string): Column<ListedPromise> => ({
    ...{ id, title, file: (row) => (row[id] ? { day: row[id] } : null) },
    cell: (row) => (row[id] ? sayDay(row[id], language) : '–'),
  })
  return [
    {
      ...{ id: 'debtor', title: words.record_debtor, file: ({ debtor_name }) => debtor_name },
      cell: ({ debtor_id, debtor_name }) => (
        <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
          {debtor_name}
        </RecordLink>
      ),
    },
    day('made_on', words.reports_made_on),
    day('promised_on', words.reports_promised_on),
    {
      ...{ id: 'outcome', title: words.reports_became },
      file: ({ outcome }) => words[`reports_outcome_${outcome}`],
      cell: ({ outcome }) => words[`reports_outcome_${outcome}`],
    },
    day('paid_on', words.reports_paid_on),
    {
      ...{ id: 'amount', title: words.reports_amount, number: true, file: ({ amount }) => ({ number: amount }) },
      cell: ({ amount, currency_code }) => sayMoney(amount, currency_code, language),
    },
    {
      ...{ id: 'currency', title: words.segment_currency_code, optional: true },
      ...{ file: ({ currency_code }) => currency_code, cell: ({ currency_code }) => currency_code },
    },
  ]
}
