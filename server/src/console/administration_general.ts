import { type Actions, call } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { refuse } from '../api/errors.ts'
import { boolean, listOf, oneOf, textList } from '../api/field.ts'
import { type Module, needed } from '../api/modules.ts'
import { roleOf } from '../api/pages.ts'
import type { Role } from '../api/principal.ts'
import { notifyOfBankChanges } from '../follow_up/perform/bank_changes.ts'
import { raiseRules } from '../follow_up/rules_version.ts'
import {
  type ChangedFact,
  changeGeneral,
  changeModules,
  general_members,
  general_shown,
  generalOf,
  module_members,
  module_names,
} from '../settings/general.ts'
import { administrators } from '../settings/setting.ts'
import { auditSettings } from './audit_by.ts'

const answer = {
  ...general_shown,
  modules: listOf(
    {
      name: oneOf(module_names, 'Name.').required(),
      on: boolean('Whether it is switched on.').required(),
      needs: textList('Modules without which it does nothing.').required(),
    },
    'Every module that an administration can have.',
  ).required(),
  may_change: boolean('Whether the person may change any of it.').required(),
}

/** Who an administration is and where debtors pay, for everybody who works there. */
export const administration_general_calls: Actions = {
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/general',
    reach: 'member',
    description: 'Shows who an administration is, where its debtors pay, and which modules it has.',
    body: {},
    answer,
    run: async ({ db, administration_id, role }) => pageOf(await generalOf(db, administration_id), role),
  }),
}

/** What decides about every debtor: whose law and holidays hold, and when a day begins. */
const deciding = ['country_code', 'timezone']

export const administration_general_verbs: Actions = {
  change: call({
    method: 'PATCH',
    path: '/console/administrations/{administration_id}/general',
    reach: 'administration',
    description:
      'Changes who an administration is and where debtors pay; what is left out stays. A bank account is taken when ' +
      'all of it is right. The currency of the books stays, because every amount is counted in it.',
    body: general_members,
    answer,
    run: async (context, body) => {
      const changed = await changeGeneral(context, body)
      if (changed.some(({ name }) => deciding.includes(name))) await raiseRules(context)
      await notifyOfBankChanges(
        context,
        changed
          .filter(({ name }) => name === 'bank_account_number')
          // Both are texts, or empty.
          .map(({ before, after }) => ({ before: before as string | null, after: after as string | null })),
      )
      return finish(context, changed)
    },
  }),
  change_modules: call({
    method: 'PATCH',
    path: '/console/administrations/{administration_id}/modules',
    reach: 'administration',
    description: 'Switches modules on and off; those that are left out stay.',
    body: module_members,
    answer,
    run: async (context, body) => finish(context, await changeModules(context, body)),
  }),
}

async function finish(context: Context, changed: readonly ChangedFact[]) {
  const role = roleOf(context) ?? refuse('forbidden', 'Settings are changed by people.')
  await auditSettings(context, changed)
  return pageOf(await generalOf(context.db, context.administration_id), role)
}

type General = Awaited<ReturnType<typeof generalOf>>

function pageOf({ modules: on, ...facts }: General, role: Role) {
  const listed = module_names.map((name) => ({ name, on: on.includes(name), needs: othersFor(name) }))
  return { ...facts, modules: listed, may_change: administrators.includes(role) }
}

const othersFor = (name: Module): Module[] => needed[name].filter((other) => other !== name)
