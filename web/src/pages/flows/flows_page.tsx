import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type FlowList, flowIn, flowsQuery } from '../../api/flows.ts'
import { Moment } from '../../parts/moment.tsx'
import { Note } from '../../parts/note.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { counted, fill } from '../../words/fill.ts'
import { sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { NewFlow } from './new_flow.tsx'
import { sayFor } from './say_flow.ts'

const route = getRouteApi('/signed_in/administrations/$administration_id/flows')

export function FlowsPage() {
  const { administration_id } = route.useParams()
  return (
    <WithinReach administration_id={administration_id}>
      <Flows key={administration_id} administration_id={administration_id} />
    </WithinReach>
  )
}

function Flows({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const query = useQuery(flowsQuery(administration_id))
  const list = query.data
  const add = list?.may_change && list.flows.length > 0
  return (
    <>
      <PageHeading
        title={words.nav_flows}
        sentence={words.flows_sentence}
        action={add && <NewFlow administration_id={administration_id} flows={list.flows} />}
      />
      {query.isPending && <RowsLoading rows={3} />}
      {query.isError && <LoadFailed error={query.error} retry={() => void query.refetch()} />}
      {list && <List list={list} administration_id={administration_id} />}
    </>
  )
}

function List({ list, administration_id }: { list: FlowList; administration_id: string }) {
  const { words, language } = useWords()
  if (list.flows.length === 0) {
    const settings = (
      <Link className="link" to="/administrations/$administration_id/settings" params={{ administration_id }}>
        {words.flows_to_settings}
      </Link>
    )
    return (
      <Empty title={words.flows_empty} action={settings}>
        {words.flows_empty_sentence}
      </Empty>
    )
  }
  const rows = list.flows.map((flow) => ({ ...flow, id: flow.code }))
  return (
    <>
      {list.without_flow > 0 && (
        <Note tone="warning">
          <p>{counted(list.without_flow, words.flows_without_one, words.flows_without)}</p>
        </Note>
      )}
      <DataTable
        wide
        label={words.nav_flows}
        rows={rows}
        columns={[
          {
            id: 'name',
            title: words.flows_name,
            cell: ({ code, name }) => (
              <Link
                className="link"
                to="/administrations/$administration_id/flows/$code"
                params={{ administration_id, code }}
              >
                {name}
              </Link>
            ),
          },
          {
            id: 'for',
            phone: 'below',
            title: words.flows_for,
            cell: ({ definition }) => sayFor(flowIn(definition), words),
          },
          {
            id: 'state',
            phone: 'beside',
            title: words.flows_state,
            cell: ({ version, draft_version }) =>
              [
                version === null ? words.flows_off : fill(words.flows_version, { version }),
                ...(draft_version === null ? [] : [fill(words.flows_draft, { version: draft_version })]),
              ].join(', '),
          },
          { id: 'since', title: words.flows_since, cell: ({ published_at }) => <Moment day at={published_at} /> },
          {
            id: 'invoices',
            phone: 'amount',
            title: words.flows_invoices,
            number: true,
            cell: ({ invoices }) => sayNumber(invoices, language),
          },
        ]}
      />
    </>
  )
}
