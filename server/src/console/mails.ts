import { type Actions, call } from '../api/actions.ts'
import { resource } from '../api/define.ts'
import { refuse } from '../api/errors.ts'
import { column, dateTime, id, integer, oneOf, text, textList } from '../api/field.ts'
import { audit } from '../auth/audit.ts'

/** What was mailed, and what became of it. */
export const mails = resource({
  name: 'mails',
  one: 'mail',
  table: 'mails',
  description: 'Mails of the company.',
  within: { reach: 'company', where: (row, company) => `${row}.company_id = ${company}` },
  reads: ['list', 'show'],
  newest_first: true,
  fields: {
    id: id('Identifier.').required(),
    kind: text('What it is about.').required(),
    to: textList('Addresses it goes to.').from(column('to_addresses')).required(),
    subject: text('Subject.').required(),
    status: oneOf(['queued', 'sent', 'kept', 'failed'], 'What became of it.').required(),
    attempts: integer('How often it was tried.').required(),
    last_error: text('Why it did not arrive.'),
    created_at: dateTime('When it was asked for.').required(),
    sent_at: dateTime('When it was sent, or kept.'),
  },
})

/** What a kept mail says; null when it is not there any more. */
export type ReadKeptMail = (mail_id: string) => Promise<{ text: string; html: string } | null>

export const mailActions = (readKept: ReadKeptMail): Actions => ({
  content: call({
    method: 'GET',
    path: '/console/mails/{id}/content',
    reach: 'company',
    description: 'Shows what a kept mail says. Mails that were sent are not kept.',
    body: { id: id('Identifier of the mail.').required() },
    answer: { text: text('As plain text.').required(), html: text('As a page.').required() },
    run: async ({ db, principal, address, now }, body) => {
      const mail = await db
        .selectFrom('mails')
        .select(['id', 'kind', 'to_addresses'])
        .where('id', '=', body.id)
        .where('company_id', '=', principal.company_id)
        .where('status', '=', 'kept')
        .executeTakeFirst()
      const content = mail ? await readKept(mail.id) : null
      if (!mail || !content) return refuse('not_found', 'This mail is not kept here.')
      // It may hold a link that opens the account of somebody else.
      const details = { mail_id: mail.id, kind: mail.kind, to: mail.to_addresses }
      const { company_id, user_id } = principal
      await audit(db, { action: 'kept_mail_read', company_id, user_id, details, address, now })
      return { text: content.text, html: content.html }
    },
  }),
})
