import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { addresses_max, isAddress, plainAddress } from '../mail/addresses.ts'
import { sendMail } from '../mail/send_mail.ts'
import { audit } from './audit.ts'
import { blockedReaders } from './mail_limits.ts'

type Held = { grant_id: string; company_id: string; user_id: string; application_id: string }

/**
 * Ends an access token that turned up at an address where its application does not live, and the refresh token that
 * came with it: whoever has the one has the other. Only the first request changes anything, so it is reported once.
 */
export async function endBlockedToken(
  db: Kysely<Tables>,
  blocked: { access_token_id: string; address: string; now: Date },
): Promise<void> {
  const { access_token_id, address, now } = blocked
  const revoked_at = now.toISOString()
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<Held>`
      select g.id as grant_id, g.company_id, g.user_id, g.application_id
      from access_tokens t join grants g on g.id = t.grant_id
      where t.id = ${access_token_id}::bigint
      for update of g`.execute(trx)
    const ended = await trx
      .updateTable('access_tokens')
      .set({ revoked_at })
      .where('id', '=', access_token_id)
      .where('revoked_at', 'is', null)
      .returning('refresh_token_id')
      .executeTakeFirst()
    if (!rows[0] || !ended) return
    await trx
      .updateTable('refresh_tokens')
      .set({ revoked_at })
      .where('id', '=', ended.refresh_token_id)
      .where('revoked_at', 'is', null)
      .execute()
    await audit(trx, { action: 'address_blocked', ...rows[0], details: { access_token_id }, address, now })
    await notify(trx, rows[0], { address, now })
  })
}

/** Notifies the people of the application, who are seldom those of the company that the token was for. */
async function notify(db: Kysely<Tables>, held: Held, { address, now }: { address: string; now: Date }): Promise<void> {
  const { application_name, company_name, ...application } = await db
    .selectFrom('applications')
    .innerJoin('companies', (on) => on.on('companies.id', '=', held.company_id))
    .select(['applications.name as application_name', 'companies.name as company_name', 'applications.company_id'])
    .select('applications.notification_email_addresses')
    .where('applications.id', '=', held.application_id)
    .executeTakeFirstOrThrow()
  // What was typed wrong once must not keep the token alive now.
  const named = application.notification_email_addresses.map(plainAddress).filter(isAddress).slice(0, addresses_max)
  const { application_id } = held
  const { company_id } = application
  const to = await blockedReaders(db, { application_id, company_id, email_addresses: named, now })
  if (to.length === 0) return
  await sendMail(db, {
    kind: 'address_blocked',
    to,
    // Addresses have no language.
    locale: 'en-GB',
    company_id,
    user_id: null,
    parameters: { application_name, company_name, address, at: now.toISOString() },
    now,
  })
}
