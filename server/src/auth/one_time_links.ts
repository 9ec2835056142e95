import { type Kysely, sql, type Transaction } from 'kysely'
import { refuse } from '../api/errors.ts'
import type { Tables } from '../db/schema.ts'
import type { LinkPurpose } from '../mail/user_mails.ts'
import { hashSecret, makeSecret } from './secrets.ts'

const hour_ms = 3_600_000

/** How long each link lives. */
const lives_ms: Readonly<Record<LinkPurpose, number>> = {
  invitation: 7 * 24 * hour_ms,
  password_reset: hour_ms,
  sign_up: 30 * 24 * hour_ms,
  set_up: 24 * hour_ms,
}

export type NewLink = {
  purpose: LinkPurpose
  user_id: string | null
  /** Whether it is given to an application, and not mailed: then using it proves nothing about the mailbox. */
  known_to_application?: boolean
  now: Date
}

/** Makes a link. The token is returned once; only its hash is kept. Earlier links for the same stay good until used. */
export async function createLink(db: Kysely<Tables>, link: NewLink): Promise<string> {
  const { purpose, user_id, known_to_application = false, now } = link
  const token = makeSecret('link')
  await db
    .insertInto('one_time_links')
    .values({
      token_hash: hashSecret(token),
      purpose,
      user_id,
      known_to_application,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + lives_ms[purpose]).toISOString(),
    })
    .execute()
  return token
}

/** Where the page for a link is. The token stands behind #, which browsers keep to themselves: no log ever sees it. */
export const linkUrl = (base_url: string, token: string): string => `${base_url}/link#${token}`

export type Link = {
  id: string
  purpose: LinkPurpose
  user_id: string | null
  company_id: string | null
  email_address: string | null
  name: string | null
  company_name: string | null
  /** Whether the second factor is on. */
  two_step: boolean
  /** Whether somebody opened the mailbox of the person before. */
  address_proven: boolean
  /** Whether an application has this link, so that using it does not prove that anybody opened the mailbox. */
  known_to_application: boolean
  expires_at: string
}

/**
 * Whether a link asks for a recovery code as well. Not as long as the address is unproven: whoever switched the second
 * factor on may be anybody, and whoever opens the mailbox is not kept out by it.
 */
export const asksRecoveryCode = ({ two_step, address_proven }: Link): boolean => two_step && address_proven

/** A link that can still be used; held, when this happens in a transaction, so that nobody else uses it meanwhile. */
export async function findLink(db: Kysely<Tables>, token: string, now: Date): Promise<Link> {
  const { rows } = await sql<Link>`
    select l.id, l.purpose, l.user_id, u.company_id, u.email_address, u.name, c.name as company_name,
           coalesce(u.totp_enabled_at is not null, false) as two_step,
           coalesce(u.address_proven, false) as address_proven, l.known_to_application, l.expires_at
    from one_time_links l left join users u on u.id = l.user_id left join companies c on c.id = u.company_id
    where l.token_hash = ${hashSecret(token)}::bytea and l.used_at is null
      and l.expires_at > ${now.toISOString()}::timestamptz and u.deleted_at is null
      and (l.user_id is null or c.status not in ('inactive', 'deleted'))
      -- A mail that was late, or sent twice, invites nobody who is in already. Who is in through an application still
      -- has to open the mail.
      and (l.purpose not in ('invitation', 'sign_up') or u.password_hash is null
           or (not u.address_proven and not l.known_to_application))
    for update of l`.execute(db)
  return rows[0] ?? refuse('not_found', 'This link was used already, or is too old. Ask for a new one.')
}

/**
 * Holds whom a link is for, before the link itself: whoever uses another link of the same person at the same moment
 * waits here, and finds afterwards that it is done. The company of a sign-up comes first, as in the job that removes
 * those that nobody confirmed.
 */
export async function holdPerson(
  trx: Transaction<Tables>,
  { purpose, user_id, company_id }: Pick<Link, 'purpose' | 'user_id' | 'company_id'>,
): Promise<void> {
  if (purpose === 'sign_up')
    await trx.selectFrom('companies').select('id').where('id', '=', company_id).forUpdate().execute()
  await trx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute()
}

/**
 * Closes the door behind whoever set a password: every link that would set it once more is done. What was mailed to an
 * address stays good until somebody opened the mailbox: only then is it certain whose password it is.
 */
export async function endLinks(db: Kysely<Tables>, user_id: string, now: Date): Promise<void> {
  await sql`
    update one_time_links l set used_at = ${now.toISOString()}::timestamptz
    from users u
    where u.id = l.user_id and l.user_id = ${user_id}::bigint and l.used_at is null
      and (u.address_proven or l.known_to_application)`.execute(db)
}

/**
 * Holds all links for setting up, of which each process that was started prints one. Whoever uses one of them makes
 * those who use another at the same moment wait here, and find afterwards that it is done.
 */
export async function holdSetUp(trx: Transaction<Tables>): Promise<void> {
  await trx
    .selectFrom('one_time_links')
    .select('id')
    .where('purpose', '=', 'set_up')
    .where('used_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Ends all links for setting up. */
export async function endSetUp(trx: Transaction<Tables>, now: Date): Promise<void> {
  await trx
    .updateTable('one_time_links')
    .set({ used_at: now.toISOString() })
    .where('purpose', '=', 'set_up')
    .where('used_at', 'is', null)
    .execute()
}
