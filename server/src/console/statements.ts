import { type Actions, call } from '../api/actions.ts'
import { id, idList } from '../api/field.ts'
import { sendStatement } from '../follow_up/send/statement.ts'

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
