import { sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import type { PersonContext } from '../api/context.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { id, text } from '../api/field.ts'
import { audit } from '../auth/audit.ts'
import { beginChange } from '../db/change.ts'
import { isBlank, oneLine } from '../domain/lines.ts'
import { copyRules } from '../follow_up/copy_rules.ts'
import { makeSandbox } from '../follow_up/sandboxes.ts'
import { insertAdministration } from '../resources/administrations/new_administration.ts'
import type { Chosen } from '../settings/store.ts'

const name_length_max = 60
/** Sandboxes that one company has at once: each is looked after like an administration that is real. */
const sandboxes_max = 20

const answer = { id: id('The new sandbox.').required() }

/** Sandboxes, made and begun anew by whoever may add administrations: an administrator of the whole company. */
export const sandboxes_calls: Actions = {
  make: call({
    method: 'POST',
    path: '/console/sandboxes',
    reach: 'company',
    description:
      'Makes a sandbox like an administration: with its address, settings, flows and texts, and nobody in it. What is ' +
      'tried there changes nothing elsewhere.',
    body: {
      like_id: id('The administration that it is like.').required(),
      name: text('What people call it.').required(),
    },
    answer,
    run: async (context, { like_id, name }) => {
      await refuseCrowd(context)
      const model = await findModel(context, like_id)
      return { id: await makeLike(context, model, nameOf(name)) }
    },
  }),

  start_over: call({
    method: 'POST',
    path: '/console/sandboxes/start_over',
    reach: 'company',
    description:
      'Puts a fresh sandbox in the place of one: the same name, settings, flows, texts and people, today, and nobody ' +
      'in it. The old one is marked for removal, and out of reach from then on.',
    body: { sandbox_id: id('The sandbox that is begun anew.').required() },
    answer,
    run: async (context, { sandbox_id }) => {
      const model = await findModel(context, sandbox_id)
      if (!model.sandbox) refuse('conflict', 'This administration is no sandbox: only a sandbox can be begun anew.')
      const made = await makeLike(context, model, model.internal_name)
      await keepPeople(context, sandbox_id, made)
      await markForRemoval(context, sandbox_id)
      return { id: made }
    },
  }),
}

type Model = NonNullable<Awaited<ReturnType<typeof readModel>>>

/** Held until the end, so that of two who begin one sandbox anew the second finds it gone. */
const readModel = ({ db }: PersonContext, like_id: string) =>
  db
    .selectFrom('administrations')
    .select(['id', 'name', 'internal_name', 'email_address', 'contact_name', 'commercial_registration_number'])
    .select(['street_name', 'house_number', 'postal_code', 'city', 'country_code', 'phone_number', 'vat_number'])
    .select(['bank_account_name', 'bank_account_number', 'bank_account_bic', 'timezone', 'currency_code'])
    .select(['modules', 'settings', 'sandbox'])
    .where('id', '=', like_id)
    .where('status', '<>', 'deleted')
    .forNoKeyUpdate()
    .executeTakeFirst()

async function findModel(context: PersonContext, like_id: string): Promise<Model> {
  if (!context.principal.administrations.has(like_id)) refuse('forbidden', 'Access to administration denied')
  return (await readModel(context, like_id)) ?? refuse('conflict', 'Somebody started this sandbox over already.')
}

function nameOf(given: string): string {
  const name = oneLine(given)
  if (isBlank(name) || name.length > name_length_max)
    refuseParameters([`name: must be 1 to ${name_length_max} characters`])
  return name
}

/** The company is held until the end, so that of several who make one at once each counts those before it. */
async function refuseCrowd({ db, principal: { company_id } }: PersonContext): Promise<void> {
  await db.selectFrom('companies').select('id').where('id', '=', company_id).forNoKeyUpdate().execute()
  const { count } = await db
    .selectFrom('administrations')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('company_id', '=', company_id)
    .where('sandbox', '=', true)
    .where('status', '<>', 'deleted')
    .executeTakeFirstOrThrow()
  if (Number(count) >= sandboxes_max)
    refuse('conflict', `There are ${sandboxes_max} sandboxes already; start over in one of them.`)
}

/** Debtors read the name of the model on letters; the own one is for colleagues. */
async function makeLike(context: PersonContext, model: Model, internal_name: string): Promise<string> {
  const { db, principal, actor, now, address } = context
  const { id: like_id, internal_name: _, modules, settings, sandbox: __, contact_name, phone_number, ...facts } = model
  const { company_id } = principal
  const members = { ...facts, sender_email_address: null }
  const made = await insertAdministration(db, {
    ...{ company_id, members, contact_name, phone_number, connection: null, now },
  })
  await sql`
    update administrations set internal_name = ${internal_name}::text, modules = ${modules}::text[],
      settings = ${JSON.stringify(withoutSwitches(settings as Chosen))}::jsonb
    where id = ${made}::bigint`.execute(db)
  const change = await beginChange(db, { administration_id: made, actor, real_now: now })
  await copyRules(change, like_id)
  await makeSandbox(change)
  const details = { name: internal_name }
  await audit(db, {
    ...{ action: 'administration_created', company_id, administration_id: made, user_id: principal.user_id },
    ...{ details, address, now },
  })
  return made
}

/** A sandbox follows up from its first day on, whatever is switched off in its model. */
const withoutSwitches = ({ engine_enabled: _, sending_stopped: __, ...others }: Chosen): Chosen => others

/** Whoever works in the old one works in the new one. Software does not: it knows administrations by their numbers. */
async function keepPeople({ db }: PersonContext, before: string, after: string): Promise<void> {
  await sql`
    insert into user_administrations (user_id, administration_id, role)
    select user_id, ${after}::bigint, role from user_administrations
    where administration_id = ${before}::bigint`.execute(db)
}

/** As every administration that is given up: it can be brought back for a while, and a job removes it after that. */
async function markForRemoval({ db, principal, now, address }: PersonContext, sandbox_id: string): Promise<void> {
  const at = now.toISOString()
  await db
    .updateTable('administrations')
    .set({ status: 'deleted', deleted_at: at, updated_at: at })
    .where('id', '=', sandbox_id)
    .where('sandbox', '=', true)
    .execute()
  await audit(db, {
    ...{ action: 'sandbox_started_over', company_id: principal.company_id, administration_id: sandbox_id },
    ...{ user_id: principal.user_id, address, now },
  })
}
