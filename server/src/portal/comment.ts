import { call } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { oneOf, text } from '../api/field.ts'
import { link_fields, openPortalLink } from './links.ts'
import { subjectOfLink, writeMessage } from './messages.ts'
import { keepFiles, sent_files } from './sent_files.ts'
import { languages } from './shown.ts'
import { subjectOf } from './subjects.ts'
import { countSaid } from './throttle.ts'

const text_length_max = 5000

/** What every call takes with which a debtor says something. */
export const said_fields = {
  ...link_fields,
  language: oneOf(languages, 'Language that the page spoke; the subject is written in it.'),
}

/** What a debtor wrote, without the space around it; empty is nothing. */
export function readText(given: string | null | undefined): string {
  const content = (given ?? '').replaceAll('\r\n', '\n').trim()
  if (content.length > text_length_max) refuseParameters([`text: must have at most ${text_length_max} characters`])
  return content
}

/** What a debtor writes becomes an unread message. The same text sent again soon after is the same message. */
export const commentOn = call({
  method: 'POST',
  path: '/portal/comment',
  reach: 'portal',
  description: 'Takes what a debtor says about a record, with photos and documents.',
  body: {
    ...said_fields,
    ...sent_files,
    text: text(`What the debtor says; at most ${text_length_max} characters.`).required(),
  },
  answer: {},
  run: async (context, body) => {
    const content = readText(body.text)
    if (content === '') refuseParameters(['text: is missing'])
    const link = await openPortalLink(context, body)
    await countSaid(context, link)
    const files = await keepFiles(body.files)
    await context.change(link.administration_id, async (change) => {
      const subject = await subjectOf(change.db, link, { concern: null, language: body.language ?? null })
      await writeMessage(change, subjectOfLink(link), { subject, content, files })
    })
    return {}
  },
})
