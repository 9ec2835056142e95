import { sql, type Transaction } from 'kysely'
import type { Outgoing } from '../api/context.ts'
import { refuseParameters } from '../api/errors.ts'
import type { Tables } from '../db/schema.ts'
import { events as catalogue, type EventName } from '../events/catalogue.ts'
import { destinationProblem } from './destination.ts'
import { makeWebhookSecret } from './secrets.ts'

/** Whose webhook it is. */
export type WebhookOwner = { administration_id: string } | { application_id: string }

export type WebhookInput = { url: string; events: readonly string[]; description: string | null }

/** When something is written: the moment, and the stamp where there is one. */
export type Moments = { now: Date; stamp: string }

const webhooks_max = 25
const previous_ms = 86_400_000

/** What administrations can ask for; events of accounts are for applications alone. */
const of_accounts: readonly EventName[] = ['company_updated']
export const administration_events = Object.keys(catalogue).filter((name) => !of_accounts.some((one) => one === name))
export const application_events = Object.keys(catalogue)

/** Makes a webhook that gets what happens from now on. The secret is returned once. */
export async function createWebhook(
  db: Transaction<Tables>,
  owner: WebhookOwner,
  input: WebhookInput,
  { outgoing, moments }: { outgoing: Outgoing; moments: Moments },
): Promise<{ id: string; secret: string }> {
  checkInput(owner, input, outgoing)
  await checkRoom(db, owner)
  const { secret, nonce, hash } = makeWebhookSecret(outgoing.secret_key)
  const { now, stamp } = moments
  const { id } = await db
    .insertInto('webhooks')
    .values({
      ...owner,
      ...{ url: input.url, description: input.description, events: distinct(input.events) },
      ...{
        status_since: now.toISOString(),
        secret_nonce: nonce,
        secret_hash: hash,
        secret_renewed_at: now.toISOString(),
      },
      ...{ created_at: stamp, updated_at: stamp },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('webhook_lanes').values({ webhook_id: id }).execute()
  // An administration has its stamp locked, so nothing happens in between.
  if ('administration_id' in owner) {
    const { administration_id } = owner
    const { rows } = await sql<{ last: string }>`
      select coalesce(max(id), 0)::text as last from events
      where administration_id = ${administration_id}::bigint`.execute(db)
    const last_event = rows[0]?.last ?? '0'
    await db
      .insertInto('webhook_feeds')
      .values({ webhook_id: id, administration_id, position: last_event, last_event, begins_at: '-infinity' })
      .execute()
  }
  return { id, secret }
}

/** Changes where a webhook leads and what it wants, from the next event on. */
export async function updateWebhook(
  db: Transaction<Tables>,
  owner: WebhookOwner,
  { id, ...input }: WebhookInput & { id: string },
  { outgoing, moments }: { outgoing: Outgoing; moments: Moments },
): Promise<void> {
  checkInput(owner, input, outgoing)
  await db
    .updateTable('webhooks')
    .set({ ...input, events: distinct(input.events), updated_at: moments.stamp })
    .where('id', '=', id)
    .execute()
}

/** Gives a webhook another secret. The one before counts for another day, and one before that no longer. */
export async function renewSecret(
  db: Transaction<Tables>,
  id: string,
  { outgoing, moments }: { outgoing: Outgoing; moments: Moments },
): Promise<string> {
  const { secret, nonce, hash } = makeWebhookSecret(outgoing.secret_key)
  const { now, stamp } = moments
  const previous_until = new Date(now.getTime() + previous_ms).toISOString()
  await sql`
    update webhooks
    set previous_nonce = secret_nonce, previous_hash = secret_hash, previous_until = ${previous_until}::timestamptz,
        secret_nonce = ${nonce}::bytea, secret_hash = ${hash}::bytea,
        secret_renewed_at = ${now.toISOString()}::timestamptz, updated_at = ${stamp}::timestamptz
    where id = ${id}::bigint`.execute(db)
  return secret
}

const distinct = (events: readonly string[]): string[] => [...new Set(events)].sort()

function checkInput(owner: WebhookOwner, { url, events }: WebhookInput, { opened_networks }: Outgoing): void {
  const problems: string[] = []
  const problem = destinationProblem(url, opened_networks)
  if (problem !== null) problems.push(`url: ${problem}`)
  const possible = new Set('application_id' in owner ? application_events : administration_events)
  const strange = events.filter((one) => !possible.has(one))
  for (const one of strange.slice(0, 5)) {
    const for_applications = application_events.includes(one)
    const what = for_applications ? 'is only sent to webhooks of applications' : 'is no event'
    problems.push(`events: ${one.slice(0, 60)} ${what}`)
  }
  if (problems.length > 0) refuseParameters(problems)
}

async function checkRoom(db: Transaction<Tables>, owner: WebhookOwner): Promise<void> {
  const [column, id] =
    'administration_id' in owner
      ? (['administration_id', owner.administration_id] as const)
      : (['application_id', owner.application_id] as const)
  const { count } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(column, '=', id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= webhooks_max)
    refuseParameters([`url: there are ${webhooks_max} webhooks already; remove one first`])
}
