import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { outlooksQuery } from '../../api/follow_up.ts'
import { debtorQuery, type Invoice, invoiceQuery, type RecordKey, standingQuery } from '../../api/records.ts'
import { todayPanelQuery } from '../../api/today.ts'
import { ActForm } from '../../parts/calls/act_form.tsx'
import { FillButtons } from '../../parts/calls/fill_buttons.tsx'
import type { Act } from '../../parts/calls/save_act.ts'
import { Badges } from '../../parts/records/badges.tsx'
import { DocumentLink } from '../../parts/records/document_link.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import { useInvoiceState } from '../../parts/records/invoice_table.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { PauseMenu } from '../../parts/records/pause_menu.tsx'
import { PanelFigure, RecordPanel } from '../../parts/records/record_panel.tsx'
import { StepsInShort } from '../../parts/records/steps_in_short.tsx'
import { WhatComesNext } from '../../parts/records/what_comes_next.tsx'
import { Settled } from '../../parts/settled.tsx'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { LinesInShort } from './invoice_lines.tsx'
import { useData } from './invoice_side.tsx'

/** Keys are for the rows that are chosen, while there are any. */
type InvoicePanelProps = { invoice_key: RecordKey; keyed: boolean }

/** One invoice beside the list that it is on. */
export function InvoicePanel({ invoice_key, keyed }: InvoicePanelProps) {
  const { words } = useWords()
  return (
    <RecordPanel
      family="invoices"
      record_key={invoice_key}
      query={invoiceQuery}
      nameOf={(invoice) => invoice?.invoice_number ?? words.record_invoice}
    >
      {(invoice) => <Content {...{ invoice, invoice_key, keyed }} />}
    </RecordPanel>
  )
}

type ContentProps = { invoice: Invoice; invoice_key: RecordKey; keyed: boolean }

function Content({ invoice, invoice_key, keyed }: ContentProps) {
  const { words, language } = useWords()
  const { administration_id } = invoice_key
  const standing = useQuery(standingQuery(invoice_key, 'invoices'))
  const outlooks = useQuery(outlooksQuery(invoice_key, 'invoices'))
  const debtor = useQuery(debtorQuery({ administration_id, id: invoice.debtor_id }))
  const state = useInvoiceState(administration_id)(invoice)
  const data = useData(invoice, invoice_key)
  return (
    <>
      <RecordLink family="debtors" administration_id={administration_id} id={invoice.debtor_id}>
        {debtor.data?.name ?? invoice.debtor_number}
      </RecordLink>
      <PanelFigure figure={sayMoney(invoice.open_amount, invoice.currency_code, language)}>
        <Badges badges={[state]} />
      </PanelFigure>
      <Acts {...{ invoice, invoice_key, keyed }} />
      <Settled pending={[standing.isPending, outlooks.isPending]}>
        <WhatComesNext record_key={invoice_key} family="invoices" holds={standing.data?.holds ?? []} />
        <Facts
          title={words.record_data}
          facts={[
            [words.record_total_amount, sayMoney(invoice.total_amount, invoice.currency_code, language)],
            [words.record_due_date, sayDay(invoice.due_date, language)],
            ...data,
            [
              words.record_documents,
              invoice.document_url && (
                <DocumentLink key="document" url={invoice.document_url}>
                  {words.record_document_pdf}
                </DocumentLink>
              ),
            ],
          ]}
        />
        <LinesInShort invoice={invoice} />
        <StepsInShort record_key={invoice_key} family="invoices" />
      </Settled>
    </>
  )
}

/** What is done with an open invoice most, without leaving the list. */
function Acts({ invoice, invoice_key, keyed }: ContentProps) {
  const { administration_id, id } = invoice_key
  const [act, setAct] = useState<Act | null>(null)
  const { data: standing } = useQuery(standingQuery(invoice_key, 'invoices'))
  const { data: panel } = useQuery(todayPanelQuery(administration_id, invoice.debtor_id))
  if (Number(invoice.open_amount) <= 0) return null
  return (
    <>
      <div className="ways">
        <FillButtons
          {...{ administration_id, keyed }}
          fillings={['promise', 'dispute']}
          filling={act}
          // Calls are with debtors, and are not offered here.
          onFill={panel && ((filling) => filling !== 'call' && setAct(filling))}
        />
        <PauseMenu family="invoices" record_key={invoice_key} holds={standing?.holds} over={false} />
      </div>
      {panel && act !== null && (
        <ActForm key={act} {...{ administration_id, panel, act }} invoice_id={id} onClose={() => setAct(null)} />
      )}
    </>
  )
}
