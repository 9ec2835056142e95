import type { Session } from '../api/types.ts'
import { useSignedIn } from './signed_in.ts'

/** An administration within reach of the person, as the session describes it. */
export function useAdministration(administration_id: string): Session['administrations'][number] | undefined {
  return useSignedIn().administrations.find(({ id }) => id === administration_id)
}
