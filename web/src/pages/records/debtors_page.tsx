import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Debtor, debtorsQuery, searchQuery } from '../../api/records.ts'
import { DataTable, type Row } from '../../parts/data_table.tsx'
import { MoreButton } from '../../parts/more_button.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { fill } from '../../words/fill.ts'
import { sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { Marks } from './marks.tsx'
import { DebtorLink, WithinReach } from './parts.tsx'
import classes from './record.module.css'
import { More, SearchBox } from './search_box.tsx'
import { useCurrency } from './use_currency.ts'

const route = getRouteApi('/signed_in/administrations/$administration_id/debtors')

export function DebtorsPage() {
  const { administration_id } = route.useParams()
  const { text = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const { words } = useWords()
  return (
    <WithinReach administration_id={administration_id}>
      <PageHeading title={words.nav_debtors} sentence={words.debtors_sentence} />
      <SearchBox
        hint={words.search_debtors_hint}
        text={text}
        onSearch={(wanted) => void navigate({ search: wanted === '' ? {} : { text: wanted }, replace: true })}
      />
      {text === '' ? (
        <All administration_id={administration_id} />
      ) : (
        <Found administration_id={administration_id} text={text} />
      )}
    </WithinReach>
  )
}

function All({ administration_id }: { administration_id: string }) {
  const { words, language } = useWords()
  const currency_code = useCurrency(administration_id)
  const debtors = useInfiniteQuery(debtorsQuery(administration_id))
  const rows = (debtors.data?.pages ?? []).flatMap(({ data }) =>
    data.map(
      (one): Row => ({
        key: one.id,
        cells: [
          <Named key="link" administration_id={administration_id} one={one} holds={holdsOf(one)} />,
          one.debtor_number,
          one.postal_address.city || '–',
          sayMoney(one.book_open_amount ?? '0.00', currency_code, language),
        ],
      }),
    ),
  )
  return (
    <>
      {debtors.isPending && <RowsLoading rows={8} />}
      {debtors.isError && <LoadFailed error={debtors.error} retry={() => void debtors.refetch()} />}
      {debtors.isSuccess && rows.length === 0 && <Empty title={words.list_empty} />}
      {rows.length > 0 && (
        <DataTable
          label={words.nav_debtors}
          columns={[words.record_debtor, words.record_debtor_number, words.record_city, words.record_open_amount]}
          numbers={[words.record_open_amount]}
          rows={rows}
        />
      )}
      <MoreButton list={debtors} shown={rows.length} />
    </>
  )
}

function Found({ administration_id, text }: { administration_id: string; text: string }) {
  const { words, language } = useWords()
  const currency_code = useCurrency(administration_id)
  const found = useQuery(searchQuery(administration_id, text))
  if (found.isPending) return <RowsLoading />
  if (found.isError) return <LoadFailed error={found.error} retry={() => void found.refetch()} />
  const { debtors, more_debtors } = found.data
  if (debtors.length === 0) return <Empty title={fill(words.search_nothing, { text })} />
  return (
    <>
      {more_debtors && <More shown={debtors.length} />}
      <DataTable
        label={words.nav_debtors}
        columns={[words.record_debtor, words.record_debtor_number, words.record_city, words.record_open_amount]}
        numbers={[words.record_open_amount]}
        rows={debtors.map((one) => ({
          key: one.id,
          cells: [
            <Named key="link" administration_id={administration_id} one={one} holds={one.holds} />,
            one.debtor_number,
            one.city || '–',
            sayMoney(one.book_open_amount, currency_code, language),
          ],
        }))}
      />
    </>
  )
}

const holdsOf = ({ paused_at, reminding_paused_at }: Pick<Debtor, 'paused_at' | 'reminding_paused_at'>): string[] => [
  ...(paused_at ? ['debtor_paused'] : []),
  ...(reminding_paused_at ? ['debtor_reminding_paused'] : []),
]

type NamedProps = { administration_id: string; one: { id: string; name: string }; holds: readonly string[] }

function Named({ administration_id, one, holds }: NamedProps) {
  return (
    <span className={classes.two}>
      <DebtorLink administration_id={administration_id} id={one.id}>
        {one.name}
      </DebtorLink>
      <Marks holds={holds} />
    </span>
  )
}
