import { type Action, type Actions, call } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { refuse } from '../api/errors.ts'
import { integer } from '../api/field.ts'
import { bodiesOf } from '../invented/debtors.ts'
import { sandbox_debtors } from '../invented/sandbox_debtors.ts'
import { contact_actions } from '../resources/contacts.actions.ts'
import { debtor_actions } from '../resources/debtors/actions.ts'
import { invoice_actions } from '../resources/invoices/actions.ts'
import { checkItems, runItems } from '../runtime/batches.ts'

/** Somebody to play with, for whoever has no file at hand. */
export const sandbox_debtor_verbs: Actions = {
  invent: call({
    method: 'POST',
    path: '/console/sandbox/invent',
    reach: 'administration',
    description: 'Puts a few invented debtors into a sandbox that has none, with invoices due around its today.',
    body: {},
    answer: { debtors: integer('How many there are now.').required() },
    run: async (context) => {
      const { country_code, currency_code } = await emptySandbox(context)
      const bodies = bodiesOf(sandbox_debtors, context.today, { country_code, currency_code })
      await enter(context, contact_actions.create, bodies.contacts)
      await enter(context, debtor_actions.create, bodies.debtors)
      await enter(context, invoice_actions.upsert, bodies.invoices)
      return { debtors: bodies.debtors.length }
    },
  }),
}

async function emptySandbox({ db, administration_id }: Context) {
  const found = await db
    .selectFrom('administrations')
    .select(['sandbox', 'country_code', 'currency_code'])
    .where('id', '=', administration_id)
    .executeTakeFirstOrThrow()
  if (!found.sandbox) refuse('conflict', 'This administration is no sandbox: debtors are invented in a sandbox alone.')
  const somebody = await db
    .selectFrom('debtors')
    .select('id')
    .where('administration_id', '=', administration_id)
    .limit(1)
    .executeTakeFirst()
  if (somebody) refuse('conflict', 'There are debtors here already; debtors are invented where there are none.')
  return found
}

/** By the verbs of the interface, so that they are as real ones would be. */
async function enter(context: Context, action: Action | undefined, items: readonly object[]): Promise<void> {
  if (action?.shape !== 'many') throw new Error('There is no such verb any more.')
  const checked = checkItems(action, items)
  const { errors } = await runItems(context, action, checked)
  if (checked.good.length < items.length || (errors?.size ?? 0) > 0)
    throw new Error(`Invented ${action.items} were refused.`)
}
