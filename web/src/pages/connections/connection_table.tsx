import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { Connection } from '../../api/types.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { DataTable, type Row } from '../../parts/data_table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PermissionSummary } from '../../parts/permission_summary.tsx'
import { useSignedIn } from '../../shell/signed_in.tsx'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import classes from './connections.module.css'

type ConnectionTableProps = {
  label: string
  connections: Connection[] /** Of one application, whose name is told already. */
  of_one?: boolean
}

/** Connections with what they may do, and the way to change or end them. */
export function ConnectionTable({ label, connections, of_one = false }: ConnectionTableProps) {
  const { words } = useWords()
  const { company } = useSignedIn()
  const [ending, setEnding] = useState<Connection | null>(null)
  const rows = connections.map((connection): Row => {
    const { application_name, company_name } = connection
    const is_own = connection.company_id === company?.id
    return {
      key: connection.id,
      cells: [
        <span key="name">
          {of_one ? company_name : application_name}{' '}
          <span className={classes.small}>
            {of_one ? is_own && `(${words.connected_own})` : whose(connection, company?.id, words)}
          </span>
        </span>,
        ...(of_one ? [] : [company_name]),
        <Granted key="granted" connection={connection} />,
        <span key="since">
          <Moment at={connection.created_at} day />
          <br />
          <span className={classes.small}>{fill(words.connected_by, { name: connection.user_name })}</span>
        </span>,
        <Moment key="used" at={connection.last_used_at} />,
      ],
      actions: <ConnectionActions connection={connection} is_own={is_own} onDisconnect={() => setEnding(connection)} />,
    }
  })
  const columns = [
    of_one ? words.connected_company : words.application,
    ...(of_one ? [] : [words.connected_company]),
    words.permissions,
    words.connected_since,
    words.last_used,
  ]
  return (
    <>
      <DataTable label={label} columns={columns} rows={rows} actions={words.actions} />
      <Disconnect connection={ending} onClose={() => setEnding(null)} />
    </>
  )
}

type ConnectionActionsProps = { connection: Connection; is_own: boolean; onDisconnect: () => void }

/** Either side can end a connection; what it may do is only the business of the company whose data it is. */
function ConnectionActions({ connection, is_own, onDisconnect }: ConnectionActionsProps) {
  const { words } = useWords()
  const about = `${connection.application_name}, ${connection.company_name}`
  const params = { connection_id: connection.id }
  return (
    <>
      {is_own && (
        <Button
          size="compact-sm"
          variant="default"
          renderRoot={(props) => (
            <Link to="/settings/connections/connected/$connection_id" params={params} {...props} />
          )}
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

const whose = (connection: Connection, company_id: string | undefined, words: Words): string => {
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
