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

/** In the order in which people look for them. */
function Parts({ administration_id, settings: { settings, values }, general }: PartsProps) {
  const mayChange = (name: string): boolean => settings.some((one) => one.name === name && one.may_change)
  const form = (group: SettingGroup) => (
    <SettingsForm
      {...{ administration_id, group, values }}
      // The engine is switched by itself, after a look at what that would do.
      settings={settings.filter((one) => one.group === group && one.name !== 'engine_enabled')}
    />
  )
  return (
    <>
      <GeneralForm administration_id={administration_id} data={general} />
      {form('sending')}
      <EngineSwitch
        administration_id={administration_id}
        on={values.engine_enabled}
        may_change={mayChange('engine_enabled')}
      />
      {form('engine')}
      <ModulesForm administration_id={administration_id} data={general} />
      {form('look')}
      <LogoSetting administration_id={administration_id} may_change={mayChange('portal_colour')} />
      <BankForm administration_id={administration_id} data={general} />
      {form('delivery')}
      {form('portal')}
      {form('law')}
      <Elsewhere administration_id={administration_id} />
    </>
  )
}
