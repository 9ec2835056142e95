import type { Actions } from '../api/actions.ts'
import { outlookCall } from './outlooks.ts'

export const credit_case_actions: Actions = { outlook: outlookCall('credit_cases') }
