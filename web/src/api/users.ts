import { send } from './client.ts'
import type { User, UserInput } from './types.ts'

export const inviteUser = (body: UserInput & { email_address: string; locale: string }): Promise<User> =>
  send('POST', '/console/users', body)
export const changeUser = (id: string, body: UserInput): Promise<User> => send('PATCH', `/console/users/${id}`, body)
export const removeUser = (id: string): Promise<User> => send('DELETE', `/console/users/${id}`)
export const inviteAgain = (id: string): Promise<object> => send('POST', `/console/users/${id}/invite_again`)
export const resetTwoStep = (id: string): Promise<object> => send('POST', `/console/users/${id}/reset_two_step`)
