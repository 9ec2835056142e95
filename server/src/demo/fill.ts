import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { Tables } from '../db/schema.ts'
import * as agreements from './agreements.ts'
import { insertCaseNotifications, insertNotifications, insertTasks, ordinaryNotifications } from './attention.ts'
import { type Bulk, inChunks, type Job, openBulk, type Range, runJobs } from './bulk.ts'
import { insertClaims } from './claims.ts'
import { insertConversations, insertMessages, insertNotes } from './correspondence.ts'
import { insertContacts, insertDebtorLabels, insertDebtors } from './debtors.ts'
import { createFacts, dropFacts, insertFacts } from './facts.ts'
import { insertFlows } from './flows.ts'
import { insertBounces, insertCaseSteps, insertInvoiceSteps } from './follow_up.ts'
import { type DemoAdministration, none_before, type Payloads, type Person, sizesOf, sum } from './ground.ts'
import { dropAside, indexJobs, setIndexesAside } from './indexes.ts'
import * as invoices from './invoices.ts'
import { insertEntries } from './ledger.ts'
import { insertOrderLines, insertOrders } from './orders.ts'
import * as payments from './payments.ts'
import { createSubjects, insertSubjects } from './subjects.ts'
import { analyses, continueIds, filledTables } from './tables.ts'
import { type DemoCompany, makeTenants } from './tenants.ts'
import { care, energy, type Theme, wholesale } from './themes.ts'
import { insertDeleted, insertEvents } from './traces.ts'
import { insertViews } from './views.ts'
import { insertWebhook } from './webhooks.ts'

// The demo: an invented company with data in every family, and a small other one that must stay out of its reach.
// Everything follows from the numbers of rows and from `now`, except the tokens of public links.

export type DemoTenants = {
  company: { id: string; name: string }
  administrations: { id: string; name: string }[]
  other_company: { id: string; name: string }
  other_administration_id: string
  user: { id: string; email_address: string }
}

const usual_debtors = 250
const debtors_elsewhere = 20
const started = 'demo_started'
const completed = 'demo_completed'

/** Fills an empty database; the first administration gets as many debtors as were asked for. */
export async function fillDemo(
  database: Database,
  options: {
    now: Date
    debtors?: number
    /** What events keep of their records; without it, only which they are. */
    payloads?: Payloads
    progress?: (line: string) => void
  },
): Promise<DemoTenants> {
  if ((await demoState(database)) !== 'empty') throw new Error('The demo can only be made in an empty database.')
  const debtors = options.debtors ?? usual_debtors
  if (!Number.isInteger(debtors) || debtors < 1) throw new Error(`A demo cannot have ${debtors} debtors.`)
  const bulk = await openBulk(database, { debtors, progress: options.progress ?? (() => {}) })
  const made = await database.db.transaction().execute(async (db) => {
    await createFacts(db)
    await createSubjects(db)
    const tenants = await makeTenants(db, options.now)
    await note(db, started, tenants, options.now)
    if (bulk.large) await setIndexesAside(db)
    return tenants
  })
  const grounds = groundsOf(made, { now: options.now, debtors, payloads: options.payloads ?? {} })
  for (const phase of phases) await runJobs(bulk, grounds.flatMap(phase))
  await finish(bulk, { grounds, made, now: options.now })
  const tenants = await findDemo(database)
  if (tenants === null) throw new Error('The demo is gone as soon as it was made.')
  return tenants
}

/**
 * Whether there is a demo: none in a database without companies, a whole one, or what a killed process left of one. A
 * database that holds anything else is nobody's to fill or to clear, and stops the demo.
 */
export async function demoState(database: Database): Promise<'empty' | 'complete' | 'partial'> {
  const { rows } = await sql<{ companies: boolean; started: boolean; completed: boolean }>`
    select exists (select from companies) as companies,
           exists (select from audit_entries where action = ${started}::text) as started,
           exists (select from audit_entries where action = ${completed}::text) as completed`.execute(database.db)
  const found = rows[0]
  if (found?.completed) return 'complete'
  if (found?.started) return 'partial'
  if (found?.companies) throw new Error('This database holds companies that are not of the demo. Use an empty one.')
  return 'empty'
}

