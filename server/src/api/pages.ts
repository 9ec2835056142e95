import type { Action, Actions, CallAction, Family, OutsideContext } from './actions.ts'
import type { Context } from './context.ts'
import { refuse } from './errors.ts'
import { type Operation, operations } from './operations.ts'
import type { Role } from './principal.ts'

/** The reads inside administrations once more, for people who have a role there: what our own pages show. */
export const readsForPages = (families: readonly Family[]): Operation[] =>
  forPages(families.map((family) => ({ ...family, actions: {} })))

/** Verbs inside administrations once more, for people: what our own pages do. */
export const writesForPages = (families: readonly Family[]): Operation[] =>
  forPages(families.map(({ resource, ...rest }) => ({ ...rest, resource: resource && { ...resource, reads: [] } })))

function forPages(families: readonly Family[]): Operation[] {
  return operations(families)
    .filter(({ reach }) => reach === 'administration')
    .map((operation) => ({
      ...operation,
      path: operation.path.replace(/^\/v1\//, '/console/'),
      auth: 'Session',
      permission: null,
    }))
}

/** Some verbs of a family, for people who have one of these roles in the administration of the record. */
export const verbsForRoles = (actions: Actions, names: readonly string[], roles: readonly Role[]): Actions =>
  Object.fromEntries(names.map((name) => [name, withRoles(name, actions[name], roles)]))

/** The role of whoever calls, in the administration of the record; null for software. */
export const roleOf = ({
  principal,
  administration_id,
}: Pick<OutsideContext, 'principal' | 'administration_id'>): Role | null =>
  principal?.kind === 'person' ? (principal.administrations.get(administration_id)?.role ?? null) : null

function withRoles(name: string, action: Action | undefined, roles: readonly Role[]): Action {
  const check = (context: Pick<OutsideContext, 'principal' | 'administration_id'>): void => {
    const role = roleOf(context)
    if (!role || !roles.includes(role)) refuse('forbidden', 'Your role does not allow this.')
  }
  if (action === undefined) throw new Error(`There is no verb ${name}.`)
  /** A call that works before its transaction must not begin for somebody who may not call it. */
  const checkedFirst =
    (prepare: NonNullable<CallAction['prepare']>): CallAction['prepare'] =>
    async (body, beside) => {
      check(beside)
      return prepare(body, beside)
    }
  const run = action.run as (context: Context, ...rest: unknown[]) => Promise<never>
  // The engine calls with the context that the verb expects, so it is passed on as it came, with what else there is.
  return {
    ...action,
    roles,
    ...(action.shape === 'call' && action.prepare ? { prepare: checkedFirst(action.prepare) } : {}),
    run: async (context: Context, ...rest: unknown[]) => {
      check(context)
      return run(context, ...rest)
    },
  } as Action
}
