import { refuseOAuth } from './errors.ts'
import { exchangeCode } from './grants/authorization_code.ts'
import { grantClient } from './grants/client_credentials.ts'
import { refresh } from './grants/refresh_token.ts'
import type { TokenAnswer } from './issue.ts'
import { required } from './parameters.ts'
import type { OAuthRequest } from './request.ts'

type Grant = {
  for: 'authorization_code' | 'client_credentials'
  answer: (request: OAuthRequest) => Promise<TokenAnswer>
}

/** What can be asked for, and by which type of application. */
const grants = new Map<string, Grant>([
  ['authorization_code', { for: 'authorization_code', answer: exchangeCode }],
  ['refresh_token', { for: 'authorization_code', answer: refresh }],
  ['client_credentials', { for: 'client_credentials', answer: grantClient }],
])

/** Answers a token request. */
export async function answerToken(request: OAuthRequest): Promise<TokenAnswer> {
  const grant = grants.get(required(request.parameters, 'grant_type'))
  if (!grant)
    return refuseOAuth('unsupported_grant_type', `grant_type must be one of ${[...grants.keys()].join(', ')}.`)
  if (grant.for !== request.client.grant_type) {
    return refuseOAuth('unauthorized_client', 'This type of application cannot use this grant_type.')
  }
  return grant.answer(request)
}
