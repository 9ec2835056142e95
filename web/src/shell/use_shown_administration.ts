import { useParams } from '@tanstack/react-router'
import { lastAdministration } from '../session/last_administration.ts'
import { useSignedIn } from '../session/signed_in.ts'

/** The administration that the address names, where it is within reach; else the one that was open last. */
export function useShownAdministration(): string | undefined {
  const { administrations } = useSignedIn()
  const { administration_id } = useParams({ strict: false })
  const within = administrations.some(({ id }) => id === administration_id)
  return within ? administration_id : lastAdministration(administrations)?.id
}
