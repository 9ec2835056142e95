import { family } from '../../api/actions.ts'
import { message_actions } from './actions.ts'
import { messages } from './messages.ts'

export const message_families = [family(messages, message_actions)]
