import { isObject } from '../domain/is_object.ts'
import type { Example } from './actions.ts'
import type { Operation } from './operations.ts'
import type { JsonSchema } from './types.ts'

export type Schemas = { readonly [name: string]: JsonSchema }

/** What members of these names hold in samples, unless the sample of a request says otherwise. */
const usual: Example = {
  success: true,
  count: 1,
  name: 'Example Trading',
  internal_name: 'Example Trading',
  status: 'active',
  email_address: 'office@example.com',
  contact_name: 'Robin Example',
  commercial_registration_number: '12345678',
  street_name: 'Example Street',
  house_number: '1',
  street_1: 'Example Street 1',
  postal_code: '1234 AB',
  city: 'Exampletown',
  country_code: 'NL',
  timezone: 'Europe/Amsterdam',
  currency_code: 'EUR',
  language_code: 'en',
  administration_url: 'https://dunlin.example.com/administrations/1',
  deeplink_url: 'https://dunlin.example.com/administrations/1/orders/1',
  sign_up_url: 'https://dunlin.example.com/sign_up/…',
  url: 'https://dunlin.example.com/files/uploads/1/…',
  debtor_number: 'D1001',
  debtor_numbers: ['D1001'],
  debtor_identifier: '5e1f',
  contact_identifier: 'C1001',
  invoice_number: '2026-0117',
  invoice_identifier: '8c41',
  origin_identifier: '8c41',
  resource_type: 'invoice',
  notification_type: 'mail_bounced',
  payment_method: 'bank_transfer',
  invoice_date: '2026-11-01',
  due_date: '2026-12-01',
  total_book_amount: '121.00',
  total_amount: '121.00',
  open_amount: '100.00',
  book_total_amount: '121.00',
  book_open_amount: '100.00',
  administration_costs_total: '0.00',
  administration_costs_open: '0.00',
  case_number: '123456789',
  credit_case_number: '123 456 789',
  exchange_rate: '1.0825',
  order_line_identifier: 'ORDER-1',
  mandate_identifier: 'TWK-1001',
  bank_account_name: 'Example Trading',
  bank_account_number: 'NL91ABNA0417164300',
  provider: 'twikey',
  subject: 'Your invoice 2026-0117',
  content: 'Prefers to be called.',
  event_id: '0f4c7c1e-6f0a-4b57-9d0e-1d6a3c3b7a52',
  event_name: 'invoice_created',
  code: 'aV3…',
  created_at: '2026-11-14T09:30:00.123456Z',
  updated_at: '2026-11-14T09:30:00.123456Z',
  sign_up_token: 'Hk9…',
  expires_in: 600,
}

/**
 * What an operation answers, as a sample: the members that come without being asked for, with the values that the
 * samples of its family send where the names are the same. What may be empty and has no such value is empty.
 */
export function answerExample(operation: Operation, family: readonly Operation[], schemas: Schemas): unknown {
  const sent = family.map(({ example }) => plainMembers(example ?? {})).reverse()
  const hints: Example = Object.assign({}, usual, ...sent, plainMembers(operation.example ?? {}))
  const made = sampleOf(operation.answer, '', hints, schemas)
  if (operation.doing.do !== 'list' || !isObject(made)) return made
  return { ...made, pagination: { cursor: '1' } }
}

/** The values in a sample, by the name of the member, however deep they stand. */
function plainMembers(example: Example): Example {
  const found: Record<string, unknown> = {}
  const walk = (value: unknown, name: string): void => {
    if (Array.isArray(value) && value.some(isObject)) for (const one of value) walk(one, name)
    else if (isObject(value)) for (const [member, inner] of Object.entries(value)) walk(inner, member)
    else if (!(name in found)) found[name] = value
  }
  walk(example, '')
  return found
}

function sampleOf(schema: JsonSchema, name: string, hints: Example, schemas: Schemas): unknown {
  if (typeof schema.$ref === 'string')
    return sampleOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name, hints, schemas)
  // Those that the definitions make are lists of schemas.
  const { allOf, anyOf } = schema as { allOf?: JsonSchema[]; anyOf?: JsonSchema[] }
  if (allOf) return Object.assign({}, ...allOf.map((one) => sampleOf(one, name, hints, schemas)))
  if (anyOf) return sampleOf(anyOf[0] ?? {}, name, hints, schemas)
  const kinds = [schema.type].flat()
  const hint = hints[name]
  if (hint !== undefined && fits(hint, schema, kinds)) return hint
  if (kinds.includes('null')) return null
  if (kinds.includes('array')) return [sampleOf(schema.items as JsonSchema, name, hints, schemas)]
  if (!kinds.includes('object')) return plainValue(schema, kinds)
  const { properties = {}, required = [] } = schema as { properties?: Schemas; required?: string[] }
  return Object.fromEntries(required.map((one) => [one, sampleOf(properties[one] ?? {}, one, hints, schemas)]))
}

function fits(hint: unknown, schema: JsonSchema, kinds: readonly unknown[]): boolean {
  if (Array.isArray(schema.enum)) return schema.enum.includes(hint)
  if (Array.isArray(hint)) return kinds.includes('array')
  const kind = typeof hint === 'number' ? ['integer', 'number'] : [typeof hint]
  return kind.some((one) => kinds.includes(one)) && hasForm(String(hint), schema)
}

const hasForm = (text: string, { pattern, minLength = 0, format }: JsonSchema): boolean =>
  (typeof pattern !== 'string' || new RegExp(pattern).test(text)) &&
  text.length >= Number(minLength) &&
  (format === 'date-time') === /^\d{4}-\d{2}-\d{2}T/.test(text)

function plainValue({ enum: words, examples, minimum }: JsonSchema, kinds: readonly unknown[]): unknown {
  if (Array.isArray(words)) return words[0]
  if (Array.isArray(examples)) return examples[0]
  if (kinds.includes('boolean')) return false
  return kinds.includes('string') ? 'text' : (minimum ?? 1)
}
