import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type InvoiceOrder, type InvoiceShow, invoiceListQuery, searchQuery } from '../../api/records.ts'
import { DataTable } from '../../parts/data_table.tsx'
import { MoreButton } from '../../parts/more_button.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney, sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { DebtorLink, InvoiceLink, WithinReach } from './parts.tsx'
import classes from './record.module.css'
import { SearchBox } from './search_box.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/invoices')

const shows = ['open', 'overdue', 'paid', 'all'] as const satisfies InvoiceShow[]

/** What is not open has no open amount to be ordered by. Each choice begins with what asks for attention first. */
const orders: Readonly<Record<InvoiceShow, readonly [InvoiceOrder, ...InvoiceOrder[]]>> = {
  open: ['due_date_asc', 'due_date_desc', 'amount_desc'],
  overdue: ['due_date_asc', 'due_date_desc', 'amount_desc'],
  paid: ['due_date_desc', 'due_date_asc'],
  all: ['due_date_desc', 'due_date_asc'],
}

export function InvoicesPage() {
  const { administration_id } = route.useParams()
  const { text = '' } = route.useSearch()
  const { words } = useWords()
  return (
    <WithinReach administration_id={administration_id}>
      <PageHeading title={words.nav_invoices} sentence={words.invoices_sentence} />
      <Filters />
      {text === '' ? (
        <All administration_id={administration_id} />
      ) : (
        <Found administration_id={administration_id} text={text} />
      )}
    </WithinReach>
  )
}

/** What the address asks for; what it does not know is left at what is open. */
function useChoice(): { show: InvoiceShow; order: InvoiceOrder } {
  const told = route.useSearch()
  const show = shows.find((one) => one === told.show) ?? 'open'
  return { show, order: orders[show].find((one) => one === told.order) ?? orders[show][0] }
}

function Filters() {
  const { text = '' } = route.useSearch()
  const { show, order } = useChoice()
  const navigate = route.useNavigate()
  const { words } = useWords()
  const go = (wanted: { show: string; order?: string }): void => {
    const { show: shown, order: by } = wanted
    const search = { ...(shown === 'open' ? {} : { show: shown }), ...(by ? { order: by } : {}) }
    void navigate({ search, replace: true })
  }
  return (
    <SearchBox
      hint={words.search_invoices_hint}
      text={text}
      onSearch={(wanted) => void navigate({ search: wanted === '' ? {} : { text: wanted }, replace: true })}
    >
      {text === '' && (
        <>
          <NativeSelect
            label={words.list_show}
            value={show}
            data={shows.map((one) => ({ value: one, label: words[`list_${one}`] }))}
            onChange={({ currentTarget: { value } }) => go({ show: value })}
          />
          <NativeSelect
            label={words.list_order}
            value={order}
            data={orders[show].map((one) => ({ value: one, label: words[`order_${one}`] }))}
            onChange={({ currentTarget: { value } }) => go({ show, order: value })}
          />
        </>
      )}
    </SearchBox>
  )
}

function All({ administration_id }: { administration_id: string }) {
  const { words, language } = useWords()
  const { show, order } = useChoice()
  const invoices = useInfiniteQuery(invoiceListQuery(administration_id, show, order))
  const all = invoices.data?.pages.flatMap((page) => page.invoices) ?? []
  return (
    <>
      {invoices.isPending && <RowsLoading rows={8} />}
      {invoices.isError && all.length === 0 && (
        <LoadFailed error={invoices.error} retry={() => void invoices.refetch()} />
      )}
      {invoices.isSuccess && all.length === 0 && <Empty title={emptyOf(show, words)} />}
      {all.length > 0 && (
        <DataTable
          label={words.nav_invoices}
          columns={[
            words.record_invoice_number,
            words.record_debtor,
            words.record_due_date,
            words.record_days_overdue,
            words.record_total_amount,
            words.record_open_amount,
          ]}
          numbers={[words.record_days_overdue, words.record_total_amount, words.record_open_amount]}
          rows={all.map((one) => ({
            key: one.id,
            cells: [
              <InvoiceLink key="link" administration_id={administration_id} id={one.id}>
                {one.invoice_number}
              </InvoiceLink>,
              <DebtorLink key="debtor" administration_id={administration_id} id={one.debtor_id}>
                {one.debtor_name}
              </DebtorLink>,
              sayDay(one.due_date, language),
              <span key="days" className={one.days_overdue > 0 ? classes.late : undefined}>
                {one.days_overdue > 0 ? sayNumber(one.days_overdue, language) : '–'}
              </span>,
              sayMoney(one.total_amount, one.currency_code, language),
              sayMoney(one.open_amount, one.currency_code, language),
            ],
          }))}
        />
      )}
      <MoreButton list={invoices} shown={all.length} />
    </>
  )
}

function emptyOf(show: InvoiceShow, words: ReturnType<typeof useWords>['words']): string {
  if (show === 'all') return words.list_empty
  return words[`list_none_${show}`]
}

function Found({ administration_id, text }: { administration_id: string; text: string }) {
  const { words, language } = useWords()
  const navigate = route.useNavigate()
  const found = useQuery(searchQuery(administration_id, text))
  if (found.isPending) return <RowsLoading />
  if (found.isError) return <LoadFailed error={found.error} retry={() => void found.refetch()} />
  const { invoices } = found.data
  if (invoices.length === 0) {
    return (
      <Empty
        title={fill(words.search_nothing, { text })}
        action={
          <Button variant="default" onClick={() => void navigate({ search: {}, replace: true })}>
            {words.search_all}
          </Button>
        }
      />
    )
  }
  return (
    <DataTable
      label={words.nav_invoices}
      columns={[words.record_invoice_number, words.record_debtor, words.record_due_date, words.record_open_amount]}
      numbers={[words.record_open_amount]}
      rows={invoices.map((one) => ({
        key: one.id,
        cells: [
          <InvoiceLink key="link" administration_id={administration_id} id={one.id}>
            {one.invoice_number}
          </InvoiceLink>,
          one.debtor_name,
          sayDay(one.due_date, language),
          sayMoney(one.open_amount, one.currency_code, language),
        ],
      }))}
    />
  )
}
