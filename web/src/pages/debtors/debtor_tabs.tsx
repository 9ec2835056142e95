import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { casesOfQuery, type Debtor, invoiceListQuery, type RecordKey } from '../../api/records.ts'
import { CaseTable } from '../../parts/records/case_table.tsx'
import { InvoiceTable } from '../../parts/records/invoice_table.tsx'
import { LetterTable } from '../../parts/records/letter_table.tsx'
import { WhatWasDone } from '../../parts/records/what_was_done.tsx'
import { Section } from '../../parts/section.tsx'
import { Empty } from '../../parts/states.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useWords } from '../../words/words.tsx'
import { PlansOfDebtor } from './plans_of_debtor.tsx'

/** What is open of a debtor. */
export const openOf = (debtor_id: string) => ({ show: 'unsettled', order: 'newest', debtor_id }) as const

type Props = { debtor_key: RecordKey }

/** What is open, and what became of it: cases and plans. */
export function InvoicesOfDebtor({ debtor, debtor_key }: Props & { debtor: Debtor }) {
  const { words } = useWords()
  const { administration_id, id } = debtor_key
  const query = useInfiniteQuery(invoiceListQuery(administration_id, openOf(id)))
  const invoices = query.data?.pages.flatMap((page) => page.invoices) ?? []
  return (
    <>
      <Section
        title={words.record_open_invoices}
        action={
          <Link
            className="link"
            to="/administrations/$administration_id/invoices"
            params={{ administration_id }}
            search={{ debtor_id: id, show: 'all' }}
          >
            {words.record_all_invoices}
          </Link>
        }
      >
        <Listing query={query} count={invoices.length} empty={<Empty title={words.record_no_open_invoices} />}>
          <InvoiceTable label={words.record_open_invoices} invoices={invoices} administration_id={administration_id} />
        </Listing>
      </Section>
      <Cases debtor_key={debtor_key} />
      <PlansOfDebtor debtor_key={debtor_key} debtor_number={debtor.debtor_number} />
    </>
  )
}

function Cases({ debtor_key }: Props) {
  const { words } = useWords()
  const { data } = useQuery(casesOfQuery(debtor_key))
  const cases = data?.credit_cases ?? []
  if (cases.length === 0) return null
  return (
    <Section title={words.record_cases}>
      <CaseTable label={words.record_cases} cases={cases} administration_id={debtor_key.administration_id} />
    </Section>
  )
}

/** What went out, and the steps that were taken. */
export function LettersOfDebtor({ debtor_key }: Props) {
  const { words } = useWords()
  const { administration_id, id } = debtor_key
  return (
    <>
      <Section title={words.nav_letters}>
        <LetterTable administration_id={administration_id} filter={{ show: 'all', debtor_id: id }} />
      </Section>
      <WhatWasDone record_key={debtor_key} family="debtors" />
    </>
  )
}
