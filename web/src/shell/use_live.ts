import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { followLive } from '../api/live.ts'
import { lastAdministration } from '../session/last_administration.ts'
import type { SignedIn } from '../session/signed_in.ts'

/** Keeps the pages of this tab up to date with the administration that they show; one connection for all of them. */
export function useLive({ person, administrations }: SignedIn): void {
  const queries = useQueryClient()
  const person_id = person.id
  const administration_id = useCurrent(administrations)
  useEffect(() => {
    if (administration_id === null) return
    return followLive({ administration_id, person_id, queries })
  }, [administration_id, person_id, queries])
}

/** The administration of the page, or else the one that was open last, whose counts stand beside every page. */
function useCurrent(administrations: SignedIn['administrations']): string | null {
  const { administration_id } = useParams({ strict: false })
  const within = administrations.some(({ id }) => id === administration_id)
  return (within ? administration_id : lastAdministration(administrations)?.id) ?? null
}
