import { family } from '../../api/actions.ts'
import { debtor_actions } from './actions.ts'
import { debtors } from './debtors.ts'

export const debtor_families = [family(debtors, debtor_actions)]
