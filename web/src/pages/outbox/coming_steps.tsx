import { useInfiniteQuery } from '@tanstack/react-query'
import { type ComingStep, comingQuery } from '../../api/outbox.ts'
import { Moment } from '../../parts/moment.tsx'
import { About } from '../../parts/records/about.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { NextLetter } from '../../parts/records/next_letter.tsx'
import { Empty } from '../../parts/states.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { DataTable } from '../../parts/table/data_table.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { sayMoney } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'

/** What comes by itself today and in the next days. */
export function ComingSteps({ administration_id }: { administration_id: string }) {
  const { words, language } = useWords()
  const query = useInfiniteQuery(comingQuery(administration_id))
  const steps = query.data?.pages.flatMap((page) => page.steps) ?? []
  const columns: Column<ComingStep>[] = [
    {
      id: 'debtor',
      title: words.record_debtor,
      cell: ({ debtor_id, debtor_name }) => (
        <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
          {debtor_name}
        </RecordLink>
      ),
    },
    { id: 'day', phone: 'beside', title: words.outbox_day_column, cell: ({ day }) => <Moment at={day} day /> },
    {
      ...{ id: 'step', phone: 'below', title: words.outbox_step },
      cell: (step) => <Coming step={step} administration_id={administration_id} />,
    },
    {
      id: 'about',
      title: words.work_about,
      cell: (step) => <About of={step} administration_id={administration_id} without_debtor />,
    },
    {
      id: 'amount',
      phone: 'amount',
      title: words.record_open,
      number: true,
      cell: ({ amount, currency_code }) => sayMoney(amount, currency_code, language),
    },
  ]
  return (
    <Listing
      query={query}
      count={steps.length}
      expected={8}
      empty={<Empty title={words.outbox_coming_empty}>{words.outbox_coming_empty_sentence}</Empty>}
    >
      <DataTable list="outbox_coming" label={words.outbox_show_coming} rows={steps} columns={columns} />
    </Listing>
  )
}

/** What is done, and the letter where one goes out. */
function Coming({ step, administration_id }: { step: ComingStep; administration_id: string }) {
  const { words } = useWords()
  const { invoice_id, credit_case_id } = step
  const record = invoice_id
    ? ({ family: 'invoices', id: invoice_id } as const)
    : credit_case_id && ({ family: 'credit_cases', id: credit_case_id } as const)
  return (
    <>
      {sayType(words, 'step', step.step)}{' '}
      {step.letter && record && <NextLetter of={{ administration_id, ...record }} />}
    </>
  )
}
