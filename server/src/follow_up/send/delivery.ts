import { type Kysely, sql } from 'kysely'
import { type Change, changeIn } from '../../db/change.ts'
import type { Tables } from '../../db/schema.ts'
import { serviceActor } from '../../domain/actor.ts'
import type { Day } from '../../domain/days.ts'
import { type Failure, failureSaid } from '../../domain/mail_failure.ts'
import { touch } from '../../events/touch.ts'
import type { Mailed } from '../../mail/envelope.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Run } from '../../queue/queue.ts'
import { noteFailures } from './bounce.ts'
import { lookAgain } from './look_again.ts'
import { statement_step } from './rows.ts'
import type { Sending } from './sending.ts'
import { withdrawLetters } from './withdraw.ts'

/** A mail that carries a letter, and how far both are. */
type MailOfLetter = {
  administration_id: string
  letter_id: string
  letter_status: string
  step: string
  looked_long_ago: boolean
  stopped: boolean
}

/** So long after somebody looked, a letter may go without another look. */
const fresh_minutes = 5

/**
 * Delivers a mail. One that carries a letter is looked at once more when it had to wait, and afterwards what the server
 * said is noted on the letter. Safe to begin again at any point: the outcome is noted on the mail first.
 */
export async function deliverMail(
  sending: Sending & { mailer: Mailer },
  mail: { mail_id: string; paced?: boolean },
  run: Run,
): Promise<void> {
  const { db } = sending.database
  const letter = await letterOf(db, mail.mail_id, sending.now())
  if (letter === null) return sending.mailer.deliver(mail, run)
  // What a person sends is no step, and nothing that holds steps holds it.
  const looks = letter.letter_status === 'underway' && letter.step !== statement_step
  if (looks && (letter.looked_long_ago || letter.stopped)) {
    // A run that died may have sent it, and what was sent is not withdrawn.
    await noteDelivery(sending, letter.administration_id, mail.mail_id)
    await lookAtMail(sending, letter)
  }
  try {
    // A letter that was withdrawn took its mail along: nothing is left to deliver then.
    await sending.mailer.deliver(mail, run)
  } finally {
    await noteDelivery(sending, letter.administration_id, mail.mail_id)
  }
}

async function letterOf(db: Kysely<Tables>, mail_id: string, now: Date): Promise<MailOfLetter | null> {
  const { rows } = await sql<MailOfLetter>`
    select m.administration_id::text, l.id::text as letter_id, l.step, l.status as letter_status,
           m.created_at < ${now.toISOString()}::timestamptz - make_interval(mins => ${fresh_minutes}::integer)
             as looked_long_ago,
           coalesce(a.settings->'sending_stopped' = 'true', false) as stopped
    from mails m
    join letters l on l.administration_id = m.administration_id and l.id = m.resource_id
    join administrations a on a.id = m.administration_id
    where m.id = ${mail_id}::bigint and m.resource_type = 'letter'`.execute(db)
  return rows[0] ?? null
}

const changingOf = (sending: Sending, administration_id: string) => ({
  ...{ administration_id, actor: serviceActor('engine'), real_now: sending.now() },
})

/** A mail that waited: its day may be over, and the invoice paid. */
async function lookAtMail(sending: Sending, { administration_id, letter_id }: MailOfLetter): Promise<void> {
  await changeIn(sending.database.db, changingOf(sending, administration_id), async (change) => {
    const looked = await lookAgain(change, [letter_id], { status: 'underway', on_its_day: true })
    const reason = looked.get(letter_id)
    if (reason) await withdrawLetters(change, [{ letter_id, reason }])
  })
}

/** What became of the mail of a letter. */
type Delivered = {
  letter_id: string
  letter_status: 'underway' | 'sent'
  debtor_id: string
  status: 'queued' | 'sent' | 'kept' | 'failed'
  accepted: string[]
  refused: { [address: string]: string }
  to: string[]
  answer: string | null
  last_error: string | null
  /** When a server took it for the last of its addresses, and which day that was; null while some are left. */
  sent_at: string | null
  sent_on: Day | null
  refused_itself: boolean
  message_id_header: string | null
}

