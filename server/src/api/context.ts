import type { Kysely, Transaction } from 'kysely'
import type { Change } from '../db/change.ts'
import type { Tables } from '../db/schema.ts'
import type { Actor } from '../domain/actor.ts'
import type { Application, Bearer, Person, Role, ServicePrincipal } from './principal.ts'

/** What every verb works with. `db` is the transaction; there is no other handle, so nothing can leak out of it. */
type Work = {
  db: Transaction<Tables>
  now: Date
  /** From where the call came. */
  address: string
  base_url: string
  /** For those who have events sent to other services. */
  outgoing: Outgoing
}

/** What is needed to have something sent outside. */
export type Outgoing = {
  /** Secrets that the service has to know again are made with it. It is nowhere in the database. */
  secret_key: Buffer
  /** Networks inside that the operator opened for what is sent. */
  opened_networks: readonly string[]
}

/** A verb inside one administration. */
export type Context = Work &
  Change & {
    /** A token, on our own pages a person who has a role there, or the service itself. */
    principal: Bearer | Person | ServicePrincipal
  }

/** A question inside one administration: it changes nothing, and so has no place in the order of changes. */
export type ReadContext = Omit<Context, 'stamp'>

/** A verb on the administrations of a token themselves. */
export type TokenContext = Work & { principal: Bearer; actor: Actor }

/** A verb of an application with its own credential. */
export type ApplicationContext = Work & { principal: Application }

/** A verb of a person who is signed in. */
export type PersonContext = Work & { principal: Person; actor: Actor; browser: Browser }

/** A verb of a person who has a role in one administration, which only reads there or keeps no order of changes. */
export type MemberContext = PersonContext & Omit<Change, 'db' | 'stamp'> & { role: Role }

/**
 * A verb of a person on their own account. Its `db` is no transaction: it begins with a password, which takes long to
 * check, and a wrong one is counted although the verb is refused. It opens those it needs.
 */
export type SelfContext = Omit<PersonContext, 'db'> & { db: Kysely<Tables> }

/**
 * A verb that is open to everybody, whether signed in or not. Its `db` is no transaction: strangers must not be able to
 * hold one while a password is checked, so it opens those it needs.
 */
export type VisitorContext = Omit<Work, 'db'> & { db: Kysely<Tables>; principal: Person | null; browser: Browser }

/**
 * A verb of whoever holds a link of the portal. Nobody is signed in and no cookie is read: the link in the body says
 * what may be seen. Its `db` is no transaction, as for everybody else who comes from outside; what a debtor says becomes a
 * change that the service makes.
 */
export type PortalContext = Omit<Work, 'db'> & {
  db: Kysely<Tables>
  change: <T>(administration_id: string, work: (change: Change) => Promise<T>) => Promise<T>
}

/** What a verb works with, by whose records it reaches. */
export type Contexts = {
  administration: Context
  token: TokenContext
  application: ApplicationContext
  company: PersonContext
  person: PersonContext
  member: MemberContext
  self: SelfContext
  anybody: VisitorContext
  portal: PortalContext
}

export type CookieName = 'session' | 'device'

/** The browser that a person uses: what it sent along, and what it shall keep when the work is done. */
export type Browser = {
  user_agent: string
  /** What pages have to send back, so that no other site can act in the person's name. */
  csrf_token: string
  /** The secret of an earlier sign-in on this machine, by which it is known to be the owner's. */
  device: string | null
  keep: (cookie: CookieName, secret: string) => void
  drop: (cookie: CookieName) => void
}
