import { type Actions, create } from '../../api/actions.ts'
import type { TokenContext } from '../../api/context.ts'
import { refuse } from '../../api/errors.ts'
import { boolean, object } from '../../api/field.ts'
import { audit } from '../../auth/audit.ts'
import { beginChange } from '../../db/change.ts'
import { makeSandbox } from '../../follow_up/sandboxes.ts'
import { administrations } from './administrations.ts'
import { turn_clock } from './clock.ts'
import {
  administration_example,
  administration_members,
  connection,
  ignored_bank_account,
  insertAdministration,
} from './new_administration.ts'

const administration = object(
  {
    ...administration_members,
    contact_name: administrations.input.contact_name,
    sandbox: boolean(
      'Whether it is there to try things out, for ever: invoices are followed up, nothing is ever sent, and its clock ' +
        'can be turned.',
    ),
  },
  'The administration.',
)

export const administration_actions: Actions = {
  create: create(administrations, {
    description:
      `Makes an administration in the company of the token, which reaches it from then on. ${ignored_bank_account} ` +
      'Credentials of a connection are not stored. The same request again makes a second one. The token must stand ' +
      'for the company itself, or for a person who is an administrator of the whole company.',
    body: { administration: administration.required(), connection },
    example: { administration: { ...administration_example, contact_name: 'Robin Example' } },
    run: async (context, body) => {
      const { db, principal, now, address } = context
      const holder = await holderOf(context)
      const id = await insertAdministration(db, {
        company_id: principal.company_id,
        members: ownMembers(body.administration),
        contact_name: body.administration.contact_name,
        phone_number: null,
        connection: body.connection ?? null,
        now,
      })
      await reach(context, holder, id)
      if (body.administration.sandbox) {
        const changing = { administration_id: id, actor: principal.actor, real_now: now }
        await makeSandbox(await beginChange(db, changing))
      }
      await audit(db, {
        action: 'administration_created',
        company_id: principal.company_id,
        administration_id: id,
        user_id: principal.actor.id,
        ...(principal.application_id === null ? {} : { application_id: principal.application_id }),
        ...(holder.grant_id === null ? { api_token_id: principal.token_id } : { grant_id: holder.grant_id }),
        details: { name: body.administration.name },
        address,
        now,
      })
      return { id }
    },
  }),
  clock: turn_clock,
}

function ownMembers<T extends { contact_name: string; sandbox?: boolean | null }>({
  contact_name: _,
  sandbox: __,
  ...members
}: T): Omit<T, 'contact_name' | 'sandbox'> {
  return members
}

/** What lets the token reach administrations: a grant, or the token itself. */
type Holder = { grant_id: string | null; all_administrations: boolean }

/** A grant does what its person may do, and only who stands for the whole company may add to it. */
async function holderOf({ db, principal }: TokenContext): Promise<Holder> {
  if (principal.kind === 'api_token') {
    const { all_administrations } = await db
      .selectFrom('api_tokens')
      .select('all_administrations')
      .where('id', '=', principal.token_id)
      .executeTakeFirstOrThrow()
    return { grant_id: null, all_administrations }
  }
  const grant = await db
    .selectFrom('access_tokens as t')
    .innerJoin('grants as g', 'g.id', 't.grant_id')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .select(['g.id as grant_id', 'g.all_administrations', 'u.kind', 'u.company_role'])
    .where('t.id', '=', principal.token_id)
    .executeTakeFirstOrThrow()
  if (grant.kind === 'person' && grant.company_role !== 'administrator') {
    refuse('forbidden', 'Only an administrator of the whole company can add administrations; ask one to connect.')
  }
  return grant
}

/** A token that names its administrations has to name the new one as well. */
async function reach({ db, principal }: TokenContext, holder: Holder, administration_id: string): Promise<void> {
  if (holder.all_administrations) return
  if (holder.grant_id === null) {
    const named = { api_token_id: principal.token_id, administration_id }
    await db.insertInto('api_token_administrations').values(named).execute()
  } else {
    await db.insertInto('grant_administrations').values({ grant_id: holder.grant_id, administration_id }).execute()
  }
}
