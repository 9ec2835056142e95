import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followLive } from '../api/live.ts'
import { useSignedIn } from '../session/signed_in.ts'
import { useShownAdministration } from './use_shown_administration.ts'

/** Keeps the pages of this tab up to date with the administration that they show; one connection for all of them. */
export function Live(): null {
  const { person } = useSignedIn()
  const queries = useQueryClient()
  const person_id = person.id
  const administration_id = useShownAdministration()
  useEffect(() => {
    if (administration_id === undefined) return
    return followLive({ administration_id, person_id, queries })
  }, [administration_id, person_id, queries])
  return null
}
