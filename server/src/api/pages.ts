import type { Family } from './actions.ts'
import { type Operation, operations } from './operations.ts'

/** The reads inside administrations once more, for people who have a role there: what our own pages show. */
export function readsForPages(families: readonly Family[]): Operation[] {
  return operations(families.map((family) => ({ ...family, actions: {} })))
    .filter(({ reach }) => reach === 'administration')
    .map((operation) => ({
      ...operation,
      path: operation.path.replace(/^\/v1\//, '/console/'),
      auth: 'Session',
      permission: null,
    }))
}
