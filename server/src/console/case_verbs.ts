import { sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { refuse } from '../api/errors.ts'
import { id, idList, oneOf } from '../api/field.ts'
import { isBeingMade, requestCaseFile } from '../follow_up/case_file/request.ts'
import { endCase, openCaseByHand, settleCosts } from '../follow_up/perform/case_decisions.ts'
import { handOver } from '../follow_up/perform/cases.ts'

const credit_case = { id: id('The credit case.').required() }

/** What people do with credit cases on our pages. */
export const case_verbs: Actions = {
  open: call({
    method: 'POST',
    path: '/console/credit_cases/open',
    reach: 'administration',
    description: 'Opens a credit case for invoices that are ready for collection, or adds them to one that just began.',
    body: {
      debtor_id: id('Debtor of the invoices.').required(),
      invoice_ids: idList('The invoices.').required(),
    },
    answer: { credit_case_id: id('The case.').required() },
    run: async (context, opening) => ({ credit_case_id: await openCaseByHand(context, opening) }),
  }),
  hand_over: call({
    method: 'POST',
    path: '/console/credit_cases/{id}/hand_over',
    reach: 'administration',
    description:
      'Hands a case over to a bailiff or a lawyer, and makes one file of everything. Every invoice needs its document. ' +
      'Refused while a payment plan is about it.',
    body: credit_case,
    answer: {},
    run: async (context, { id: credit_case_id }) => {
      await refuseWithoutDocuments(context, credit_case_id)
      const by = { flow_code: null, flow_version: null, reasons: [{ reason: 'by_hand' }], origin: 'person' } as const
      await handOver(context, credit_case_id, by)
      await requestCaseFile(context, credit_case_id)
      return {}
    },
  }),
  make_file: call({
    method: 'POST',
    path: '/console/credit_cases/{id}/make_file',
    reach: 'administration',
    description:
      'Makes one file of everything that is known of a case, as a PDF and as an archive. While one is being made, ' +
      'another call changes nothing.',
    body: credit_case,
    answer: {},
    run: async (context, { id: credit_case_id }) => {
      if (!(await isBeingMade(context, credit_case_id))) await requestCaseFile(context, credit_case_id)
      return {}
    },
  }),
  settle_costs: call({
    method: 'POST',
    path: '/console/credit_cases/{id}/settle_costs',
    reach: 'administration',
    description: 'Says what became of the costs and interest of a case that are open: they were paid, or are waived.',
    body: { ...credit_case, how: oneOf(['paid', 'waived'], 'What became of them.').required() },
    answer: {},
    run: async (context, { id: credit_case_id, how }) => {
      await settleCosts(context, credit_case_id, { how, day: context.today })
      return {}
    },
  }),
  end: call({
    method: 'POST',
    path: '/console/credit_cases/{id}/end',
    reach: 'administration',
    description:
      'Ends a case that is not paid. Its invoices are released, and paused until somebody resumes them. Refused while ' +
      'a payment plan is about it.',
    body: credit_case,
    answer: {},
    run: async (context, { id: credit_case_id }) => {
      await endCase(context, credit_case_id)
      return {}
    },
  }),
}

/** Without the invoices themselves no bailiff can do anything. */
async function refuseWithoutDocuments({ db, administration_id }: Context, credit_case_id: string): Promise<void> {
  const { rows } = await sql<{ invoice_number: string }>`
    select i.invoice_number from invoices i
    where i.administration_id = ${administration_id}::bigint and i.active_credit_case_id = ${credit_case_id}::bigint
      and not exists (select from invoice_documents d
        where d.administration_id = ${administration_id}::bigint and d.invoice_id = i.id and d.kind = 'document')
    order by i.id`.execute(db)
  const numbers = rows.map(({ invoice_number }) => invoice_number).join(', ')
  if (numbers !== '') refuse('unprocessable_entity', `The document is missing of: ${numbers}. Upload it first.`)
}
