import { calls, type Family } from '../api/actions.ts'
import { commentOn } from './comment.ts'
import { showPortalRecord } from './look.ts'

/** What the pages of debtors call. It is not part of the interface, and changes with the pages. */
export const portalFamilies = ({ link_key }: { link_key: Buffer }): Family[] => [
  calls('portal', 'What a debtor sees of a record, and says about it.', {
    look: showPortalRecord(link_key),
    comment: commentOn,
  }),
]
