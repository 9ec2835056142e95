import type { Kysely } from 'kysely'
import { createGrant } from '../auth/oauth/family.ts'
import { issuePair } from '../auth/oauth/issue.ts'
import { permission_names } from '../auth/permissions.ts'
import { hashSecret } from '../auth/secrets.ts'
import { clock } from '../clock.ts'
import type { Tables } from '../db/schema.ts'
import type { DemoTenants } from '../demo/fill.ts'

/** What `demo.json` says: everything that somebody needs to try the service. */
export type DemoCard = {
  base_url: string
  company: DemoTenants['company']
  administrations: DemoTenants['administrations']
  other_administration_id: string
  /** Its clock can be turned. */
  sandbox_administration_id: string
  /** It is followed up by itself, and its letters wait for somebody. */
  followed_administration_id: string
  user: { email_address: string; password: string }
  static_token: string
  /** What a debtor sees. */
  portal_url: string
  applications: {
    authorization_code: Credential & { redirect_uri: string; access_token: string; refresh_token: string }
    client_credentials: Credential & { ip_allow_list: string[] }
  }
}
type Credential = { client_id: string; client_secret: string }

/** Sees to it that the tokens on the card live, for an hour at least; they reach the first administration alone. */
export async function withLivingTokens(db: Kysely<Tables>, card: DemoCard): Promise<DemoCard> {
  const now = clock.now()
  const { authorization_code: connected } = card.applications
  const lives = await db
    .selectFrom('access_tokens')
    .innerJoin('refresh_tokens', 'refresh_tokens.id', 'access_tokens.refresh_token_id')
    .select('access_tokens.id')
    .where('access_tokens.token_hash', '=', hashSecret(connected.access_token))
    .where('access_tokens.revoked_at', 'is', null)
    .where('access_tokens.expires_at', '>', new Date(now.getTime() + 3_600_000).toISOString())
    .where('refresh_tokens.used_at', 'is', null)
    .executeTakeFirst()
  if (lives) return card
  const pair = await db.transaction().execute(async (trx) => {
    const application = await trx
      .selectFrom('applications')
      .select('id')
      .where('client_id', '=', connected.client_id)
      .executeTakeFirstOrThrow()
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('email_address', '=', card.user.email_address)
      .executeTakeFirstOrThrow()
    const grant_id = await createGrant(trx, {
      application_id: application.id,
      company_id: card.company.id,
      user_id: user.id,
      permissions: permission_names,
      administration_ids: card.administrations.slice(0, 1).map(({ id }) => id),
      address: null,
      now,
    })
    return issuePair(trx, { grant_id, permissions: permission_names, now })
  })
  const { access_token, refresh_token = '' } = pair
  const authorization_code = { ...connected, access_token, refresh_token }
  return { ...card, applications: { ...card.applications, authorization_code } }
}

/** The page of a late debtor of the first administration who can pay; its address begins where the service will be. */
export async function withPortal(db: Kysely<Tables>, card: DemoCard): Promise<DemoCard> {
  const administration_id = card.administrations[0]?.id ?? ''
  const found = await db
    .selectFrom('invoices as i')
    .innerJoin('debtors as d', (join) =>
      join.onRef('d.administration_id', '=', 'i.administration_id').onRef('d.id', '=', 'i.debtor_id'),
    )
    .select('d.public_token')
    .where('i.administration_id', '=', administration_id)
    .where('i.open_amount', '>', '0')
    .where('i.sent_at', 'is not', null)
    .where('i.reminder_1_at', 'is not', null)
    .where('i.active_credit_case_id', 'is', null)
    .where('i.active_payment_plan_id', 'is', null)
    .where('i.payment_method', '<>', 'direct_debit')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('disputes')
            .whereRef('disputes.administration_id', '=', 'i.administration_id')
            .whereRef('disputes.debtor_id', '=', 'i.debtor_id')
            .where('disputes.ended_at', 'is', null),
        ),
      ),
    )
    .where('i.currency_code', '=', 'EUR')
    .where('d.public_token', 'is not', null)
    .orderBy('i.id')
    .limit(1)
    .executeTakeFirst()
  return { ...card, portal_url: found ? `/portal/${administration_id}/debtors/${found.public_token}` : '' }
}
