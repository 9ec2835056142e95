import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Invoice, invoiceQuery, type RecordKey, standingQuery } from '../../api/records.ts'
import { todayPanelQuery } from '../../api/today.ts'
import { AgreementButtons } from '../../parts/agreements/agreement_buttons.tsx'
import { ActForm } from '../../parts/calls/act_form.tsx'
import { FillButtons } from '../../parts/calls/fill_buttons.tsx'
import type { Act } from '../../parts/calls/save_act.ts'
import { Composer } from '../../parts/composer/composer.tsx'
import type { ComposerSubject } from '../../parts/composer/use_composer.ts'
import { Conversation } from '../../parts/conversation/conversation.tsx'
import { News } from '../../parts/conversation/news.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Badges } from '../../parts/records/badges.tsx'
import { holdBadges } from '../../parts/records/holds.tsx'
import { useInvoiceState } from '../../parts/records/invoice_table.tsx'
import { OpenCase } from '../../parts/records/open_case.tsx'
import { PauseMenu } from '../../parts/records/pause_menu.tsx'
import { PortalLink } from '../../parts/records/portal_link.tsx'
import { RecordPage } from '../../parts/records/record_page.tsx'
import { WhatWasDone } from '../../parts/records/what_was_done.tsx'
import { Workplace, WorkSheet } from '../../parts/records/workplace.tsx'
import { keptSearch } from '../../parts/table/last_search.ts'
import { useWords } from '../../words/words.tsx'
import { Lines } from './invoice_lines.tsx'
import { InvoiceSide } from './invoice_side.tsx'
import { Payments } from './payments.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/invoices/$record_id')

export function InvoicePage() {
  const params = route.useParams()
  const { words } = useWords()
  const back = (
    <Link
      to="/administrations/$administration_id/invoices"
      params={{ administration_id: params.administration_id }}
      search={keptSearch('invoices', params.administration_id)}
    >
      {words.nav_invoices}
    </Link>
  )
  return (
    <RecordPage params={params} query={invoiceQuery} list="invoices" back={back}>
      {(invoice, invoice_key) => <Content invoice={invoice} invoice_key={invoice_key} />}
    </RecordPage>
  )
}

type ContentProps = { invoice: Invoice; invoice_key: RecordKey }

function Content({ invoice, invoice_key }: ContentProps) {
  const { words, language } = useWords()
  const { tab = 'conversation' } = route.useSearch()
  const [act, setAct] = useState<Act | null>(null)
  const { administration_id, id } = invoice_key
  const state = useInvoiceState(administration_id)(invoice)
  const { data: standing } = useQuery(standingQuery(invoice_key, 'invoices'))
  const { data: panel } = useQuery(todayPanelQuery(administration_id, invoice.debtor_id))
  const credit = Number(invoice.total_amount) < 0
  const labels = (invoice.labels ?? []).map(({ name }) => ({ text: name }))
  const acts = <InvoiceActs {...{ invoice, invoice_key, act }} onAct={panel ? setAct : undefined} />
  return (
    <>
      <PageHeading
        title={`${credit ? words.record_credit_note : words.record_invoice} ${invoice.invoice_number}`}
        views={<Badges badges={[state, ...holdBadges(standing?.holds ?? [], words, language), ...labels]} />}
      />
      <Workplace
        acts={acts}
        form={
          panel &&
          act !== null && (
            <ActForm key={act} {...{ administration_id, panel, act }} invoice_id={id} onClose={() => setAct(null)} />
          )
        }
        tabs={[
          { id: 'conversation', label: words.record_tab_conversation },
          { id: 'ledger', label: words.invoice_tab_ledger },
          { id: 'steps', label: words.invoice_tab_steps },
          { id: 'portal', label: words.portal_link },
        ]}
        shown={tab}
        news={<News record_key={invoice_key} family="invoices" />}
        side={<InvoiceSide invoice={invoice} invoice_key={invoice_key} />}
      >
        <Shown tab={tab} invoice={invoice} invoice_key={invoice_key} />
      </Workplace>
    </>
  )
}

type ActsProps = ContentProps & { act: Act | null; onAct: ((act: Act | null) => void) | undefined }

function InvoiceActs({ invoice, invoice_key, act, onAct }: ActsProps) {
  const { administration_id } = invoice_key
  const { data: standing } = useQuery(standingQuery(invoice_key, 'invoices'))
  const over = Number(invoice.open_amount) <= 0
  const ready = standing?.holds.some(({ reason }) => reason === 'collectable') ?? false
  return (
    <>
      <FillButtons
        administration_id={administration_id}
        fillings={over ? ['task'] : ['promise', 'dispute', 'task']}
        filling={act}
        // Calls are with debtors, and are not offered here.
        onFill={onAct && ((filling) => filling !== 'call' && onAct(filling))}
      />
      <AgreementButtons administration_id={administration_id} debtor_id={invoice.debtor_id} invoice_id={invoice.id} />
      <PauseMenu family="invoices" record_key={invoice_key} holds={standing?.holds} over={over} />
      <OpenCase administration_id={administration_id} debtor_id={invoice.debtor_id} invoices={ready ? [invoice] : []} />
    </>
  )
}

const subjectOf = ({ debtor_id, id, invoice_number }: Invoice, { administration_id }: RecordKey): ComposerSubject => ({
  ...{ administration_id, debtor_id, invoice_id: id, invoice_number },
})

function Shown({ tab, invoice, invoice_key }: ContentProps & { tab: string }) {
  if (tab === 'ledger' || tab === 'steps' || tab === 'portal') {
    return (
      <WorkSheet key={tab}>
        {tab === 'ledger' && (
          <>
            <Payments invoice={invoice} administration_id={invoice_key.administration_id} />
            <Lines invoice={invoice} />
          </>
        )}
        {tab === 'steps' && <WhatWasDone record_key={invoice_key} family="invoices" />}
        {tab === 'portal' && <PortalLink record_key={invoice_key} family="invoices" url={invoice.public_url} />}
      </WorkSheet>
    )
  }
  return (
    <Conversation
      record_key={invoice_key}
      family="invoices"
      currency_code={invoice.currency_code}
      foot={<Composer subject={subjectOf(invoice, invoice_key)} compact />}
    />
  )
}
