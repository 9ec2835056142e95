import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { dateTime, id, listOf, text } from '../api/field.ts'
import { shownMoment } from '../db/moments.ts'
import type { Tables } from '../db/schema.ts'
import { emitMany } from '../events/emit_many.ts'
import { endAddressTasks } from '../follow_up/perform/tasks.ts'
import { unmarkAddresses } from '../follow_up/send/marks.ts'

/** Every address of the debtor `d` to which mail may go, in small letters, as the marks have them. */
const addresses = sql`
  string_to_array(regexp_replace(lower(concat_ws(',', d.reminder_email_address, d.primary_email_address,
    d.invoice_email_address, d.debtor_provided_email_address)), '[\\s;]*[;,][\\s;]*', ',', 'g'), ',')`

/** Whether mail to the debtor `d` came back, from an address that it still has. Where no address is marked it is quick. */
export const mailCameBack = (administration_id: string): RawBuilder<unknown> => {
  const marked = sql`undeliverable_addresses u where u.administration_id = ${administration_id}::bigint`
  return sql`(exists (select from ${marked}) and exists (select from unnest(${addresses}) one (address)
    where one.address in (select u.address from ${marked})))`
}

export const bounced_addresses_field = listOf(
  {
    address: text('The address.').required(),
    reason: text('What the mail server said.'),
    since: dateTime('Since when nothing is mailed there.').required(),
    until: dateTime('When mail goes there again by itself; empty when somebody has to look.'),
  },
  'Addresses of the debtor from which mail came back.',
).required()

type Bounced = { address: string; reason: string | null; since: string; until: string | null }

export async function readBounced(
  db: Kysely<Tables>,
  administration_id: string,
  debtor_id: string,
): Promise<Bounced[]> {
  const { rows } = await sql<Bounced>`
    select u.address, u.reason, ${shownMoment('u.since')} as since, ${shownMoment('u.until')} as until
    from debtors d join undeliverable_addresses u
      on u.administration_id = ${administration_id}::bigint and u.address = any(${addresses})
    where d.administration_id = ${administration_id}::bigint and d.id = ${debtor_id}::bigint
    order by u.address`.execute(db)
  return rows
}

/** What people do about an address from which mail came back. */
export const bounced_address_verbs: Actions = {
  mail_again: call({
    method: 'POST',
    path: '/console/debtors/mail_again',
    reach: 'administration',
    description:
      'Says that an address from which mail came back is right: mail goes there again, and tasks to check it are over. ' +
      'A second call finds nothing to do, and says so.',
    body: { debtor_id: id('Debtor.').required(), address: text('The address.').required() },
    answer: {},
    run: async (context, { debtor_id, address }) => {
      const bounced = await readBounced(context.db, context.administration_id, debtor_id)
      const found = bounced.find((one) => one.address === address.trim().toLowerCase())
      if (!found) return refuse('not_found', 'No mail to this debtor came back from that address, or it was mended.')
      await unmarkAddresses(context, [found.address])
      await emitMany(context, await endAddressTasks(context, found.address))
      return {}
    },
  }),
}
