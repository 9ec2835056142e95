import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { type Day, todayIn } from '../domain/days.ts'
import { amountText, cents } from '../domain/money.ts'
import { sendMail } from '../mail/send_mail.ts'
import type { WeeklyFigures } from '../mail/user_mails.ts'
import { eachApart } from '../queue/each_apart.ts'
import { ageingOn } from '../reports/ageing.ts'
import { forecast } from '../reports/forecast.ts'
import { checkForecast } from '../reports/forecast_check.ts'
import { monthsUntil } from '../reports/months.ts'
import { readSettings } from '../settings/store.ts'
import { job } from './job.ts'

declare module '../queue/jobs.ts' {
  interface Jobs {
    mail_reports: Record<string, never>
  }
}

/** On Monday morning, before people begin. */
export const mail_reports = job('mail_reports', {
  retries: { times: 3, first_s: 60, longest_s: 600 },
  longest_s: 1800,
  alone: true,
  at_once: 1,
  reaches_outside: true,
  timetable: { cron: '0 7 * * 1', timezone: 'Europe/Amsterdam' },
  handle: (_, { database: { db }, now, base_url }) => mailReports(db, { now: now(), base_url: base_url() }),
})

type Mailing = { now: Date; base_url: string }

/** Mails the figures to whoever wants them, an administration at a time. Returns how many mails that made. */
export async function mailReports(db: Kysely<Tables>, mailing: Mailing): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id::text from administrations
    where not sandbox and status <> 'deleted' and settings @? '$.report_email_addresses[0]'
    order by id`.execute(db)
  let mails = 0
  await eachApart(rows, async ({ id }) => {
    mails += await db.transaction().execute((trx) => mailOf(trx, id, mailing))
  })
  return mails
}

/** One mail a day: a job that is begun again leaves those alone who have theirs. */
async function mailOf(db: Kysely<Tables>, administration_id: string, { now, base_url }: Mailing): Promise<number> {
  const { company_id, name, settings, currency_code, timezone, days_ahead } = await db
    .selectFrom('administrations')
    .select(['company_id', 'name', 'settings', 'currency_code', 'timezone', 'days_ahead'])
    .where('id', '=', administration_id)
    .executeTakeFirstOrThrow()
  const { report_email_addresses: to, default_language } = readSettings(settings)
  const today = todayIn({ timezone, days_ahead }, now)
  const url = `${base_url}/administrations/${administration_id}`
  const { rows: sent } = await sql`
    select from mails where company_id = ${company_id}::bigint and kind = 'weekly_report'
      and parameters @> ${JSON.stringify({ url, figures: { day: today } })}::jsonb limit 1`.execute(db)
  if (to.length === 0 || sent.length > 0) return 0
  await sendMail(db, {
    ...{ kind: 'weekly_report', to, locale: default_language, company_id, user_id: null, now },
    parameters: {
      administration_name: name,
      figures: await figuresOf(db, { administration_id, today, currency_code }),
      url,
    },
  })
  return 1
}

type Asked = { administration_id: string; today: Day; currency_code: string }

/** The same figures that the page of the reports begins with. */
async function figuresOf(db: Kysely<Tables>, asked: Asked): Promise<WeeklyFigures> {
  const { today: day, currency_code } = asked
  const filter = { ...asked, values: {}, without_cases: false }
  const { together } = await ageingOn(db, filter, { day, by: 'country' })
  const { months } = await monthsUntil(db, filter, { day, by: 'country' })
  const { weeks } = await forecast(db, filter)
  const { said, came } = await checkForecast(db, filter)
  const [before, last] = months.slice(-2)
  return {
    ...{ day, currency_code, open: together.total, over_90: together.days_over_90, said, came },
    overdue: amountText(cents(together.total) - cents(together.not_due)),
    ...{ dso: roundOf(last?.count_back), dso_before: roundOf(before?.count_back) },
    ...{ expected_this_week: weeks[0]?.amount ?? '0.00', expected: weeks.at(-1)?.sum ?? '0.00' },
  }
}

const roundOf = (days: string | null | undefined): number | null => (days == null ? null : Math.round(Number(days)))
