import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { type KeptMails, removeMails } from '../mail/kept.ts'

const rows_at_once = 5_000
const day_ms = 86_400_000
/** How long it can be looked up what became of a mail. */
const mail_days = 90
/** A mail is tried for about a day. One that waits longer lost its job, and will not be sent any more. */
const lost_mail_days = 3

// What is past its life opens nothing any more. It stays a day longer: a code that is used a second time ends its
// grant, and that should also hold for one that expired a minute ago.
const grace_days = 1

/** Rows of a table that end by themselves: by which key, from which moment on, and how many days later they go. */
type Ending = { table: keyof Tables; key: string; moment: string; days: number }

/**
 * Tables whose rows end by themselves. A refresh token that was used is kept until it would have expired, because
 * whoever shows it again has a copy; a grant without tokens is kept as history. A one-time link is kept for a month, to
 * tell people why it does not work; a browser in which nobody signed in for so long has no cookie any more.
 */
const endings: readonly Ending[] = [
  { table: 'authorization_codes', key: 'id', moment: 'expires_at', days: grace_days },
  { table: 'access_tokens', key: 'id', moment: 'expires_at', days: grace_days },
  // Those of machines have no other end.
  { table: 'access_tokens', key: 'id', moment: 'revoked_at', days: grace_days },
  { table: 'refresh_tokens', key: 'id', moment: 'expires_at', days: grace_days },
  { table: 'sessions', key: 'session_id_hash', moment: 'expires_at', days: grace_days },
  { table: 'one_time_links', key: 'id', moment: 'expires_at', days: 30 },
  { table: 'failed_attempts', key: 'key_hash', moment: 'since', days: 1 },
  { table: 'known_devices', key: 'device_hash', moment: 'last_seen_at', days: 400 },
]

/**
 * Removes what has ended by itself, some thousand rows at a time: nobody waits for it, and when it is interrupted, the
 * next time goes on where it was.
 */
export async function purgeExpired(
  db: Kysely<Tables>,
  { kept, now }: { kept: KeptMails; now: Date },
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {}
  for (const { table, key, moment, days } of endings) {
    const before = new Date(now.getTime() - days * day_ms).toISOString()
    const gone = await untilNone(async () => {
      const result = await sql`
        delete from ${sql.table(table)} where ${sql.ref(key)} in (
          select ${sql.ref(key)} from ${sql.table(table)}
          where ${sql.ref(moment)} <= ${before}::timestamptz
          order by ${sql.ref(moment)} limit ${rows_at_once} for update skip locked
        )`.execute(db)
      return Number(result.numAffectedRows ?? 0)
    })
    removed[table] = (removed[table] ?? 0) + gone
  }
  await giveUpLostMails(db, now)
  const oldest = new Date(now.getTime() - mail_days * day_ms).toISOString()
  const which = sql`status <> 'queued' and created_at <= ${oldest}::timestamptz`
  removed.mails = await untilNone(() => removeMails(db, kept, { which, at_once: rows_at_once }))
  return removed
}

/** Repeats a batch until one is not full. */
async function untilNone(batch: () => Promise<number>): Promise<number> {
  let total = 0
  for (let last = rows_at_once; last === rows_at_once; total += last) last = await batch()
  return total
}

async function giveUpLostMails(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ status: 'failed', last_error: sql`coalesce(last_error, 'It was not sent in time.')` })
    .where('status', '=', 'queued')
    .where('created_at', '<=', new Date(now.getTime() - lost_mail_days * day_ms).toISOString())
    .execute()
}
