import { randomUUID } from 'node:crypto'
import { type Actions, call } from '../api/actions.ts'
import { boolean, id, key, listOf, oneOf, text, textList } from '../api/field.ts'
import { userOf } from '../domain/actor.ts'
import { countingReplies, removeReply, saveReply } from '../letters/replies/own_replies.ts'
import { fillReply, isHouseCode, reply_variables, replyProblems } from '../letters/replies/reply_texts.ts'
import { letter_languages } from '../settings/administration_settings.ts'
import { auditChange } from './audit_change.ts'
import { invoicesToShow } from './letter_previews.ts'
import { factsOf, readDebtor, readInvoice } from './reply_facts.ts'

const language_code = oneOf(letter_languages, 'Language.').required()
const edited = {
  subject: text('Subject, in liquid.').required(),
  body: text('Text, in liquid.').required(),
}

/** Texts to answer debtors with. */
export const reply_text_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/reply_texts',
    reach: 'member',
    description: 'Lists the texts to answer with in a language, and what a text can name.',
    body: { language_code },
    answer: {
      texts: listOf(
        {
          code: text('Name of the text.').required(),
          name: text('What people call it; empty for those of the house.'),
          own: boolean('Whether the administration wrote it.').required(),
          house: boolean('Whether a text of the house stands behind it.').required(),
          ...edited,
        },
        'Texts.',
      ).required(),
      variables: listOf(
        { name: text('Name.').required(), description: text('What it stands for.').required() },
        'What a text can name.',
      ).required(),
    },
    run: async (context, body) => ({
      texts: (await countingReplies(context, body.language_code)).map((one) => ({
        ...one,
        house: isHouseCode(one.code),
      })),
      variables: Object.entries(reply_variables).map(([name, description]) => ({ name, description })),
    }),
  }),

  preview: call({
    method: 'POST',
    path: '/console/administrations/{administration_id}/reply_texts/preview',
    reach: 'member',
    description: 'Fills a text that is being edited in with a real invoice, or says what is wrong with it.',
    body: {
      language_code,
      subject: text('Subject, in liquid; it may still be empty.'),
      body: text('Text, in liquid; it may still be empty.'),
      invoice_id: id('Invoice to show it with; empty: the one that is overdue the longest.'),
    },
    answer: {
      problems: textList('What is wrong with the text, as `<part>: <problem>`; empty when nothing is.').required(),
      seen_with: text('Debtor and number of the invoice that it is shown with; empty where there is none.'),
      next_invoice_id: id('Another invoice to show it with.'),
      subject: text('Subject, filled in.'),
      body: text('Text, filled in.'),
    },
    run: async (context, { language_code: language, subject, body, invoice_id }) => {
      const { db, administration_id } = context
      const edited = { subject: subject ?? '', body: body ?? '' }
      const problems = replyProblems(edited)
      const { shown, next } = await invoicesToShow(db, administration_id, invoice_id ?? null)
      if (!shown || problems.length > 0) return { ...nothing_shown, problems }
      const debtor = await readDebtor(context, shown.debtor_id)
      const invoice = await readInvoice(context, shown.debtor_id, shown.id)
      const facts = factsOf({ debtor, invoice, language, sender: userOf(context.actor).name ?? '' })
      const seen_with = `${debtor.name} · ${invoice?.invoice_number ?? ''}`
      return { problems, seen_with, next_invoice_id: next?.id ?? null, ...fillReply(edited, facts) }
    },
  }),
}

const nothing_shown = { seen_with: null, next_invoice_id: null, subject: null, body: null }

/** What administrators do with texts to answer with. */
export const reply_text_verbs: Actions = {
  save: call({
    method: 'POST',
    path: '/console/reply_texts/save',
    reach: 'administration',
    description: 'Changes a text to answer with, or adds one.',
    body: {
      language_code,
      code: key('The text; a new one unless given.'),
      name: key('What people call it; those of the house have names already.'),
      ...edited,
    },
    answer: { code: text('The text.').required() },
    run: async (context, { language_code: language, name, ...body }) => {
      const code = body.code || randomUUID()
      await saveReply(context, { code, name: name ?? null, language, subject: body.subject, body: body.body })
      await auditChange(context, 'reply_text_saved', { code, language_code: language })
      return { code }
    },
  }),
  remove: call({
    method: 'POST',
    path: '/console/reply_texts/remove',
    reach: 'administration',
    description: 'Removes a text of the administration; in the place of one of the house, that one counts again.',
    body: { language_code, code: key('The text.').required() },
    answer: {},
    run: async (context, { language_code: language, code }) => {
      await removeReply(context, { code, language })
      await auditChange(context, 'reply_text_removed', { code, language_code: language })
      return {}
    },
  }),
}
