import { type Kysely, sql } from 'kysely'
import { refuseParameters } from '../api/errors.ts'
import type { Tables } from '../db/schema.ts'

/** Somebody who can be given work. */
export type Colleague = { id: string; name: string; email_address: string }

type Inside = { db: Kysely<Tables>; administration_id: string }

/** People of the company who can work in this administration, by name; who only looks on is given nothing to do. */
export async function colleaguesOf({ db, administration_id }: Inside, id: string | null = null): Promise<Colleague[]> {
  const { rows } = await sql<Colleague>`
    select u.id::text, u.name, u.email_address from users u
    join administrations a on a.company_id = u.company_id and a.id = ${administration_id}::bigint
    where u.kind = 'person' and u.deleted_at is null and u.id = coalesce(${id}::bigint, u.id)
      and (u.company_role <> 'restricted' or exists (
        select from user_administrations r
        where r.user_id = u.id and r.administration_id = ${administration_id}::bigint and r.role <> 'restricted'))
    order by u.name, u.id`.execute(db)
  return rows
}

/** The one who was named; anybody else than a colleague is refused. */
export async function colleagueOf(inside: Inside, id: string, parameter: string): Promise<Colleague> {
  const [found] = await colleaguesOf(inside, id)
  return found ?? refuseParameters([`${parameter}: is nobody who can work in this administration`])
}
