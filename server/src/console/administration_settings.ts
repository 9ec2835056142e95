import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { boolean, type Field, type Fields, integer, listOf, object, oneOf, textList } from '../api/field.ts'
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
import { settingsOf } from '../settings/store.ts'
import { auditSettings } from './audit_by.ts'

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
      await auditSettings(context, await applySettings(context, body))
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
