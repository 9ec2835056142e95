import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { applications_query } from '../../api/queries.ts'
import type { Application } from '../../api/types.ts'
import { Moment } from '../../parts/moment.tsx'
import { Empty } from '../../parts/states.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { counted } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import classes from './connections.module.css'

export function ApplicationsPart() {
  const { words } = useWords()
  const applications = useQuery(applications_query)
  const create = (
    <Button renderRoot={(props) => <Link to="/settings/connections/applications/new" {...props} />}>
      {words.applications_new}
    </Button>
  )
  const none = applications.data?.length === 0
  return (
    <>
      <div className={classes.lead}>
        <p>{words.applications_sentence}</p>
        {none || create}
      </div>
      <Listing
        query={applications}
        count={applications.data?.length ?? 0}
        empty={
          <Empty title={words.applications_empty} action={create}>
            {words.applications_empty_sentence}
          </Empty>
        }
      >
        <ApplicationsTable applications={applications.data ?? []} />
      </Listing>
    </>
  )
}

function ApplicationsTable({ applications }: { applications: Application[] }) {
  const { words } = useWords()
  return (
    <DataTable
      list="applications"
      label={words.connections_applications}
      rows={applications}
      columns={[
        {
          id: 'name',
          title: words.application_name,
          sort: ({ name }) => name,
          cell: ({ id, name }) => (
            <Link
              className={classes.name}
              to="/settings/connections/applications/$application_id"
              params={{ application_id: id }}
            >
              {name}
            </Link>
          ),
        },
        {
          id: 'kind',
          phone: 'below',
          title: words.application_kind,
          cell: ({ grant_type }) => words[`kind_${grant_type}`],
        },
        {
          id: 'connections',
          phone: 'amount',
          title: words.nav_connections,
          sort: ({ connections }) => connections,
          cell: ({ connections }) => counted(connections, words.connections_count_one, words.connections_count),
        },
        {
          id: 'created',
          title: words.created,
          sort: ({ created_at }) => created_at,
          cell: ({ created_at }) => <Moment at={created_at} day />,
        },
        {
          id: 'last_used',
          phone: 'beside',
          title: words.last_used,
          sort: ({ last_used_at }) => last_used_at ?? '',
          cell: ({ last_used_at }) => <Moment at={last_used_at} />,
        },
      ]}
    />
  )
}
