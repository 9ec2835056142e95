import type { Actions } from '../../api/actions.ts'
import { type PausedNoun, pauseVerbs, resumeVerbs } from '../pausing.ts'
import { debtors } from './debtors.ts'

const noun: PausedNoun = {
  resource: debtors,
  permission: 'debtors:write',
  number: 'debtor_number',
  example: { debtor_numbers: ['D1001'] },
  meaning:
    'Nothing is sent to a debtor that is paused, and its open invoices are blocked; it can still pay, and mail about ' +
    'its payment plans still goes out.',
  by_kind: true,
  unpausable: async () => new Map(),
}

export const debtor_pausing: Actions = { ...pauseVerbs(noun), ...resumeVerbs(noun) }
