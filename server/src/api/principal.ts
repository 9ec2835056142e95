import type { Actor } from '../domain/actor.ts'
import type { Calendar } from '../domain/days.ts'
import type { Module } from './modules.ts'

/** An administration that a caller can work in. */
export type Reach = { id: string; modules: ReadonlySet<Module>; calendar: Calendar }

/** Who calls with a token: a company, what it may do, and in which administrations. */
export type Bearer = {
  kind: 'api_token' | 'access_token'
  /** Key for limits and logs: the kind and the id of the token, never the token itself. */
  key: string
  token_id: string
  company_id: string
  application_id: string | null
  /** The system user that stands for the token. */
  actor: Actor & { kind: 'token' }
  permissions: ReadonlySet<string>
  administrations: ReadonlyMap<string, Reach>
  /** Those that the list of administrations shows: also the ones that are marked for removal. */
  shown_administration_ids: readonly string[]
}

/** Which application calls with its own credential. */
export type Application = { kind: 'application'; key: string; application_id: string; company_id: string }

export type Role = 'administrator' | 'standard' | 'communication' | 'restricted'

/** Who is signed in, on our own pages. */
export type Person = {
  kind: 'person'
  key: string
  user_id: string
  company_id: string
  /** For the whole company; null when rights are given per administration alone. */
  company_role: Role | null
  /** Whether the person opened a mail of ours: until then anybody could have signed them up. */
  address_proven: boolean
  /** Each administration within reach, with what the person may do there. */
  administrations: ReadonlyMap<string, Reach & { role: Role }>
  session_id: string
  actor: Actor & { kind: 'person' }
}

/** The service itself, at work in one administration; it may do there whatever verbs can do. */
export type ServicePrincipal = {
  kind: 'service'
  key: string
  company_id: string
  administrations: ReadonlyMap<string, Reach>
  actor: Actor & { kind: 'service' }
}

export type Principal = Bearer | Application | Person | ServicePrincipal
