import { type RawBuilder, sql } from 'kysely'
import { type CaseStage, stages_backwards } from '../domain/case_stages.ts'
import type { Day } from '../domain/days.ts'

const column = (name: string): RawBuilder<unknown> => sql`r.${sql.ref(name)}`

/** The stage of the credit case `r`, written as the indexes of the lists have it. */
export const stage: RawBuilder<CaseStage> = sql`(
  case ${sql.join(
    stages_backwards.slice(0, -1).map(([name, at]) => sql`when ${column(at)} is not null then ${sql.lit(name)}`),
    sql` `,
  )} else 'new' end)`

/** Since when it is in that stage. */
export const stage_since: RawBuilder<string> = sql`
  coalesce(${sql.join(stages_backwards.map(([, at]) => column(at)))})`

/** Days from a moment until today, as the calendar of administration `a` counts them. */
export const daysSince = (moment: RawBuilder<unknown>, today: Day): RawBuilder<number> => sql`
  greatest(0, ${today}::date - (${moment} at time zone a.timezone)::date)`
