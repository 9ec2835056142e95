import { family } from '../../api/actions.ts'
import { administration_actions } from './actions.ts'
import { administrations } from './administrations.ts'

export const administration_families = [family(administrations, administration_actions)]
