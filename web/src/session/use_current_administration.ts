import { useParams } from '@tanstack/react-router'
import type { Administration } from '../api/types.ts'
import { lastAdministration } from './last_administration.ts'

/** The administration of the page; beside pages of none, or of one out of reach, the one that was open last. */
export function useCurrentAdministration(administrations: readonly Administration[]): string | null {
  const { administration_id } = useParams({ strict: false })
  const within = administrations.some(({ id }) => id === administration_id)
  return (within ? administration_id : lastAdministration(administrations)?.id) ?? null
}
