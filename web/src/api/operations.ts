import type { Operations as RecordOperations, Shown } from '@dunlin/sdk'
import { type Operations as ConsoleOperations, operations as console_operations, type Page } from './generated.ts'

/** Records are read as tokens read them, by whoever is signed in. */
const record_operations = {
  'debtors.list': { method: 'GET', path: '/console/debtors' },
  'debtors.show': { method: 'GET', path: '/console/debtors/{id}' },
  'invoices.list': { method: 'GET', path: '/console/invoices' },
  'invoices.show': { method: 'GET', path: '/console/invoices/{id}' },
  'credit_cases.list': { method: 'GET', path: '/console/credit_cases' },
  'credit_cases.show': { method: 'GET', path: '/console/credit_cases/{id}' },
  'payment_plans.list': { method: 'GET', path: '/console/payment_plans' },
  'payment_plans.show': { method: 'GET', path: '/console/payment_plans/{id}' },
  'contacts.list': { method: 'GET', path: '/console/contacts' },
  'letters.show': { method: 'GET', path: '/console/letters/{id}' },
  'payments.list': { method: 'GET', path: '/console/payments' },
  'webhooks.list': { method: 'GET', path: '/console/webhooks' },
  'webhooks.show': { method: 'GET', path: '/console/webhooks/{id}' },
  'webhook_deliveries.list': { method: 'GET', path: '/console/webhook_deliveries' },
  'webhook_deliveries.show': { method: 'GET', path: '/console/webhook_deliveries/{id}' },
} as const satisfies { [Name in keyof RecordOperations]?: { method: 'GET'; path: string } }

type Operations = ConsoleOperations & Pick<RecordOperations, keyof typeof record_operations>

export type OperationName = keyof Operations

/** Where each operation that pages call is found. */
export const operations: Readonly<Record<OperationName, { method: Method; path: string }>> = {
  ...console_operations,
  ...record_operations,
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

type RecordOf<Name extends OperationName> =
  Operations[Name]['answers'] extends Page<infer One> ? One : Operations[Name]['answers']

/** Which fields of a record can be asked for: each by its name, or with what of it is wanted. */
export type FieldsOf<Name extends OperationName> = {
  readonly only: readonly (FieldName<Name> | { readonly [Field in FieldName<Name>]?: readonly unknown[] })[]
}
type FieldName<Name extends OperationName> = keyof RecordOf<Name> & string

/** What an operation takes; `Fields` remembers which fields were asked for. */
export type Takes<Name extends OperationName, Fields> = 'fields' extends keyof Operations[Name]['takes']
  ? Omit<Operations[Name]['takes'], 'fields'> & { fields?: Fields }
  : Operations[Name]['takes']

/** What an operation answers: the whole record, or exactly the fields that were asked for. */
export type Answer<Name extends OperationName, Fields = undefined> =
  Operations[Name]['answers'] extends Page<infer One>
    ? Page<Shown<One, Fields>>
    : Shown<Operations[Name]['answers'], Fields>

/** Operations that answer pages of records. */
export type ListName = {
  [Name in OperationName]: Operations[Name]['answers'] extends Page<unknown> ? Name : never
}[OperationName]
