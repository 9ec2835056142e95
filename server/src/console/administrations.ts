import { refuseParameters } from '../api/errors.ts'
import { id, text } from '../api/field.ts'

/** An administration as lists name it. */
export const named = { id: id('Identifier.').required(), name: text('Name.').required() }

/** SQL for the administrations that a table ties to a record, by name. */
export const namedRows = (table: string, tied: string): string => `
  (select coalesce(json_agg(json_build_object('id', a.id::text, 'name', a.internal_name) order by a.internal_name, a.id),
                   '[]')
   from ${table} x join administrations a on a.id = x.administration_id
   where ${tied} and a.status <> 'deleted')`

type Choice = { all_administrations?: boolean | null; administration_ids?: string[] | null }

/** Which administrations a body chooses: null for all, undefined when it leaves that as it is. */
export function readAdministrations(body: Choice): string[] | null | undefined {
  if (body.all_administrations === true) return null
  if (body.administration_ids && body.administration_ids.length > 0) return body.administration_ids
  if (body.all_administrations === undefined && body.administration_ids === undefined) return undefined
  return refuseNone()
}

/** As above, where there is nothing yet that could be left as it is: silence must not mean everything. */
export function requireAdministrations(body: Choice): string[] | null {
  const chosen = readAdministrations(body)
  return chosen === undefined ? refuseNone() : chosen
}

const refuseNone = (): never => refuseParameters(['administration_ids: choose at least one, or all administrations'])
