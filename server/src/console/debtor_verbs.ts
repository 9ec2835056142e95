import { sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { refuseParameters } from '../api/errors.ts'
import { type Input, id, idList, keyList, oneOf, text } from '../api/field.ts'
import { type ValidationErrors, validationErrors } from '../domain/contact.ts'
import { refuseUnknownDebtor } from '../follow_up/known_debtor.ts'
import { disputeInvoices } from '../follow_up/today/calls.ts'
import { contacts } from '../resources/contacts.ts'
import { copyToDebtors } from '../resources/debtors/copies.ts'
import { debtors } from '../resources/debtors/debtors.ts'
import { emitAddressChanges } from '../resources/debtors/email_addresses.ts'
import { replaceLabels } from '../resources/debtors/labels.ts'
import { dispute_reasons } from '../resources/disputes.ts'
import { labels_max, length_max, longProblems } from './written_lengths.ts'

/** How a debtor is reached: members of its contact, which the debtor shows. */
const reach_fields = {
  default_email_address: contacts.input.default_email_address,
  reminder_email_address: contacts.input.reminder_email_address,
  reminder_cc_email_address: contacts.input.reminder_cc_email_address,
  invoice_email_address: contacts.input.invoice_email_address,
  invoice_cc_email_address: contacts.input.invoice_cc_email_address,
  call_phone_number: contacts.input.call_phone_number,
  sms_phone_number: contacts.input.sms_phone_number,
}
const own_fields = {
  language_code: debtors.input.language_code,
  relation_manager: debtors.input.relation_manager,
  remark: debtors.input.remark,
}
type Reach = Input<typeof reach_fields>
type Own = { [name in keyof typeof own_fields]: string | null | undefined }

/** What people decide about one debtor on its page. */
export const debtor_verbs: Actions = {
  change: call({
    method: 'POST',
    path: '/console/debtors/change',
    reach: 'administration',
    description:
      'Changes how a debtor is reached, and what colleagues should know of it. What is left out stays; an empty text ' +
      'takes a value away. Addresses are those of its contact, so debtors with the same contact follow.',
    body: {
      debtor_id: id('Debtor.').required(),
      ...reach_fields,
      ...own_fields,
      labels: keyList('Names of all labels that the debtor shall have.'),
    },
    answer: {},
    run: async (context, { debtor_id, labels, language_code, relation_manager, remark, ...body }) => {
      const reach = Object.fromEntries(
        Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [[name, value?.trim() || null]])),
      ) as Reach
      const problems = [
        ...Object.entries(validationErrors(reach)).map(([name, [says]]) => `${name}: ${says}`),
        ...longProblems({ ...reach, language_code, relation_manager, remark }),
        ...labelProblems(labels ?? []),
      ]
      if (language_code && !isLanguage(language_code))
        problems.push('language_code: must be two letters, such as nl or en')
      if (problems.length > 0) refuseParameters(problems)
      const debtor = await findDebtor(context, debtor_id)
      if (Object.keys(reach).length > 0) await changeReach(context, debtor, reach)
      await changeOwn(context, debtor_id, { language_code, relation_manager, remark })
      if (labels) await replaceLabels(context, [{ debtor_id, names: labels }])
      return {}
    },
  }),

  dispute: call({
    method: 'POST',
    path: '/console/debtors/dispute',
    reach: 'administration',
    description: 'Notes that a debtor says invoices are wrong, a dispute each: all of them, or none.',
    body: {
      debtor_id: id('Debtor.').required(),
      invoice_ids: idList('Invoices that are disputed.').required(),
      reason: oneOf(dispute_reasons, 'What is said to be wrong with them.').required(),
      note: text('What exactly.'),
      owner_user_id: id('Who looks after it; whoever notes it unless given.'),
    },
    answer: { dispute_ids: idList('The disputes.').required() },
    run: async (context, { debtor_id, invoice_ids, reason, note = null, owner_user_id = null }) => {
      if (invoice_ids.length === 0) refuseParameters(['invoice_ids: name the invoices that are disputed'])
      return { dispute_ids: await disputeInvoices(context, { debtor_id, invoice_ids, reason, note, owner_user_id }) }
    },
  }),
}

function labelProblems(labels: readonly string[]): string[] {
  if (labels.length > labels_max) return [`labels: must not be more than ${labels_max}`]
  if (labels.some((name) => name.trim() === '')) return ['labels: must not be empty']
  return labels.some((name) => name.length > length_max.label)
    ? [`labels: must not be longer than ${length_max.label} characters`]
    : []
}

const isLanguage = (code: string): boolean => /^[a-z]{2}$/i.test(code)

type Found = { id: string; contact_id: string | null; validation_errors: ValidationErrors | null }

async function findDebtor({ db, administration_id }: Context, debtor_id: string): Promise<Found> {
  const { rows } = await sql<Found>`
    select d.id::text, d.contact_id::text, c.validation_errors from debtors d
    left join contacts c on c.administration_id = ${administration_id}::bigint and c.id = d.contact_id
    where d.administration_id = ${administration_id}::bigint and d.id = ${debtor_id}::bigint for update of d`.execute(
    db,
  )
  return rows[0] ?? refuseUnknownDebtor()
}

async function changeReach(context: Context, debtor: Found, reach: Reach): Promise<void> {
  const { db, administration_id, stamp } = context
  const errors = JSON.stringify(validationErrors(reach, debtor.validation_errors ?? {}))
  await emitAddressChanges(context, { ids: [debtor.id] }, async () => {
    const contact_id = debtor.contact_id ?? (await makeContact(context, debtor.id))
    await db
      .updateTable('contacts')
      .set({ ...reach, validation_errors: errors, updated_at: stamp })
      .where('administration_id', '=', administration_id)
      .where('id', '=', contact_id)
      .execute()
    await copyToDebtors(context, [contact_id])
  })
}

/** A debtor without a contact gets one of its own, which begins with everything that the debtor shows. */
async function makeContact({ db, administration_id, stamp }: Context, debtor_id: string): Promise<string> {
  const shown = sql.raw(
    ['postal_address_city', 'postal_address_country_code', 'postal_address_postal_code', 'postal_address_region']
      .concat(['postal_address_street_1', 'postal_address_street_2', 'call_phone_number', 'sms_phone_number'])
      .concat(['invoice_email_address', 'invoice_cc_email_address', 'invoice_bcc_email_address'])
      .concat(['reminder_email_address', 'reminder_cc_email_address', 'reminder_bcc_email_address'])
      .join(', '),
  )
  const { rows } = await sql<{ id: string }>`
    insert into contacts (administration_id, lastname, debtor_numbers, default_email_address, ${shown},
                          validation_errors, created_at, updated_at)
    select administration_id, name, array[debtor_number], primary_email_address, ${shown}, '{}',
           ${stamp}::timestamptz, ${stamp}::timestamptz
    from debtors where administration_id = ${administration_id}::bigint and id = ${debtor_id}::bigint
    returning id::text`.execute(db)
  const [made] = rows
  if (!made) throw new Error('The debtor was found before.')
  await db
    .updateTable('debtors')
    .set({ contact_id: made.id, updated_at: stamp })
    .where('administration_id', '=', administration_id)
    .where('id', '=', debtor_id)
    .execute()
  return made.id
}

async function changeOwn({ db, administration_id, stamp }: Context, debtor_id: string, own: Own): Promise<void> {
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return
  await db
    .updateTable('debtors')
    .set({ ...given, updated_at: stamp })
    .where('administration_id', '=', administration_id)
    .where('id', '=', debtor_id)
    .execute()
}
