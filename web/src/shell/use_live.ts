import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followLive } from '../api/live.ts'
import type { SignedIn } from '../session/signed_in.ts'
import { useCurrentAdministration } from '../session/use_current_administration.ts'

/** Keeps the pages of this tab up to date with the administration that they show; one connection for all of them. */
export function useLive({ person, administrations }: SignedIn): void {
  const queries = useQueryClient()
  const person_id = person.id
  const administration_id = useCurrentAdministration(administrations)
  useEffect(() => {
    if (administration_id === null) return
    return followLive({ administration_id, person_id, queries })
  }, [administration_id, person_id, queries])
}
