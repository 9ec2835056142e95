import { send } from './client.ts'

type Account = { first_name: string; last_name: string; locale: string }

export const saveAccount = (body: Account): Promise<object> => send('PATCH', '/console/account', body)
export const changePassword = (body: { current_password: string; password: string }): Promise<object> =>
  send('POST', '/console/account/password', body)
export const beginTwoStep = (current_password: string): Promise<{ secret: string; otpauth_url: string }> =>
  send('POST', '/console/account/two_step/begin', { current_password })
export const confirmTwoStep = (body: {
  current_password: string
  secret: string
  code: string
}): Promise<{ recovery_codes: string[] }> => send('POST', '/console/account/two_step/confirm', body)
export const endTwoStep = (body: { current_password: string; code: string }): Promise<object> =>
  send('POST', '/console/account/two_step/end', body)
export const makeRecoveryCodes = (body: {
  current_password: string
  code: string
}): Promise<{ recovery_codes: string[] }> => send('POST', '/console/account/recovery_codes', body)
export const endSession = (id: string): Promise<object> => send('DELETE', `/console/sessions/${id}`)
export const endOtherSessions = (): Promise<object> => send('POST', '/console/sessions/end_others')
