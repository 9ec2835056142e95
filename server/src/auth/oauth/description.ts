import type { OtherPaths } from '../../api/openapi.ts'
import type { JsonSchema } from '../../api/types.ts'

// The endpoints of OAuth speak the words of their standards, so they are described here and not as families.

const text = (description: string, more: object = {}): JsonSchema => ({ type: 'string', description, ...more })
const integer = (description: string): JsonSchema => ({ type: 'integer', description })
const named = (description: string): JsonSchema => ({
  type: 'object',
  description,
  properties: { id: text('Identifier.'), name: text('Name.') },
  required: ['id', 'name'],
})

/** What the endpoints take and answer, beside the schemas of the families. */
const schemas: { readonly [name: string]: JsonSchema } = {
  oauth_token: {
    type: 'object',
    description:
      'Tokens. Those of client_credentials never expire, and have no refresh token; asking again for the same gives ' +
      'the same token.',
    properties: {
      access_token: text('Token for the interface, to be sent as Bearer.'),
      token_type: text('How to send it.', { enum: ['Bearer'] }),
      expires_in: integer('Seconds that it lives; absent when it never expires.'),
      refresh_token: text('Gives the next pair, once, within 90 days.'),
      scope: text('Granted permissions, with spaces between them.'),
      created_at: integer('When it was made, in seconds since 1970.'),
    },
    required: ['access_token', 'token_type', 'scope', 'created_at'],
  },
  oauth_introspection: {
    type: 'object',
    description: 'What is known of a token; only `active: false` when it is not good, or not yours.',
    properties: {
      active: { type: 'boolean', description: 'Whether the access token is good.' },
      administrations: { type: 'array', description: 'Administrations within reach.', items: named('Administration.') },
      client_id: text('Application that it was given to.'),
      company: named('Company that gave it.'),
      exp: integer('When it expires, in seconds since 1970; absent when never.'),
      iat: integer('When it was made, in seconds since 1970.'),
      scope: text('Granted permissions, with spaces between them.'),
      token_type: text('How it is sent.', { enum: ['Bearer'] }),
    },
    required: ['active'],
  },
  oauth_error: {
    type: 'object',
    description: 'A refusal, in the words of RFC 6749 and in those of the interface.',
    properties: {
      error: text('As RFC 6749 names it.'),
      error_description: text('What is wrong, and what to do.'),
      code: text('As the interface names it.'),
      message: text('The same as error_description.'),
    },
    required: ['error', 'error_description', 'code', 'message'],
  },
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const answer = (description: string, schema: JsonSchema, example?: object) => ({
  description,
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
})
const refusals = {
  400: answer('The request cannot be carried out; `error` says why.', ref('oauth_error')),
  401: answer('The application is unknown, or its secret is wrong.', ref('oauth_error')),
  429: answer('Too many requests or wrong secrets; `Retry-After` says when to go on.', ref('oauth_error')),
  503: answer('The service cannot answer right now; try again.', ref('oauth_error')),
}

type Examples = { readonly [name: string]: { summary: string; value: object } }
type EndpointDescription = {
  id: string
  summary: string
  description: string
  body: JsonSchema
  examples: Examples
  answer: JsonSchema
  sample: object
  outcome: string
}

const post = ({ id, summary, description, body, examples, answer: schema, sample, outcome }: EndpointDescription) => ({
  post: {
    operationId: id,
    tags: ['oauth'],
    summary,
    description,
    security: [{ Basic: [] }],
    requestBody: {
      required: true,
      // Forms come first, as the standards have them.
      content: {
        'application/x-www-form-urlencoded': { schema: body, examples },
        'application/json': { schema: body, examples },
      },
    },
    responses: { 200: answer(outcome, schema, sample), ...refusals },
  },
})

const redirect_uri = 'https://app.example.com/callback'

const token_examples: Examples = {
  client_credentials: {
    summary: 'A token of its own, for an application with client credentials',
    value: { grant_type: 'client_credentials' },
  },
  authorization_code: {
    summary: 'Exchange the code that came back with a person',
    value: { grant_type: 'authorization_code', code: 'CODE', redirect_uri },
  },
  refresh_token: {
    summary: 'The next pair of tokens',
    value: { grant_type: 'refresh_token', refresh_token: 'REFRESH_TOKEN' },
  },
}

const one_token_example: Examples = {
  token: { summary: 'An access token or a refresh token', value: { token: 'ACCESS_TOKEN' } },
}

const one_token: JsonSchema = {
  type: 'object',
  properties: { token: text('An access token or a refresh token.') },
  required: ['token'],
}

const query = (name: string, required: boolean, description: string, example?: string) => ({
  name,
  in: 'query',
  required,
  description,
  schema: { type: 'string' },
  ...(example === undefined ? {} : { example }),
})

const paths = {
  '/oauth/authorize': {
    get: {
      operationId: 'oauth_authorize',
      tags: ['oauth'],
      summary: 'Ask a person for consent',
      description:
        'Opened in the browser of a person, who signs in, chooses, and comes back to `redirect_uri` with `code`, ' +
        '`state` and `iss`, or with `error`.',
      security: [],
      parameters: [
        query('client_id', true, 'Of the application.', 'CLIENT_ID'),
        query('redirect_uri', true, 'Exactly the one that is registered.', redirect_uri),
        query('response_type', true, 'Always `code`.', 'code'),
        query('state', false, 'Comes back unchanged; compare it.', 'STATE'),
        query('scope', false, 'Permissions with spaces between them; all of the application unless given.'),
        query('code_challenge', false, 'By S256, of RFC 7636.'),
        query('code_challenge_method', false, 'Always `S256`, together with `code_challenge`.'),
      ],
      responses: {
        200: { description: 'The page.', content: { 'text/html': { schema: { type: 'string' } } } },
        303: { description: 'Back to the application, with an error, once the person has signed in.' },
        400: answer('Application or address are not certain, so nothing is sent anywhere.', ref('error')),
      },
    },
  },
  '/oauth/token': post({
    id: 'oauth_token',
    summary: 'Get tokens',
    description:
      'Exchanges a code, replaces a refresh token, or gives an application a token of its own. A refresh token is good ' +
      'once; when its answer was lost, the same request within 30 seconds gives the same pair, as long as neither of the ' +
      'pair was used.',
    body: {
      type: 'object',
      properties: {
        grant_type: text('What is sent.', { enum: ['authorization_code', 'refresh_token', 'client_credentials'] }),
        code: text('For authorization_code: what came back with the person.'),
        redirect_uri: text('For authorization_code: the same as in the authorize link.'),
        code_verifier: text('For authorization_code: what the code_challenge was made from.'),
        refresh_token: text('For refresh_token: the last one received.'),
        scope: text('Fewer permissions than were granted, with spaces between them.'),
      },
      required: ['grant_type'],
    },
    examples: token_examples,
    answer: ref('oauth_token'),
    sample: {
      access_token: 'ACCESS_TOKEN',
      token_type: 'Bearer',
      expires_in: 7200,
      refresh_token: 'REFRESH_TOKEN',
      scope: 'debtors:read invoices:read',
      created_at: 1794648600,
    },
    outcome: 'An access token, and with a person also a refresh token.',
  }),
  '/oauth/introspect': post({
    id: 'oauth_introspect',
    summary: 'Ask about a token',
    description:
      'Says, by RFC 7662, what a token of yours may do. For a refresh token, it describes the access token beside it.',
    body: one_token,
    examples: one_token_example,
    answer: ref('oauth_introspection'),
    sample: {
      active: true,
      administrations: [{ id: '1', name: 'Example Trading' }],
      client_id: 'CLIENT_ID',
      company: { id: '1', name: 'Example Trading' },
      exp: 1794655800,
      iat: 1794648600,
      scope: 'debtors:read invoices:read',
      token_type: 'Bearer',
    },
    outcome: 'What the token may do, or that it is not active.',
  }),
  '/oauth/revoke': post({
    id: 'oauth_revoke',
    summary: 'End a token',
    description: 'Ends an own token, by RFC 7009: a refresh token with everything of its connection.',
    body: one_token,
    examples: one_token_example,
    answer: { type: 'object' },
    sample: {},
    outcome: 'Nothing: the token is not good any more, or never was.',
  }),
}

/** OAuth 2.0, as the description of the interface shows it beside the families. */
export const oauth_description: OtherPaths = {
  tags: [{ name: 'oauth', description: 'Connecting software: consent, tokens, and their end.' }],
  paths,
  schemas,
}
