import { sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { date, dateTime, id, integer, listOf, text } from '../api/field.ts'
import { fileUrl, linkUntil } from '../api/file_links.ts'
import { shownMoment } from '../db/moments.ts'
import { readDay } from '../domain/days.ts'
import { batch_max, countReady, makeBatch, markPosted } from '../follow_up/send/batches.ts'
import { auditChange } from './audit_change.ts'

type Listed = {
  id: string
  created_at: string
  posted_on: string | null
  posted_by: string | null
  letters: number
}

const shown_max = 50

/** Letters on paper as somebody prints and posts them. `link_key` signs the links to their PDFs. */
export const letterBatchCalls = (link_key: Buffer): Actions => ({
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/letter_batches',
    reach: 'member',
    description: 'Lists the latest batches of letters to print, the newest first, and how many lie ready for another.',
    body: {},
    answer: {
      ready: integer('Letters that are in no batch yet.').required(),
      letters_max: integer('The most that one batch takes.').required(),
      batches: listOf(
        {
          id: id('Identifier.').required(),
          created_at: dateTime('When it was made.').required(),
          posted_on: date('Day on which it was posted; empty until then.'),
          posted_by: text('Name of who marked it as posted.'),
          letters: integer('How many letters it holds.').required(),
          document_url: text('All of them in one PDF, for some hours.').required(),
        },
        'Batches.',
      ).required(),
    },
    run: async ({ db, base_url, real_now, administration_id }) => {
      const { rows } = await sql<Listed>`
        select b.id::text, ${shownMoment('b.created_at')} as created_at, b.posted_on::text, u.name as posted_by,
               (select count(*) from letters l where l.administration_id = ${administration_id}::bigint
                 and l.batch_id = b.id
                  and l.status in ('underway', 'sent'))::integer as letters
        from letter_batches b left join users u on u.id = b.posted_by_user_id
        where b.administration_id = ${administration_id}::bigint
        order by b.id desc limit ${shown_max}::integer`.execute(db)
      const until = linkUntil(real_now)
      return {
        ready: await countReady({ db, administration_id }),
        letters_max: batch_max,
        batches: rows.map((row) => ({
          ...row,
          document_url: fileUrl(base_url, link_key, { holder: 'letter_batches', administration_id, id: row.id, until }),
        })),
      }
    },
  }),
})

/** What people do with letters on paper. */
export const letter_batch_verbs: Actions = {
  make: call({
    method: 'POST',
    path: '/console/letter_batches',
    reach: 'administration',
    description: 'Gathers the letters that lie ready to be printed. What was paid or paused meanwhile is withdrawn.',
    body: {},
    answer: {
      id: id('The batch; empty when nothing was left to print.'),
      letters: integer('How many letters it holds.').required(),
      withdrawn: integer('How many were withdrawn instead.').required(),
    },
    run: async (context) => {
      const { batch_id, letters, withdrawn } = await makeBatch(context)
      if (batch_id !== null)
        await auditChange(context, 'letters_printed', { batch: batch_id, letters: String(letters) })
      return { id: batch_id, letters, withdrawn }
    },
  }),
  mark_posted: call({
    method: 'POST',
    path: '/console/letter_batches/mark_posted',
    reach: 'administration',
    description: 'Marks the letters of a batch as posted on a day. Their terms count from their receipt after it.',
    body: {
      id: id('The batch.').required(),
      posted_on: date('The day; neither in the future nor before that of a letter in it.').required(),
    },
    answer: { letters: integer('How many letters were marked.').required() },
    run: async (context, { id: batch_id, posted_on }) => {
      const day = readDay(posted_on) ?? refuse('bad_request', 'posted_on is no day.')
      const marked = await markPosted(context, { batch_id, posted_on: day })
      if (marked.letters > 0) await auditChange(context, 'letters_posted', { batch: batch_id, day })
      return marked
    },
  }),
}
