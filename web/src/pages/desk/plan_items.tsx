import type { PlanItems as Items } from '../../api/work.ts'
import { DataTable } from '../../parts/data_table.tsx'
import { Section } from '../../parts/section.tsx'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { CaseLink, InvoiceTable } from '../records/parts.tsx'

type Props = { items: Items; administration_id: string }

/** What a plan is about: invoices, credit cases, or both. */
export function PlanItems({ items, administration_id }: Props) {
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
      <InvoiceTable label={words.plans_items_invoices} invoices={invoices} place={administration_id} />
    </Section>
  )
}

function Cases({ items: { credit_cases, credit_case_count }, administration_id }: Props) {
  const { words, language } = useWords()
  return (
    <Section title={words.plans_items_cases} sentence={useMore()(credit_cases.length, credit_case_count)}>
      <DataTable
        label={words.plans_items_cases}
        columns={[words.record_case, words.record_started_at, words.record_total_amount, words.record_open_amount]}
        numbers={[words.record_total_amount, words.record_open_amount]}
        rows={credit_cases.map((one) => ({
          key: one.id,
          cells: [
            <CaseLink key="link" administration_id={administration_id} id={one.id}>
              {one.credit_case_number}
            </CaseLink>,
            one.started_at ? sayDay(one.started_at, language) : '–',
            sayMoney(one.total_amount, one.currency_code, language),
            sayMoney(one.open_amount, one.currency_code, language),
          ],
        }))}
      />
    </Section>
  )
}
