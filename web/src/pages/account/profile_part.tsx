import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { session_query } from '../../api/queries.ts'
import type { Person } from '../../api/types.ts'
import { required, useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { preferred } from '../../words/languages.ts'
import { localeChoices } from '../../words/locales.ts'
import { useWords } from '../../words/words.tsx'

export function ProfilePart({ person }: { person: Person }) {
  const { words, speak } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const form = useForm({
    initial: { first_name: person.first_name, last_name: person.last_name, locale: person.locale },
    check: ({ first_name, last_name }) => ({
      first_name: required(first_name, words),
      last_name: required(last_name, words),
    }),
    send: ({ first_name, last_name, locale }) =>
      ask('account.update', { first_name: first_name.trim(), last_name: last_name.trim(), locale }),
    done: async (_answer, { locale }) => {
      await queries.invalidateQueries({ queryKey: session_query.queryKey })
      const spoken = locale === person.locale ? words : await speak(preferred([locale]))
      say(spoken.saved)
    },
  })
  return (
    <Section title={words.profile}>
      <Card>
        <FormSheet form={form} guarded>
          <div className="pair">
            <TextInput {...form.text('first_name')} label={words.first_name} autoComplete="given-name" />
            <TextInput {...form.text('last_name')} label={words.last_name} autoComplete="family-name" />
          </div>
          <div className="pair">
            <TextInput
              label={words.email_address}
              description={words.profile_email_hint}
              inputWrapperOrder={['label', 'input', 'description']}
              value={person.email_address}
              readOnly
            />
            <NativeSelect
              {...form.text('locale')}
              label={words.account_language}
              data={localeChoices(words, person.locale)}
            />
          </div>
          <div>
            <Button type="submit" loading={form.busy}>
              {words.save}
            </Button>
          </div>
        </FormSheet>
      </Card>
    </Section>
  )
}
