import { calls, type Family } from '../api/actions.ts'
import { commentOn } from './comment.ts'
import { lookAt } from './look.ts'

/** What the pages of debtors call. It is not part of the interface, and changes with the pages. */
export const portalFamilies = ({ link_key }: { link_key: Buffer }): Family[] => [
  calls('portal', 'What a debtor sees of a record, and says about it.', {
    look: lookAt(link_key),
    comment: commentOn,
  }),
]
