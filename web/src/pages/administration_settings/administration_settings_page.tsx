import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Fragment } from 'react'
import { settingsQuery } from '../../api/queries.ts'
import { PageHeading } from '../../parts/page_heading.tsx'
import { LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useWords } from '../../words/words.tsx'
import { EngineSwitch } from './engine_switch.tsx'
import { GeneralPart } from './general_part.tsx'
import { LogoSetting } from './logo_setting.tsx'
import { SettingsForm } from './settings_form.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/settings')

/** Every setting of an administration, group by group, each typed in as its type says. */
export function AdministrationSettingsPage() {
  const { words } = useWords()
  const { administration_id } = route.useParams()
  const settings = useQuery(settingsQuery(administration_id))
  const groups = [...new Set(settings.data?.settings.map(({ group }) => group))]
  // It is switched by itself, after a look at what that would do.
  const typed = settings.data?.settings.filter(({ name }) => name !== 'engine_enabled') ?? []
  return (
    <>
      <PageHeading title={words.nav_administration_settings} sentence={words.administration_settings_sentence} />
      {settings.isPending && <RowsLoading />}
      {settings.isError && <LoadFailed error={settings.error} retry={() => void settings.refetch()} />}
      {settings.data && (
        <EngineSwitch
          key={administration_id}
          administration_id={administration_id}
          on={settings.data.values.engine_enabled}
          may_change={settings.data.settings.some((one) => one.name === 'engine_enabled' && one.may_change)}
        />
      )}
      {settings.data &&
        groups.map((group) => (
          <Fragment key={`${administration_id} ${group}`}>
            <SettingsForm
              administration_id={administration_id}
              group={group}
              values={settings.data.values}
              settings={typed.filter((one) => one.group === group)}
            />
            {group === 'look' && (
              <LogoSetting
                administration_id={administration_id}
                may_change={settings.data.settings.some((one) => one.name === 'portal_colour' && one.may_change)}
              />
            )}
          </Fragment>
        ))}
      {settings.data && <GeneralPart administration_id={administration_id} />}
    </>
  )
}
