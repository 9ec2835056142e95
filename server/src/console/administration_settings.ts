import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { boolean, type Field, type Fields, integer, listOf, object, oneOf, text, textList } from '../api/field.ts'
import { roleOf } from '../api/pages.ts'
import type { Role } from '../api/principal.ts'
import { applySettings } from '../follow_up/switch.ts'
import {
  administration_settings,
  type SettingName,
  type Settings,
  type SettingsChange,
  setting_names,
} from '../settings/administration_settings.ts'
import { changeable, controlOf, setting_groups, setting_kinds } from '../settings/setting.ts'
import { type ChangedSetting, settingsOf } from '../settings/store.ts'
import { auditBy } from './audit_by.ts'

type Declared = typeof administration_settings
type Shown = { [Name in SettingName]: Declared[Name]['field'] }
type Changing = { [Name in SettingName]: Field<NonNullable<Settings[Name]>, true> }

const fieldsOf = (make: (name: SettingName) => Field): Fields =>
  Object.fromEntries(setting_names.map((name) => [name, make(name)]))

// A setting with a default always has a value.
const shown = fieldsOf((name) => {
  const { field } = administration_settings[name]
  return field.definition.preset === undefined ? field : field.required()
}) as Shown
// Each field has the type of its setting, and may be left out.
const changing = fieldsOf((name) => changeable(administration_settings[name])) as Changing

const answer = {
  values: object(shown, 'Every setting as it counts now.').required(),
  settings: listOf(
    {
      name: oneOf(setting_names, 'Name.').required(),
      group: oneOf(setting_groups, 'Settings of one group stand together.').required(),
      kind: oneOf(setting_kinds, 'How it is typed in.').required(),
      options: textList('Words to choose from.').required(),
      minimum: integer('The least it can be.'),
      maximum: integer('The most it can be.'),
      may_change: boolean('Whether the person may change it.').required(),
    },
    'Every setting, in the order of the page.',
  ).required(),
}

const general = {
  name: text('Name.').required(),
  email_address: text('Where mail to it goes.').required(),
  phone_number: text('Phone number.'),
  street_name: text('Street.').required(),
  house_number: text('House number.').required(),
  postal_code: text('Postal code.').required(),
  city: text('City.').required(),
  country_code: text('Country, ISO 3166-1.').required(),
  commercial_registration_number: text('Number in the trade register.'),
  currency_code: text('Currency of its books, ISO 4217.').required(),
  timezone: text('Time zone.').required(),
  bank_account_name: text('In whose name the bank account is.'),
  bank_account_number: text('IBAN that debtors pay to.'),
  bank_account_bic: text('BIC of the bank.'),
}

/** The settings of an administration, for everybody who works there; who may change one is part of its definition. */
export const administration_settings_calls: Actions = {
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/settings',
    reach: 'member',
    description: 'Shows the settings of an administration, and how each is changed.',
    body: {},
    answer,
    run: async ({ db, administration_id, role }) => pageOf(await settingsOf(db, administration_id), role),
  }),
  general: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/general',
    reach: 'member',
    description:
      'Tells what the books and connected software say of an administration: who it is, and where debtors pay.',
    body: {},
    answer: general,
    run: async ({ db, administration_id }) =>
      await db
        .selectFrom('administrations')
        .select(['name', 'email_address', 'phone_number', 'street_name', 'house_number', 'postal_code', 'city'])
        .select(['country_code', 'commercial_registration_number', 'currency_code', 'timezone'])
        .select(['bank_account_name', 'bank_account_number', 'bank_account_bic'])
        .where('id', '=', administration_id)
        .executeTakeFirstOrThrow(),
  }),
}

/** What each role may change is refused here, setting by setting. */
export const administration_settings_verbs: Actions = {
  change: call({
    method: 'PATCH',
    path: '/console/administrations/{administration_id}/settings',
    reach: 'administration',
    description: 'Changes settings; those that are left out stay, and an empty one is at its default again.',
    body: changing,
    answer,
    run: async (context, body) => {
      const { db, administration_id } = context
      const role = roleOf(context) ?? refuse('forbidden', 'Settings are changed by people.')
      refuseRole(body, role)
      const changed = await applySettings(context, body)
      if (changed.length > 0) {
        await auditBy(context, 'administration_settings_changed', { changed: changed.map(sayChange) })
      }
      return pageOf(await settingsOf(db, administration_id), role)
    },
  }),
}

const mayChange = (name: SettingName, role: Role): boolean => administration_settings[name].changed_by.includes(role)

function pageOf(values: Settings, role: Role) {
  const settings = setting_names.map((name) => {
    const one = administration_settings[name]
    return { name, group: one.group, ...controlOf(one), may_change: mayChange(name, role) }
  })
  return { values, settings }
}

function refuseRole(change: SettingsChange, role: Role): void {
  const closed = setting_names.filter((name) => change[name] !== undefined && !mayChange(name, role))
  if (closed.length > 0) refuse('forbidden', `Your role does not let you change ${closed.join(', ')}.`)
}

const sayChange = ({ name, before, after }: ChangedSetting): string =>
  `${name}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`
