import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { applications_query } from '../../api/queries.ts'
import type { Application } from '../../api/types.ts'
import { DataTable, type Row } from '../../parts/data_table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
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
      {applications.isPending && <RowsLoading />}
      {applications.isError && <LoadFailed error={applications.error} retry={() => void applications.refetch()} />}
      {none && (
        <Empty title={words.applications_empty} action={create}>
          {words.applications_empty_sentence}
        </Empty>
      )}
      {applications.data && !none && <ApplicationsTable applications={applications.data} />}
    </>
  )
}

function ApplicationsTable({ applications }: { applications: Application[] }) {
  const { words } = useWords()
  const rows = applications.map(
    (application): Row => ({
      key: application.id,
      cells: [
        <Link
          key="name"
          className={classes.name}
          to="/settings/connections/applications/$application_id"
          params={{ application_id: application.id }}
        >
          {application.name}
        </Link>,
        words[`kind_${application.grant_type}`],
        counted(application.connections, words.connections_count_one, words.connections_count),
        <Moment key="created" at={application.created_at} day />,
        <Moment key="used" at={application.last_used_at} />,
      ],
    }),
  )
  return (
    <DataTable
      label={words.connections_applications}
      columns={[words.application_name, words.application_kind, words.nav_connections, words.created, words.last_used]}
      rows={rows}
    />
  )
}
