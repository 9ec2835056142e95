import { calls, type Family } from '../api/actions.ts'
import { changeAddress } from './address.ts'
import { answerPlan } from './answer_plan.ts'
import { disputeInvoice, sayPaid } from './claims.ts'
import { commentOn } from './comment.ts'
import { showPortalRecord } from './look.ts'
import { payInvoices } from './pay.ts'
import { promisePayment } from './promise.ts'
import { proposeTerms } from './terms.ts'

/** What the pages of debtors call. It is not part of the interface, and changes with the pages. */
export const portalFamilies = ({ link_key }: { link_key: Buffer }): Family[] => [
  calls('portal', 'What a debtor sees of a record, and does about it.', {
    look: showPortalRecord(link_key),
    pay: payInvoices,
    comment: commentOn,
    dispute: disputeInvoice,
    paid: sayPaid,
    promise: promisePayment,
    terms: proposeTerms,
    answer_plan: answerPlan,
    address: changeAddress,
  }),
]
