import { permission_names } from '../permissions.ts'

/** What a client can read about this server, by RFC 8414. */
export function metadata(issuer: string): object {
  const basic = ['client_secret_basic']
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: permission_names,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    token_endpoint_auth_methods_supported: basic,
    introspection_endpoint_auth_methods_supported: basic,
    revocation_endpoint_auth_methods_supported: basic,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/docs`,
  }
}
