import { Button, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { readAgain } from '../../api/signing.ts'
import { required, useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { PasswordField } from '../../parts/password_field.tsx'
import { passwordProblem } from '../../parts/password_problem.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { countries, likelyCountry } from '../../words/countries.ts'
import { localeOf } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import classes from './set_up_form.module.css'

/** The first company, its first administration, and the first administrator. */
export function SetUpForm({ token }: { token: string }) {
  const { words, language } = useWords()
  const form = useSetUpForm(token)
  return (
    <Sheet wide>
      <PageHeading title={words.set_up_heading} sentence={words.set_up_sentence} />
      <FormSheet form={form}>
        <h2 className={classes.part}>{words.set_up_company}</h2>
        <TextInput {...form.text('company_name')} label={words.set_up_company_name} autoComplete="organization" />
        <div className="pair">
          <TextInput
            {...form.text('administration_name')}
            label={words.set_up_administration_name}
            description={words.set_up_administration_hint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
          />
          <Select
            label={words.set_up_country}
            data={countries(language)}
            value={form.values.country_code}
            onChange={(value) => value && form.set('country_code', value)}
            error={form.problem('country_code')}
            nothingFoundMessage={words.nothing_found}
            allowDeselect={false}
            searchable
          />
        </div>
        <h2 className={classes.part}>{words.set_up_you}</h2>
        <div className="pair">
          <TextInput {...form.text('first_name')} label={words.first_name} autoComplete="given-name" />
          <TextInput {...form.text('last_name')} label={words.last_name} autoComplete="family-name" />
        </div>
        <TextInput
          {...form.text('email_address')}
          label={words.email_address}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          {...form.text('password')}
          label={words.password}
          hint={words.new_password_hint}
          autoComplete="new-password"
        />
        <div>
          <Button type="submit" loading={form.busy}>
            {words.set_up_action}
          </Button>
        </div>
      </FormSheet>
    </Sheet>
  )
}

/** Makes the company, and goes on as its administrator. */
function useSetUpForm(token: string) {
  const { words, language } = useWords()
  const queries = useQueryClient()
  const router = useRouter()
  return useForm({
    initial: {
      company_name: '',
      administration_name: '',
      country_code: likelyCountry(navigator.languages),
      first_name: '',
      last_name: '',
      email_address: '',
      password: '',
    },
    check: (values) => ({
      company_name: required(values.company_name, words),
      administration_name: required(values.administration_name, words),
      first_name: required(values.first_name, words),
      last_name: required(values.last_name, words),
      email_address: /^\S+@\S+$/.test(values.email_address.trim()) ? null : words.problem_email_address,
      password: passwordProblem(values.password, words),
    }),
    send: (values) => ask('link.set_up', { ...values, token, locale: localeOf(language) }),
    done: async () => {
      await readAgain(queries)
      router.history.replace('/')
    },
    refused: (problem) => (problem.code === 'not_found' ? words.link_dead_sentence : null),
  })
}