/** Who is in the demo, by the ids it was made with: names may have been changed since. */
export async function findDemo(database: Database): Promise<DemoTenants | null> {
  const { rows } = await sql<DemoTenants>`
    select
      json_build_object('id', company.id::text, 'name', company.name) as company,
      (select json_agg(json_build_object('id', a.id::text, 'name', a.name) order by a.id) from administrations a
       where a.company_id = company.id and entry.details -> 'administration_ids' ? a.id::text) as administrations,
      json_build_object('id', other.id::text, 'name', other.name) as other_company,
      entry.details ->> 'other_administration_id' as other_administration_id,
      json_build_object('id', users.id::text, 'email_address', users.email_address) as user
    from audit_entries entry
    join companies company on company.id = entry.company_id
    join companies other on other.id = (entry.details ->> 'other_company_id')::bigint
    join users on users.id = entry.user_id
    where entry.action = ${completed}::text
    order by entry.id desc limit 1`.execute(database.db)
  return rows[0] ?? null
}

/** Throws away what a killed process left of a demo, so that it can be made again. Refuses anything else. */
export async function clearPartialDemo(database: Database): Promise<void> {
  if ((await demoState(database)) !== 'partial') throw new Error('There is no unfinished demo to clear.')
  await database.db.transaction().execute(async (db) => {
    await dropFacts(db)
    const { rows } = await filledTables(db)
    const names = rows.map(({ name }) => name).filter((name) => name !== 'migrations' && name !== 'demo_indexes')
    await sql`truncate ${sql.join(names.map((name) => sql.table(name)))} restart identity`.execute(db)
    for (const job of await indexJobs(db)) await job.run(db)
    await dropAside(db)
  })
}

/** The audit log remembers what the demo consists of, and whether it was finished. */
async function note(db: Kysely<Tables>, action: string, made: DemoCompany, now: Date): Promise<void> {
  const { administration_ids, other_company_id, other_administration_id } = made
  await db
    .insertInto('audit_entries')
    .values({
      action,
      company_id: made.company_id,
      user_id: made.people[0]?.id ?? null,
      details: JSON.stringify({ administration_ids, other_company_id, other_administration_id }),
      created_at: now.toISOString(),
    })
    .execute()
}

function groundsOf(
  made: DemoCompany,
  options: { now: Date; debtors: number; payloads: Payloads },
): DemoAdministration[] {
  const [first, second] = made.administration_ids
  if (first === undefined || second === undefined) throw new Error('The company of the demo has two administrations.')
  const wanted: { id: string; theme: Theme; debtors: number; people: Person[]; monitored?: true }[] = [
    { id: first, theme: wholesale, debtors: options.debtors, people: made.people, monitored: true },
    { id: second, theme: care, debtors: usual_debtors, people: made.people },
    { id: made.other_administration_id, theme: energy, debtors: debtors_elsewhere, people: made.other_people },
  ]
  let before = none_before
  return wanted.map(({ id, theme, debtors, people, monitored = false }) => {
    const sizes = sizesOf(debtors)
    const now = sql`${options.now.toISOString()}::timestamptz`
    const ground = {
      administration_id: id,
      debtors,
      invoices: debtors * 4,
      monitored,
      theme,
      people,
      now,
      payloads: options.payloads,
      before,
      sizes,
    }
    before = sum(before, sizes)
    return ground
  })
}

const whole =
  (table: string, run: (db: Kysely<Tables>, ground: DemoAdministration) => Promise<void>) =>
  (ground: DemoAdministration) =>
    [{ table, rows: 1, run: (db) => run(db, ground) }] satisfies Job[]

const parts =
  (
    table: string,
    count: (ground: DemoAdministration) => number,
    run: (db: Kysely<Tables>, ground: DemoAdministration, range: Range) => Promise<void>,
  ) =>
  (ground: DemoAdministration) =>
    inChunks(table, count(ground), (db, range) => run(db, ground, range))

const per_debtor = (ground: DemoAdministration) => ground.debtors
const per_invoice = (ground: DemoAdministration) => ground.invoices

