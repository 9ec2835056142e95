import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { generalQuery, settingsQuery } from '../../api/queries.ts'
import type { General, SettingGroup, Settings } from '../../api/types.ts'
import { PageHeading } from '../../parts/page_heading.tsx'
import { LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useWords } from '../../words/words.tsx'
import { BankForm } from './bank_form.tsx'
import { Elsewhere } from './elsewhere.tsx'
import { EngineSwitch } from './engine_switch.tsx'
import { GeneralForm } from './general_form.tsx'
import { LogoSetting } from './logo_setting.tsx'
import { ModulesForm } from './modules_form.tsx'
import { PartList, type PartOf } from './part_list.tsx'
import classes from './settings.module.css'
import { SettingsForm } from './settings_form.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/settings')

/** Everything that can be set of an administration, part by part, each with what it does. */
export function AdministrationSettingsPage() {
  const { words } = useWords()
  const { administration_id } = route.useParams()
  const settings = useQuery(settingsQuery(administration_id))
  const general = useQuery(generalQuery(administration_id))
  const failed = [settings, general].find(({ isError, data }) => isError && !data)
  return (
    <>
      <PageHeading title={words.nav_administration_settings} sentence={words.administration_settings_sentence} />
      {failed?.error && <LoadFailed error={failed.error} retry={() => void failed.refetch()} />}
      {!failed && (settings.isPending || general.isPending) && <RowsLoading />}
      {settings.data && general.data && (
        <Parts key={administration_id} {...{ administration_id, settings: settings.data, general: general.data }} />
      )}
    </>
  )
}

type PartsProps = { administration_id: string; settings: Settings; general: General }

/** In the order in which people look for them, with a list of them at the side. */
function Parts({ administration_id, settings: { settings, values }, general }: PartsProps) {
  const { words } = useWords()
  const mayChange = (name: string): boolean => settings.some((one) => one.name === name && one.may_change)
  const form = (group: SettingGroup) => ({
    ...{ id: group, title: words[`settings_${group}`] },
    part: (
      <SettingsForm
        {...{ administration_id, group, values }}
        // The engine is switched by itself, after a look at what that would do.
        settings={settings.filter((one) => one.group === group && one.name !== 'engine_enabled')}
      />
    ),
  })
  const engine = { on: values.engine_enabled, may_change: mayChange('engine_enabled') }
  const parts = [
    { ...named('general', words.settings_general), part: <GeneralForm {...{ administration_id, data: general }} /> },
    form('sending'),
    { ...named('switch', words.setting_engine_enabled), part: <EngineSwitch {...{ administration_id, ...engine }} /> },
    form('engine'),
    { ...named('modules', words.settings_modules), part: <ModulesForm {...{ administration_id, data: general }} /> },
    form('look'),
    {
      ...named('logo', words.logo),
      part: <LogoSetting administration_id={administration_id} may_change={mayChange('portal_colour')} />,
    },
    { ...named('bank', words.settings_bank), part: <BankForm {...{ administration_id, data: general }} /> },
    ...[form('delivery'), form('portal'), form('law')],
    { ...named('elsewhere', words.settings_elsewhere), part: <Elsewhere administration_id={administration_id} /> },
  ]
  return (
    <div className={classes.parts}>
      <PartList parts={parts} />
      <div>
        {parts.map(({ id, part }) => (
          <div key={id} id={id} className={classes.part}>
            {part}
          </div>
        ))}
      </div>
    </div>
  )
}

const named = (id: string, title: string): PartOf => ({ id, title })
