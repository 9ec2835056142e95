import { type Kysely, sql } from 'kysely'
import { refuse } from '../api/errors.ts'
import { id, oneOf, text } from '../api/field.ts'
import { isId } from '../api/types.ts'
import { countAttempt, placeOf } from '../auth/failed_attempts.ts'
import type { Tables } from '../db/schema.ts'

/** The families whose records have a page of their own for their debtor. */
export const portal_families = ['debtors', 'invoices', 'credit_cases', 'payment_plans'] as const
export type PortalFamily = (typeof portal_families)[number]

/** The parts of a link, as calls take them. */
export const link_fields = {
  administration_id: id('First part of the link.').required(),
  family: oneOf(portal_families, 'Second part of the link.').required(),
  token: text('Last part of the link.').required(),
}

/** The record that a link leads to. */
export type PortalLink = { administration_id: string; family: PortalFamily; id: string; debtor_id: string }

type LinkParts = { administration_id: string; family: string; token: string }

/** The record that a link leads to, unless the link was ended or never was one. */
export async function findPortalLink(db: Kysely<Tables>, parts: LinkParts): Promise<PortalLink | null> {
  const { administration_id, token } = parts
  const family = portal_families.find((one) => one === parts.family)
  if (family === undefined || !isId(administration_id) || !/^[\w-]{8,100}$/.test(token)) return null
  const { rows } = await sql<{ id: string; debtor_id: string }>`
    select r.id::text, r.${sql.ref(family === 'debtors' ? 'id' : 'debtor_id')}::text as debtor_id
    from ${sql.table(family)} r join administrations a on a.id = r.administration_id
    where r.administration_id = ${administration_id}::bigint and r.public_token = ${token}::text
      and a.status <> 'deleted'`.execute(db)
  return rows[0] ? { administration_id, family, ...rows[0] } : null
}

const wrong_links_max = 100

/** As `findPortalLink`, for calls. Tokens cannot be guessed; trying many only costs us, so it ends soon. */
export async function openPortalLink(
  { db, address, now }: { db: Kysely<Tables>; address: string; now: Date },
  parts: LinkParts,
): Promise<PortalLink> {
  const found = await findPortalLink(db, parts)
  if (found !== null) return found
  await countAttempt(db, [{ kind: 'portal_link_place', of: [placeOf(address)], max: wrong_links_max }], now)
  return refuse('not_found', 'This link does not lead anywhere any more.')
}

/** One of the invoices that a link shows, as if the link led to it alone. */
export const linkToInvoice = (link: PortalLink, id: string): PortalLink => ({ ...link, family: 'invoices', id })
