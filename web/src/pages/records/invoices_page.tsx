import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { invoicesQuery, searchQuery } from '../../api/records.ts'
import { DataTable } from '../../parts/data_table.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { MoreButton } from './more_button.tsx'
import { InvoiceLink, InvoiceTable, WithinReach } from './parts.tsx'
import { SearchBox } from './search_box.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/invoices')

type Show = 'open' | 'paid' | 'all'
const filters = { open: { paid: 'false' }, paid: { paid: 'true' }, all: {} } as const

export function InvoicesPage() {
  const { administration_id } = route.useParams()
  const { text = '', show: told } = route.useSearch()
  const show: Show = told === 'paid' || told === 'all' ? told : 'open'
  const navigate = route.useNavigate()
  const { words } = useWords()
  return (
    <WithinReach administration_id={administration_id}>
      <PageHeading title={words.nav_invoices} sentence={words.invoices_sentence} />
      <SearchBox
        hint={words.search_invoices_hint}
        text={text}
        onSearch={(wanted) => void navigate({ search: wanted === '' ? {} : { text: wanted }, replace: true })}
      >
        <NativeSelect
          label={words.list_show}
          value={show}
          data={(['open', 'paid', 'all'] as const).map((one) => ({ value: one, label: words[`list_${one}`] }))}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: value === 'open' ? {} : { show: value }, replace: true })
          }
        />
      </SearchBox>
      {text === '' ? (
        <All administration_id={administration_id} show={show} />
      ) : (
        <Found administration_id={administration_id} text={text} />
      )}
    </WithinReach>
  )
}

function All({ administration_id, show }: { administration_id: string; show: Show }) {
  const { words } = useWords()
  const invoices = useInfiniteQuery(invoicesQuery(administration_id, { ...filters[show], order: 'due_date_desc' }))
  const all = invoices.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <>
      {invoices.isPending && <RowsLoading rows={8} />}
      {invoices.isError && <LoadFailed error={invoices.error} retry={() => void invoices.refetch()} />}
      {invoices.isSuccess && all.length === 0 && <Empty title={words.list_empty} />}
      {all.length > 0 && <InvoiceTable label={words.nav_invoices} invoices={all} place={administration_id} />}
      <MoreButton list={invoices} shown={all.length} />
    </>
  )
}

function Found({ administration_id, text }: { administration_id: string; text: string }) {
  const { words, language } = useWords()
  const found = useQuery(searchQuery(administration_id, text))
  if (found.isPending) return <RowsLoading />
  if (found.isError) return <LoadFailed error={found.error} retry={() => void found.refetch()} />
  const { invoices } = found.data
  if (invoices.length === 0) return <Empty title={fill(words.search_nothing, { text })} />
  return (
    <DataTable
      label={words.nav_invoices}
      columns={[words.record_invoice_number, words.record_debtor, words.record_due_date, words.record_open_amount]}
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
