import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { session_query } from '../../api/queries.ts'

/** What follows when a sandbox was made: somebody is in it, if that was wished, and its clock is opened. */
export function useNewSandbox(): (made: Promise<{ id: string }>, invent: boolean) => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async (made, invent) => {
    const { id: administration_id } = await made
    if (invent) await ask('sandbox_verbs.invent', { administration_id })
    await queries.invalidateQueries({ queryKey: session_query.queryKey })
    await navigate({ to: '/administrations/$administration_id/sandbox', params: { administration_id } })
  }
}
