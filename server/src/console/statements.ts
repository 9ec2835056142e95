import { type Actions, call } from '../api/actions.ts'
import { id, idList, text } from '../api/field.ts'
import { knownDebtor } from '../follow_up/known_debtor.ts'
import { sendStatement } from '../follow_up/send/statement.ts'
import { portalFactsOf } from '../portal/facts.ts'
import { statementPdf } from '../portal/papers/statement.ts'
import { statement_words } from '../portal/papers/words.ts'
import { languageOf } from '../portal/shown.ts'

/** What is open, for a debtor to see. */
export const statement_calls: Actions = {
  send: call({
    method: 'POST',
    path: '/console/statements',
    reach: 'administration',
    description: 'Mails a debtor all that is open, one mail for each currency. It is no reminder, and holds none up.',
    body: { debtor_id: id('Debtor.').required() },
    answer: { letter_ids: idList('The letters that went out.').required() },
    run: (context, { debtor_id }) => sendStatement(context, debtor_id),
  }),
}

/** The same on paper, as the debtor can take it from its page. */
export const statement_paper_calls: Actions = {
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/statement_papers/{debtor_id}',
    reach: 'member',
    description: 'Prints all that is open of a debtor as a PDF, in the language of the debtor.',
    body: { debtor_id: id('Debtor.').required() },
    answer: {
      filename: text('Name of the file.').required(),
      content: text('The bytes of the PDF, in Base64.').required(),
    },
    run: async ({ db, administration_id, real_now }, { debtor_id }) => {
      await knownDebtor({ db, administration_id }, debtor_id)
      const link = { administration_id, family: 'debtors', id: debtor_id, debtor_id } as const
      const facts = await portalFactsOf(db, link, real_now)
      const language = languageOf(facts.language_code)
      const bytes = await statementPdf(db, link, facts, language)
      return { filename: `${statement_words[language].filename}-${facts.today}.pdf`, content: bytes.toString('base64') }
    },
  }),
}
