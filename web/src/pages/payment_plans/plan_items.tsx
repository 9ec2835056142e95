import { useQuery } from '@tanstack/react-query'
import type { RecordKey } from '../../api/records.ts'
import { type PlanItems as Items, planItemsQuery } from '../../api/work.ts'
import { InvoiceTable } from '../../parts/records/invoice_table.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { useRecordColumns } from '../../parts/records/use_record_columns.tsx'
import { Section } from '../../parts/section.tsx'
import { LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { fill } from '../../words/fill.ts'
import { sayDay } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'

type Props = { items: Items; administration_id: string }

/** What a plan is about: invoices, credit cases, or both. */
export function PlanItems({ plan_key }: { plan_key: RecordKey }) {
  const { data: items, error, refetch } = useQuery(planItemsQuery(plan_key))
  const { administration_id } = plan_key
  if (error && !items) return <LoadFailed error={error} retry={() => void refetch()} />
  if (!items) return <RowsLoading />
  return (
    <>
      {items.invoices.length > 0 && <Invoices items={items} administration_id={administration_id} />}
      {items.credit_cases.length > 0 && <Cases items={items} administration_id={administration_id} />}
    </>
  )
}

/** Nothing is said while everything is shown. */
function useMore(): (shown: number, count: number) => string | undefined {
  const { words } = useWords()
  return (shown, count) => (shown < count ? fill(words.plans_items_more, { shown, count }) : undefined)
}

function Invoices({ items: { invoices, invoice_count }, administration_id }: Props) {
  const { words } = useWords()
  return (
    <Section title={words.plans_items_invoices} sentence={useMore()(invoices.length, invoice_count)}>
      <InvoiceTable label={words.plans_items_invoices} invoices={invoices} administration_id={administration_id} />
    </Section>
  )
}

function Cases({ items: { credit_cases, credit_case_count }, administration_id }: Props) {
  const { words, language } = useWords()
  const shared = useRecordColumns(administration_id)
  return (
    <Section title={words.plans_items_cases} sentence={useMore()(credit_cases.length, credit_case_count)}>
      <DataTable
        label={words.plans_items_cases}
        rows={credit_cases}
        columns={[
          {
            id: 'case',
            title: words.record_case,
            cell: ({ id, credit_case_number }) => (
              <RecordLink family="credit_cases" administration_id={administration_id} id={id}>
                {credit_case_number}
              </RecordLink>
            ),
          },
          {
            id: 'started_at',
            title: words.record_started_at,
            cell: ({ started_at }) => (started_at ? sayDay(started_at, language) : '–'),
          },
          shared.total,
          shared.open,
        ]}
      />
    </Section>
  )
}
