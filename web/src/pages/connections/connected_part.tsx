import { useQuery } from '@tanstack/react-query'
import { connectionsQuery } from '../../api/queries.ts'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useWords } from '../../words/words.tsx'
import { ConnectionTable } from './connection_table.tsx'
import classes from './connections.module.css'

export function ConnectedPart() {
  const { words } = useWords()
  const connections = useQuery(connectionsQuery(null))
  return (
    <>
      <div className={classes.lead}>
        <p>{words.connected_sentence}</p>
      </div>
      {connections.isPending && <RowsLoading />}
      {connections.isError && <LoadFailed error={connections.error} retry={() => void connections.refetch()} />}
      {connections.data?.length === 0 && <Empty title={words.connected_empty}>{words.connected_empty_sentence}</Empty>}
      {connections.data && connections.data.length > 0 && (
        <ConnectionTable label={words.connections_connected} connections={connections.data} />
      )}
    </>
  )
}