/** Notes on a letter what became of its mail. A second call changes nothing. */
export async function noteDelivery(sending: Sending, administration_id: string, mail_id: string): Promise<void> {
  await changeIn(sending.database.db, changingOf(sending, administration_id), async (change) => {
    const mail = await findDelivered(change, mail_id)
    if (mail === null) return
    const accepted = mail.accepted.filter((one) => mail.to.includes(one))
    if (mail.letter_status === 'sent') await noteMore(change, mail, accepted)
    else if (accepted.length > 0) await markSent(change, mail, accepted)
    else if (mail.status !== 'queued') await noteFailure(change, mail)
  })
}

async function findDelivered({ db, administration_id }: Change, mail_id: string): Promise<Delivered | null> {
  const { rows } = await sql<Delivered>`
    select l.id::text as letter_id, l.status as letter_status, l.debtor_id::text, m.status,
           m.delivered_to as accepted, m.refused_to as refused,
           (select coalesce(array_agg(r->>'email_address'), '{}') from jsonb_array_elements(l.recipients) r
            where r->>'kind' = 'to') as to,
           m.answer, m.last_error, m.refused_itself, m.message_id_header, m.sent_at,
           (m.sent_at at time zone a.timezone)::date::text as sent_on
    from mails m join letters l on l.administration_id = ${administration_id}::bigint and l.id = m.resource_id
    join administrations a on a.id = m.administration_id
    where m.id = ${mail_id}::bigint and m.administration_id = ${administration_id}::bigint
      and m.resource_type = 'letter' and l.status in ('underway', 'sent')
    for update of l`.execute(db)
  return rows[0] ?? null
}

/** A letter is sent when a server took it for one of those whom it is for; terms run from that day. */
async function markSent(change: Change, mail: Delivered, accepted: string[]): Promise<void> {
  const { db, administration_id, today, real_now, stamp } = change
  const { answer, refused, message_id_header } = mail
  // Whoever notes it later than it was sent notes when it was.
  const [sent_on, sent_at] = [mail.sent_on ?? today, mail.sent_at ?? real_now.toISOString()]
  const proof = { answer, accepted, refused, message_id: message_id_header, accepted_at: new Date(sent_at) }
  await sql`
    update letters set status = 'sent', sent_on = ${sent_on}::date, sent_at = ${sent_at}::timestamptz,
                       proof = ${JSON.stringify(proof)}::jsonb, updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and id = ${mail.letter_id}::bigint`.execute(db)
  // Those who were refused while others were not are left out the next time.
  await noteFailures(change, aboutOf(change, mail), failuresOf(refused))
  await touch(change, [mail.debtor_id])
}

/** What a server said of the other addresses, when it was asked again after one had taken the mail. */
async function noteMore(change: Change, mail: Delivered, accepted: string[]): Promise<void> {
  const { db, administration_id, stamp } = change
  const said = JSON.stringify({ accepted, refused: mail.refused })
  const { numAffectedRows } = await sql`
    update letters set proof = proof || ${said}::jsonb, updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and id = ${mail.letter_id}::bigint
      and not proof @> ${said}::jsonb`.execute(db)
  if (!numAffectedRows) return
  await noteFailures(change, aboutOf(change, mail), failuresOf(mail.refused))
  await touch(change, [mail.debtor_id])
}

const aboutOf = ({ administration_id }: Change, { letter_id }: Delivered): Mailed => ({
  ...{ administration_id, resource_type: 'letter', resource_id: letter_id },
})

const failuresOf = (refused: Delivered['refused']): Failure[] =>
  Object.entries(refused).map(([address, reason]) => failureSaid(address, reason))

/**
 * It reached none of those whom it was for, though a copy may have arrived. Where none of their addresses exists it has
 * bounced. Otherwise the letter fails: it keeps its step until its day is over (`settle.ts`), so that the same is not
 * tried again at once.
 */
async function noteFailure(change: Change, mail: Delivered): Promise<void> {
  const { letter_id, refused, last_error, refused_itself } = mail
  if (!refused_itself) await noteFailures(change, aboutOf(change, mail), failuresOf(refused))
  const { db, administration_id, stamp } = change
  await sql`
    update letters set status = 'failed', status_reason = ${last_error ?? 'not_delivered'}::text,
                       updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and id = ${letter_id}::bigint
      and status = 'underway'`.execute(db)
  await touch(change, [mail.debtor_id])
}
