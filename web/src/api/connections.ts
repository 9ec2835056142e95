import { send } from './client.ts'
import type {
  ApiToken,
  ApiTokenInput,
  Application,
  ApplicationInput,
  Connection,
  ConnectionInput,
  GrantType,
  WithSecret,
} from './types.ts'

export const createApplication = (body: ApplicationInput & { grant_type: GrantType }): Promise<WithSecret> =>
  send('POST', '/console/applications', body)
export const changeApplication = (id: string, body: ApplicationInput): Promise<Application> =>
  send('PATCH', `/console/applications/${id}`, body)
export const rotateSecret = (id: string): Promise<WithSecret> =>
  send('POST', `/console/applications/${id}/rotate_secret`)
export const deleteApplication = (id: string): Promise<Application> => send('DELETE', `/console/applications/${id}`)

export const changeConnection = (id: string, body: ConnectionInput): Promise<Connection> =>
  send('PATCH', `/console/connections/${id}`, body)
export const disconnect = (id: string): Promise<Connection> => send('DELETE', `/console/connections/${id}`)

export const createApiToken = (body: ApiTokenInput): Promise<ApiToken & { token: string }> =>
  send('POST', '/console/api_tokens', body)
export const changeApiToken = (id: string, body: ApiTokenInput): Promise<ApiToken> =>
  send('PATCH', `/console/api_tokens/${id}`, body)
export const revokeApiToken = (id: string): Promise<ApiToken> => send('DELETE', `/console/api_tokens/${id}`)
