import { type Kysely, sql } from 'kysely'
import { refuseParameters } from '../api/errors.ts'
import type { Tables } from '../db/schema.ts'
import {
  administration_settings,
  conflictsIn,
  type SettingName,
  type Settings,
  type SettingsChange,
  setting_names,
} from './administration_settings.ts'
import { typeOf } from './setting.ts'

/** What was chosen, by the name of the setting. What nobody chose is not in it. */
export type Chosen = { readonly [name: string]: unknown }

/**
 * The settings that a row holds, with defaults for everything else. A value that the definition does not take any more
 * counts as not chosen, and one of a setting that is not declared here says nothing.
 */
export function readSettings(chosen: unknown): Settings {
  const stored = (chosen ?? {}) as Chosen // The column holds an object; a constraint says so.
  const values = setting_names.map((name) => {
    const one = administration_settings[name]
    const read = Object.hasOwn(stored, name) ? typeOf(one).read(stored[name]) : null
    return [name, read && 'value' in read ? read.value : (one.field.definition.preset ?? null)]
  })
  // Each value was read by the type of its setting, or is its default.
  return Object.fromEntries(values) as Settings
}

/** The settings of an administration. */
export async function settingsOf(db: Kysely<Tables>, administration_id: string): Promise<Settings> {
  const { settings } = await db
    .selectFrom('administrations')
    .select('settings')
    .where('id', '=', administration_id)
    .executeTakeFirstOrThrow()
  return readSettings(settings)
}

/** What is stored of a choice: empty members are left to their default. */
export const chosenOf = (change: SettingsChange): Chosen =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null && value !== undefined))

export type ChangedSetting = { name: SettingName; before: unknown; after: unknown }

/**
 * Changes settings of an administration, and says which of them are different now. Values were read against the
 * definition; what does not fit together is refused. A second call changes nothing.
 */
export async function changeSettings(
  db: Kysely<Tables>,
  administration_id: string,
  change: SettingsChange,
): Promise<ChangedSetting[]> {
  const { settings: stored } = await db
    .selectFrom('administrations')
    .select('settings')
    .where('id', '=', administration_id)
    // Who notes something of this administration meanwhile does not wait: its id stays.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const before = readSettings(stored)
  const chosen = mergedOf(stored as Chosen, change) // As above.
  const after = readSettings(chosen)
  const conflicts = conflictsIn(after)
  if (conflicts.length > 0) refuseParameters(conflicts)
  await sql`
    update administrations set settings = ${JSON.stringify(chosen)}::jsonb
    where id = ${administration_id}::bigint`.execute(db)
  return setting_names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({ name, before: before[name], after: after[name] }))
}

/** What a newer release stored stays as it is. */
function mergedOf(stored: Chosen, change: SettingsChange): Chosen {
  const taken_back = new Set(setting_names.filter((name) => change[name] === null))
  const kept = Object.entries(stored).filter(([name]) => !taken_back.has(name as SettingName))
  return { ...Object.fromEntries(kept), ...chosenOf(change) }
}
