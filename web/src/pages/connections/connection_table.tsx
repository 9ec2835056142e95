import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { Connection } from '../../api/types.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PermissionSummary } from '../../parts/permission_summary.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { DataTable } from '../../parts/table/data_table.tsx'
import { useSignedIn } from '../../session/signed_in.ts'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import classes from './connections.module.css'

type ConnectionTableProps = {
  label: string
  connections: readonly Connection[]
  /** Given to the list of all connections; those of one application are not named by it. */
  list?: string
}

/** Connections with what they may do, and the way to change or end them. */
export function ConnectionTable({ label, connections, list }: ConnectionTableProps) {
  const { company } = useSignedIn()
  const [ending, setEnding] = useState<Connection | null>(null)
  const columns = useColumns(list === undefined)
  return (
    <>
      <DataTable
        label={label}
        rows={connections}
        columns={columns}
        {...(list === undefined ? {} : { list })}
        actions={(connection) => (
          <ConnectionActions
            connection={connection}
            may_change={connection.company_id === company?.id && (list !== undefined || !worksByItself(connection))}
            onDisconnect={() => setEnding(connection)}
          />
        )}
      />
      <Disconnect connection={ending} onClose={() => setEnding(null)} />
    </>
  )
}

function useColumns(of_one_application: boolean): Column<Connection>[] {
  const { words } = useWords()
  const { company } = useSignedIn()
  const application: Column<Connection> = {
    id: 'application',
    title: words.application,
    cell: (connection) => (
      <span>
        {connection.application_name} <span className={classes.small}>{sayMaker(connection, company?.id, words)}</span>
      </span>
    ),
  }
  const own_company: Column<Connection> = {
    id: 'company',
    title: words.connected_company,
    cell: ({ company_id, company_name }) => (
      <span>
        {company_name}{' '}
        {of_one_application && company_id === company?.id && (
          <span className={classes.small}>({words.connected_own})</span>
        )}
      </span>
    ),
  }
  return [
    ...(of_one_application ? [own_company] : [application, own_company]),
    { id: 'permissions', title: words.permissions, cell: (connection) => <Granted connection={connection} /> },
    {
      id: 'since',
      title: words.connected_since,
      cell: ({ created_at, user_name }) => (
        <span>
          <Moment at={created_at} day />
          <br />
          <span className={classes.small}>{fill(words.connected_by, { name: user_name })}</span>
        </span>
      ),
    },
    { id: 'last_used', title: words.last_used, cell: ({ last_used_at }) => <Moment at={last_used_at} /> },
  ]
}

type ConnectionActionsProps = { connection: Connection; may_change: boolean; onDisconnect: () => void }

/** Either side can end a connection; what it may do is only the business of the company whose data it is. */
function ConnectionActions({ connection, may_change, onDisconnect }: ConnectionActionsProps) {
  const { words } = useWords()
  const about = `${connection.application_name}, ${connection.company_name}`
  return (
    <>
      {may_change && (
        <Button
          size="compact-sm"
          variant="default"
          renderRoot={(props) => <ChangeLink connection={connection} {...props} />}
          aria-label={`${words.change}: ${about}`}
        >
          {words.change}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={onDisconnect} aria-label={`${words.disconnect}: ${about}`}>
        {words.disconnect}
      </Button>
    </>
  )
}

const worksByItself = ({ application_grant_type }: Connection): boolean =>
  application_grant_type === 'client_credentials'

/** Where it is changed what a connection may do: at the application, if that works by itself. */
function ChangeLink({ connection, ...props }: { connection: Connection }) {
  const { id: connection_id, application_id } = connection
  return worksByItself(connection) ? (
    <Link to="/settings/connections/applications/$application_id" params={{ application_id }} {...props} />
  ) : (
    <Link to="/settings/connections/connected/$connection_id" params={{ connection_id }} {...props} />
  )
}

/** Which company made the software. */
const sayMaker = (connection: Connection, company_id: string | undefined, words: Words): string => {
  const is_own = connection.application_company_id === company_id
  return fill(words.connected_made_by, { company: is_own ? words.connected_own : connection.application_company_name })
}

function Granted({ connection }: { connection: Connection }) {
  const { words } = useWords()
  return (
    <>
      <PermissionSummary permissions={connection.permissions} />
      <span className={classes.below}>
        {connection.all_administrations
          ? words.all_administrations
          : connection.administrations.map(({ name }) => name).join(', ')}
      </span>
    </>
  )
}

function Disconnect({ connection, onClose }: { connection: Connection | null; onClose: () => void }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  // The name stays readable while the dialog closes.
  const [shown, setShown] = useState<Connection | null>(null)
  if (connection && connection !== shown) setShown(connection)
  const application = shown?.application_name ?? ''
  const end = async (): Promise<void> => {
    if (!connection) return
    await ask('connections.delete', { id: connection.id })
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['connections'] }),
      queries.invalidateQueries({ queryKey: ['applications'] }),
    ])
    say(fill(words.disconnected, { application }))
  }
  return (
    <Confirm
      opened={connection !== null}
      onClose={onClose}
      title={fill(words.disconnect_heading, { application })}
      action={words.disconnect}
      onConfirm={end}
    >
      <p>{fill(words.disconnect_sentence, { company: shown?.company_name ?? '' })}</p>
    </Confirm>
  )
}
