import { type RawBuilder, sql } from 'kysely'
import type { Day } from '../domain/days.ts'

/** How far a credit case is, in the order of the stages; those of several summonses may be skipped. */
export const case_stages = [
  'new',
  'pre_summons',
  'summons_1',
  'summons_2',
  'summons_3',
  'summons_4',
  'notice_of_default',
  'pre_judicial',
  'bailiff',
] as const
export type CaseStage = (typeof case_stages)[number]

/** The stage of the credit case `r`, as the indexes of the lists have it: the furthest that was ever reached. */
export const stage: RawBuilder<CaseStage> = sql`(
  case when r.forwarded_to_bailiff_at is not null then 'bailiff' when r.pre_judicial_at is not null then 'pre_judicial'
       when r.notice_of_default_at is not null then 'notice_of_default' when r.summons_4_at is not null then 'summons_4'
       when r.summons_3_at is not null then 'summons_3' when r.summons_2_at is not null then 'summons_2'
       when r.summons_1_at is not null then 'summons_1' when r.pre_summons_at is not null then 'pre_summons'
       else 'new' end)`

/** Since when it is in that stage. */
export const stage_since: RawBuilder<string> = sql`
  coalesce(r.forwarded_to_bailiff_at, r.pre_judicial_at, r.notice_of_default_at, r.summons_4_at, r.summons_3_at,
           r.summons_2_at, r.summons_1_at, r.pre_summons_at, r.started_at)`

/** Days from a moment until today, as the calendar of administration `a` counts them. */
export const daysSince = (moment: RawBuilder<unknown>, today: Day): RawBuilder<number> => sql`
  greatest(0, ${today}::date - (${moment} at time zone a.timezone)::date)`
