import { useAdministration } from './use_administration.ts'

/** What somebody may do in an administration; the service decides, and this only spares them a refusal. */
export function useRole(administration_id: string): { may_work: boolean; may_write: boolean } {
  const role = useAdministration(administration_id)?.role
  const may_work = role === 'administrator' || role === 'standard'
  return { may_work, may_write: may_work || role === 'communication' }
}
