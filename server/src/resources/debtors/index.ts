import { family } from '../../api/actions.ts'
import { debtor_actions } from './actions.ts'
import { debtors } from './debtors.ts'
import { debtor_pausing } from './pausing.ts'

export const debtor_families = [family(debtors, { ...debtor_actions, ...debtor_pausing })]
