import { useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep_answer.ts'
import { settingsQuery } from '../../api/queries.ts'
import type { Setting, SettingGroup, SettingValues } from '../../api/types.ts'
import { useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { useWords } from '../../words/words.tsx'
import { SaveWay } from './save_way.tsx'
import { SettingField } from './setting_field.tsx'
import { changesOf, formValueOf } from './setting_values.ts'

type SettingsFormProps = {
  administration_id: string
  group: SettingGroup
  settings: readonly Setting[]
  values: SettingValues
}

/** The settings of one group. What was not touched is not sent, so that colleagues do not undo each other's changes. */
export function SettingsForm({ administration_id, group, settings, values }: SettingsFormProps) {
  const { words, language } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const initial = Object.fromEntries(settings.map((one) => [one.name, formValueOf(one, values[one.name])]))
  const form = useForm({
    initial,
    send: (typed) =>
      ask('administration_settings.change', { administration_id, ...changesOf(settings, initial, typed, language) }),
    done: async (answer) => {
      await keepAnswer(queries, settingsQuery(administration_id), answer)
      form.reset(Object.fromEntries(settings.map((one) => [one.name, formValueOf(one, answer.values[one.name])])))
      say(words.saved)
    },
  })
  const may_change = settings.some((one) => one.may_change)
  return (
    <Section title={words[`settings_${group}`]} sentence={words[`settings_${group}_sentence`]}>
      <Card>
        <FormSheet form={form} label={words[`settings_${group}`]}>
          {settings.map((one) => (
            <SettingField
              key={one.name}
              setting={one}
              value={form.values[one.name] ?? ''}
              onChange={(value) => form.set(one.name, value)}
              problem={form.problem(one.name)}
            />
          ))}
          <SaveWay may_change={may_change} form={form} />
        </FormSheet>
      </Card>
    </Section>
  )
}
