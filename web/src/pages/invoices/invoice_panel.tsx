import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { outlooksQuery } from '../../api/follow_up.ts'
import { debtorQuery, type Invoice, invoiceQuery, type RecordKey, standingQuery } from '../../api/records.ts'
import { Icon } from '../../parts/icons.tsx'
import { Badges } from '../../parts/records/badges.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import { useInvoiceState } from '../../parts/records/invoice_table.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { PauseMenu } from '../../parts/records/pause_menu.tsx'
import { WhatComesNext } from '../../parts/records/what_comes_next.tsx'
import { WhatWasDone } from '../../parts/records/what_was_done.tsx'
import { RecordFailed } from '../../parts/records/within_reach.tsx'
import { Settled } from '../../parts/settled.tsx'
import { RowsLoading } from '../../parts/states.tsx'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { useData } from './invoice_side.tsx'
import classes from './invoices.module.css'

type InvoicePanelProps = { invoice_key: RecordKey; onClose: () => void }

/** One invoice beside the list that it is on. */
export function InvoicePanel({ invoice_key, onClose }: InvoicePanelProps) {
  const { words } = useWords()
  const invoice = useQuery(invoiceQuery(invoice_key))
  const { administration_id, id } = invoice_key
  return (
    <>
      <div className={classes.panel_head}>
        <h2>{invoice.data?.invoice_number ?? words.record_invoice}</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.invoices_open_page}
          renderRoot={(props) => (
            <Link
              to="/administrations/$administration_id/invoices/$record_id"
              params={{ administration_id, record_id: id }}
              {...props}
            />
          )}
        >
          <Icon name="arrow" />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={words.close} onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </div>
      {invoice.isPending && <RowsLoading rows={6} />}
      {invoice.isError && <RecordFailed error={invoice.error} retry={() => void invoice.refetch()} />}
      {invoice.data && <Content invoice={invoice.data} invoice_key={invoice_key} />}
    </>
  )
}

function Content({ invoice, invoice_key }: { invoice: Invoice; invoice_key: RecordKey }) {
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
      <div className={classes.panel_verbs}>
        <p className={classes.figure}>{sayMoney(invoice.open_amount, invoice.currency_code, language)}</p>
        <PauseMenu
          family="invoices"
          record_key={invoice_key}
          holds={standing.data?.holds}
          over={Number(invoice.open_amount) <= 0}
        />
      </div>
      <Badges badges={[state]} />
      <Settled pending={[standing.isPending, outlooks.isPending]}>
        <WhatComesNext record_key={invoice_key} family="invoices" holds={standing.data?.holds ?? []} />
        <Facts
          title={words.record_data}
          facts={[
            [words.record_total_amount, sayMoney(invoice.total_amount, invoice.currency_code, language)],
            [words.record_due_date, sayDay(invoice.due_date, language)],
            ...data,
          ]}
        />
        <WhatWasDone record_key={invoice_key} family="invoices" />
      </Settled>
    </>
  )
}
