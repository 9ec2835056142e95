import { resource } from '../api/define.ts'
import { dateTime, id, jsonList, oneOf, text } from '../api/field.ts'
import { fileLinkTo } from '../api/file_links.ts'
import { after, anyIdOf, exactId } from '../api/filters.ts'
import { channels } from './steps.ts'

export const letter_statuses = ['approval', 'waiting', 'underway', 'sent', 'bounced', 'failed', 'withdrawn'] as const

const recipient = {
  properties: {
    kind: { type: 'string', enum: ['to', 'cc', 'bcc', 'post'], description: 'How the recipient gets it.' },
    email_address: { type: 'string', description: 'Of a mail: the address that it goes to.' },
    name: { type: 'string', description: 'Of paper: whose name stands in the window.' },
    address: { type: 'array', items: { type: 'string' }, description: 'Of paper: the lines below the name.' },
  },
}

export const letters = resource({
  name: 'letters',
  one: 'letter',
  table: 'letters',
  description: 'What went out to debtors, or is about to: mails, and letters on paper, exactly as they were sent.',
  within: 'administration',
  reads: ['list', 'show'],
  document: false,
  fields: {
    id: id('Identifier.').required(),
    administration_id: id('Owning administration.').required(),
    debtor_id: id('Debtor that it is for.').required().onRequest(),
    channel: oneOf(channels, 'How it goes out.').required(),
    language_code: text('Language, ISO 639-1.').required(),
    subject: text('Subject.'),
    text: text('What it says, without layout.'),
    document_url: text('Link to the letter as PDF; good for four hours. Empty where nobody kept it.').from(
      // Of what was sent before letters were kept as they went out there is none.
      fileLinkTo(
        'letters',
        (held, row) =>
          `${held}.id = ${row}.id and ` +
          `(${held}.file_id is not null or ${held}.checksum is not null or ${held}.status = 'waiting')`,
      ),
    ),
    recipients: jsonList('Who gets it: addresses of mail, or one postal address.', recipient).required(),
    status: oneOf(
      letter_statuses,
      'How far it is. `approval`: a person decides; `waiting`: for its turn; `underway`: being sent or printed.',
    ).required(),
    sent_at: dateTime('When it was sent or posted.'),
    updated_at: dateTime('Last update.').required().onRequest(),
  },
  filters: {
    ids: anyIdOf('id', 'Internal ids.'),
    debtor_id: exactId('debtor_id', 'Only those for this debtor.'),
    updated_after: after('updated_at', 'Only records updated after this moment.'),
  },
})
