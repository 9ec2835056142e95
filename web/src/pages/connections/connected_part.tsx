import { useQuery } from '@tanstack/react-query'
import { connectionsQuery } from '../../api/queries.ts'
import { Empty } from '../../parts/states.tsx'
import { Listing } from '../../parts/table/listing.tsx'
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
      <Listing
        query={connections}
        count={connections.data?.length ?? 0}
        empty={<Empty title={words.connected_empty}>{words.connected_empty_sentence}</Empty>}
      >
        <ConnectionTable list="connections" label={words.connections_connected} connections={connections.data ?? []} />
      </Listing>
    </>
  )
}
