import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { flowQuery } from '../../api/flows.ts'
import { lastRead } from '../../api/last_read.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { RecordFailed, WithinReach } from '../../parts/records/within_reach.tsx'
import { RowsLoading } from '../../parts/states.tsx'
import { useWords } from '../../words/words.tsx'
import { FlowEditor } from './flow_editor.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/flows/$code')

export function FlowPage() {
  const { administration_id, code } = route.useParams()
  return (
    <WithinReach administration_id={administration_id}>
      <Reading key={`${administration_id} ${code}`} administration_id={administration_id} code={code} />
    </WithinReach>
  )
}

function Reading({ administration_id, code }: { administration_id: string; code: string }) {
  const { words } = useWords()
  const query = useQuery(flowQuery(administration_id, code))
  const { data, error } = lastRead(query)
  return (
    <>
      <BackLink>
        <Link to="/administrations/$administration_id/flows" params={{ administration_id }}>
          {words.nav_flows}
        </Link>
      </BackLink>
      {query.isPending && <RowsLoading rows={7} />}
      {error && <RecordFailed error={error} retry={() => void query.refetch()} />}
      {data && <FlowEditor shown={data} administration_id={administration_id} />}
    </>
  )
}
