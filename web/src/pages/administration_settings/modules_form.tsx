import { Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep_answer.ts'
import { generalQuery } from '../../api/queries.ts'
import type { General } from '../../api/types.ts'
import { useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { useWords } from '../../words/words.tsx'
import { SaveWay } from './save_way.tsx'

type Module = General['modules'][number]
type Switched = Readonly<Record<string, boolean>>

const switchedOf = (modules: readonly Module[]): Switched =>
  Object.fromEntries(modules.map(({ name, on }) => [name, on]))

/** What an administration has besides. One that needs another takes it along, on and off. */
export function ModulesForm({ administration_id, data }: { administration_id: string; data: General }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const initial = switchedOf(data.modules)
  const form = useForm({
    initial,
    send: (typed) => {
      const touched = Object.entries(typed).filter(([name, on]) => on !== initial[name])
      return ask('administration_general.change_modules', { administration_id, ...Object.fromEntries(touched) })
    },
    done: async (answer) => {
      await keepAnswer(queries, generalQuery(administration_id), answer)
      form.reset(switchedOf(answer.modules))
      say(words.saved)
    },
  })
  const turn = ({ name, needs }: Module, on: boolean): void => {
    const along = on ? needs : data.modules.filter((one) => one.needs.includes(name)).map((one) => one.name)
    for (const one of [name, ...along]) form.set(one, on)
  }
  return (
    <Section title={words.settings_modules} sentence={words.settings_modules_sentence}>
      <Card>
        <FormSheet form={form} label={words.settings_modules}>
          {data.modules.map((one) => (
            <Switch
              key={one.name}
              name={one.name}
              label={words[`module_${one.name}`]}
              description={words[`module_${one.name}_hint`]}
              disabled={!data.may_change}
              error={form.problem(one.name)}
              checked={form.values[one.name] ?? false}
              onChange={(event) => turn(one, event.currentTarget.checked)}
            />
          ))}
          <SaveWay may_change={data.may_change} form={form} />
        </FormSheet>
      </Card>
    </Section>
  )
}
