import { family } from '../../api/actions.ts'
import { administration_actions } from './actions.ts'
import { administrations } from './administrations.ts'
import { administration_pausing } from './pausing.ts'

export const administration_families = [
  family(administrations, { ...administration_actions, ...administration_pausing }),
]
