import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { required, useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Card } from '../../parts/section.tsx'
import { useSignedIn } from '../../session/signed_in.ts'
import { fill } from '../../words/fill.ts'
import { localeOf } from '../../words/languages.ts'
import { localeChoices } from '../../words/locales.ts'
import { useWords } from '../../words/words.tsx'
import { bodyOfRoles, hasReach, RoleFields, type Roles } from './role_fields.tsx'

const route = getRouteApi('/signed_in/settings/users/new')

export function NewUserPage() {
  const { words } = useWords()
  const { mails_kept } = useSignedIn()
  return (
    <>
      <BackLink>
        <Link to="/settings/users">{words.nav_users}</Link>
      </BackLink>
      <PageHeading
        title={words.users_invite}
        sentence={mails_kept ? words.user_invite_kept : words.user_invite_sentence}
      />
      <Card>
        <InviteForm />
      </Card>
    </>
  )
}

function InviteForm() {
  const { words } = useWords()
  const { administrations } = useSignedIn()
  const form = useInvitation()
  return (
    <FormSheet form={form} guarded>
      <div className="pair">
        <TextInput {...form.text('first_name')} label={words.first_name} autoComplete="off" />
        <TextInput {...form.text('last_name')} label={words.last_name} autoComplete="off" />
      </div>
      <div className="pair">
        <TextInput
          {...form.text('email_address')}
          label={words.email_address}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <NativeSelect {...form.text('locale')} label={words.user_locale} data={localeChoices(words, null)} />
      </div>
      <RoleFields
        roles={form.values.company_role}
        onChange={(roles) => form.set('company_role', roles)}
        administrations={administrations}
        problem={form.problem('company_role')}
      />
      <div className="ways">
        <Button type="submit" loading={form.busy}>
          {words.user_invite_action}
        </Button>
        <Button variant="default" renderRoot={(props) => <Link to="/settings/users" {...props} />}>
          {words.cancel}
        </Button>
      </div>
    </FormSheet>
  )
}

/** Invites, and goes back to the list. */
function useInvitation() {
  const { words, language } = useWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useNotice()
  const { email_address = '' } = route.useSearch()
  const nobody: Roles = { company_role: 'standard', by_administration: {} }
  return useForm({
    initial: { first_name: '', last_name: '', email_address, locale: localeOf(language), company_role: nobody },
    check: (values) => ({
      first_name: required(values.first_name, words),
      last_name: required(values.last_name, words),
      email_address: /^\S+@\S+$/.test(values.email_address.trim()) ? null : words.problem_email_address,
      company_role: hasReach(values.company_role) ? null : words.user_administrations_problem,
    }),
    send: ({ first_name, last_name, email_address, locale, company_role }) =>
      ask('users.create', {
        first_name: first_name.trim(),
        last_name: last_name.trim(),
        email_address: email_address.trim(),
        locale,
        ...bodyOfRoles(company_role),
      }),
    done: async ({ name }) => {
      await queries.invalidateQueries({ queryKey: ['users'] })
      say(fill(words.user_invited, { name }))
      await navigate({ to: '/settings/users' })
    },
  })
}