/** What may be written side by side, in the order in which one needs the other. */
const phases: ((ground: DemoAdministration) => Job[])[] = [
  together(
    whole('codes', invoices.insertCodes),
    whole('flows', insertFlows),
    whole('views', insertViews),
    parts('orders', (ground) => ground.sizes.orders, insertOrders),
    parts('debtors', per_debtor, async (db, ground, range) => {
      await insertContacts(db, ground, range)
      await insertDebtors(db, ground, range)
      await insertDebtorLabels(db, ground, range)
    }),
  ),
  parts('facts of invoices', per_invoice, insertFacts),
  together(
    whole('agreements', async (db, ground) => {
      // A rough idea is enough for what is read once.
      await sql`set local default_statistics_target = 10`.execute(db)
      await sql`analyze demo_invoice_facts`.execute(db)
      await agreements.chargeCases(db, ground)
      await agreements.settlePlans(db, ground)
      await agreements.insertPlans(db, ground)
      await agreements.insertCases(db, ground)
    }),
    parts('order_lines', (ground) => ground.sizes.order_lines, insertOrderLines),
    whole('psp_mandates', payments.insertMandates),
    whole('deleted records', insertDeleted),
  ),
  together(
    whole('subjects', insertSubjects),
    parts('invoices', per_invoice, async (db, ground, range) => {
      // A part needs few of the debtors, and the planner, which knows no numbers yet, would read them all.
      await sql`set local enable_hashjoin = off`.execute(db)
      await invoices.insertInvoices(db, ground, range)
      await invoices.insertInvoiceLines(db, ground, range)
      await invoices.insertInvoiceLabels(db, ground, range)
      await payments.insertPspTransactions(db, ground, range)
      await payments.insertBankTransactions(db, ground, range)
      await payments.insertPayments(db, ground, range)
      await payments.insertPlanPayments(db, ground, range)
      await insertEntries(db, ground, range)
    }),
  ),
  together(
    parts('messages', (ground) => ground.sizes.messages, insertMessages),
    parts('tasks', (ground) => ground.sizes.tasks, insertTasks),
    parts('promises and disputes', (ground) => ground.sizes.messages, insertClaims),
    parts('steps', per_invoice, insertInvoiceSteps),
    whole('steps of cases', insertCaseSteps),
    parts('notes', (ground) => ground.sizes.notes, insertNotes),
    parts('notifications', ordinaryNotifications, insertNotifications),
    whole('notifications of cases', insertCaseNotifications),
    whole('agreements', agreements.linkAgreements),
  ),
  together(whole('bounces', insertBounces), whole('events', insertEvents), whole('conversations', insertConversations)),
]

function together(...of: ((ground: DemoAdministration) => Job[])[]): (ground: DemoAdministration) => Job[] {
  return (ground) => of.flatMap((jobs) => jobs(ground))
}

/** Only after all of this is the demo there, and it is so in one moment. */
async function finish(
  bulk: Bulk,
  demo: { grounds: DemoAdministration[]; made: DemoCompany; now: Date },
): Promise<void> {
  const { db } = bulk.database
  await runJobs(bulk, await indexJobs(db))
  await runJobs(bulk, await analyses(db))
  await db.transaction().execute(async (transaction) => {
    for (const { administration_id } of demo.grounds) {
      await sql`insert into administration_stamps (administration_id, stamp)
                values (${administration_id}::bigint, ${demo.now.toISOString()}::timestamptz)`.execute(transaction)
    }
    for (const id of demo.made.administration_ids) await insertWebhook(transaction, id, demo.now)
    // Their books were read this morning, so that somebody who tries what the engine would do sees that.
    await sql`
      insert into engine_states (administration_id, books_written_at, updated_at)
      select id, last_successful_import_at, ${demo.now.toISOString()}::timestamptz from administrations
      where id = any(${demo.made.administration_ids}::bigint[]) order by id`.execute(transaction)
    await continueIds(transaction)
    await dropFacts(transaction)
    await dropAside(transaction)
    await note(transaction, completed, demo.made, demo.now)
    await sql`update companies set status = 'active'`.execute(transaction)
  })
}
