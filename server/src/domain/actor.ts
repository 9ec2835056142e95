/** What the service does by itself, by the part of it that does so. */
export const services = ['engine', 'import', 'bank', 'mail', 'portal', 'upkeep', 'webhooks'] as const

export type Service = (typeof services)[number]

/** Who does something: a person, a token (by the system user that stands for it), or the service itself. */
export type Actor =
  | { kind: 'person' | 'token'; id: string; name: string; email_address: string }
  | { kind: 'service'; name: Service }

/** The service itself, by the part of it that acts. */
export const serviceActor = (name: Service): Actor & { kind: 'service' } => ({ kind: 'service', name })

/** The user that a record names for what was done; the service is none. */
export function userOf(actor: Actor): { id: string | null; name: string | null; email_address: string | null } {
  if (actor.kind === 'service') return { id: null, name: null, email_address: null }
  const { id, name, email_address } = actor
  return { id, name, email_address }
}

/** How rows keep who it was: a user, whose name is looked up when it is shown, or a part of the service. */
export const actorColumns = (actor: Actor): { actor_user_id: string | null; actor_service: Service | null } => ({
  actor_user_id: actor.kind === 'service' ? null : actor.id,
  actor_service: actor.kind === 'service' ? actor.name : null,
})
