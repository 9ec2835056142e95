import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type CaseDossier, dossierQuery } from '../../api/credit_cases.ts'
import type { CreditCase, RecordKey } from '../../api/records.ts'
import { Composer } from '../../parts/composer/composer.tsx'
import { Conversation } from '../../parts/conversation/conversation.tsx'
import { InvoiceTable } from '../../parts/records/invoice_table.tsx'
import { LetterButton } from '../../parts/records/letter_button.tsx'
import { PortalLink } from '../../parts/records/portal_link.tsx'
import record from '../../parts/records/record.module.css'
import { WhatWasDone } from '../../parts/records/what_was_done.tsx'
import { WorkSheet } from '../../parts/records/workplace.tsx'
import { Section } from '../../parts/section.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { sayDay } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { Claim } from './claim.tsx'
import { ClaimTools } from './claim_tools.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/credit_cases/$record_id')

type Props = { credit_case: CreditCase; case_key: RecordKey }

/** What stands in the middle: the claim as a judge reads it, what was said, and everything that belongs to it. */
export function CaseTab({ tab, credit_case, case_key }: Props & { tab: string }) {
  const { administration_id } = case_key
  const { id, debtor_id, credit_case_number, currency_code, public_url } = credit_case
  if (tab === 'conversation') {
    const subject = { administration_id, debtor_id, credit_case_id: id, credit_case_number }
    return (
      <Conversation
        {...{ record_key: case_key, currency_code }}
        family="credit_cases"
        foot={<Composer subject={subject} compact />}
      />
    )
  }
  return (
    <WorkSheet key={tab}>
      {tab === 'invoices' && <CaseInvoices {...{ credit_case, case_key }} />}
      {tab === 'letters' && <CaseLetters case_key={case_key} />}
      {tab === 'portal' && <PortalLink record_key={case_key} family="credit_cases" url={public_url} />}
      {!['invoices', 'letters', 'portal'].includes(tab) && <Calculation {...{ credit_case, case_key }} />}
    </WorkSheet>
  )
}

/** The claim of today, or of the day that the address names; the one before stays until the next is worked out. */
function Calculation({ credit_case, case_key }: Props) {
  const { words } = useWords()
  const { until } = route.useSearch()
  const now = useQuery(dossierQuery(case_key))
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...dossierQuery(case_key, until),
    placeholderData: keepPreviousData,
  })
  const over = credit_case.deactivated_at !== null
  const tools = now.data && <ClaimTools case_key={case_key} today={now.data.calculation.on} until={until} over={over} />
  if (error) {
    return (
      <Section title={words.claim_heading} action={tools}>
        <LoadFailed error={error} retry={() => void refetch()} />
      </Section>
    )
  }
  if (!data) return <RowsLoading rows={8} />
  return (
    <div aria-busy={isPlaceholderData}>
      <Claim
        {...{ dossier: data, tools, currency_code: credit_case.currency_code }}
        administration_id={case_key.administration_id}
      />
    </div>
  )
}

/** Those that it runs for, and of a case that ended those that it was about. */
function CaseInvoices({ credit_case: { currency_code }, case_key }: Props) {
  const { words } = useWords()
  const { data } = useQuery(dossierQuery(case_key))
  return (
    <Section title={words.record_case_invoices}>
      {data === undefined && <RowsLoading />}
      {data?.invoices.length === 0 && <Empty title={words.record_none} />}
      {data && data.invoices.length > 0 && (
        <InvoiceTable
          label={words.record_case_invoices}
          invoices={data.invoices.map((one) => ({ ...one, currency_code }))}
          administration_id={case_key.administration_id}
        />
      )}
    </Section>
  )
}

/** Every letter about its invoices, the newest first, and the steps that were taken for the case. */
function CaseLetters({ case_key }: { case_key: RecordKey }) {
  const { words } = useWords()
  const { data } = useQuery(dossierQuery(case_key))
  return (
    <>
      <Section title={words.case_tab_letters} sentence={words.case_letters_sentence}>
        {data === undefined && <RowsLoading />}
        {data?.letters.length === 0 && <Empty title={words.case_letters_none} />}
        {data && data.letters.length > 0 && <LetterRows letters={data.letters} case_key={case_key} />}
      </Section>
      <WhatWasDone record_key={case_key} family="credit_cases" />
    </>
  )
}

type LetterRowsProps = { letters: CaseDossier['letters']; case_key: RecordKey }

function LetterRows({ letters, case_key: { administration_id } }: LetterRowsProps) {
  const { words, language } = useWords()
  return (
    <DataTable
      label={words.case_tab_letters}
      rows={letters.toReversed()}
      columns={[
        {
          id: 'letter',
          title: words.letters_letter,
          cell: ({ id, step }) => (
            <LetterButton letter_key={{ administration_id, id }}>{sayType(words, 'step', step)}</LetterButton>
          ),
        },
        {
          id: 'day',
          title: words.done_day,
          cell: ({ day }) => <span className={record.whole}>{sayDay(day, language)}</span>,
        },
        { id: 'channel', title: words.done_channel, cell: ({ channel }) => sayType(words, 'channel', channel) },
        { id: 'status', title: words.record_state, cell: ({ status }) => sayType(words, 'letter_status', status) },
        {
          id: 'received',
          title: words.case_letter_received,
          cell: ({ received_on }) => (received_on ? sayDay(received_on, language) : '–'),
        },
        {
          id: 'proof',
          title: words.case_letter_proof,
          cell: ({ proven }) => (proven ? words.case_letter_proven : words.case_letter_unproven),
        },
      ]}
    />
  )
}
