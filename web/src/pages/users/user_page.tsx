import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { session_query, users_query } from '../../api/queries.ts'
import type { User } from '../../api/types.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { required, useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { Note } from '../../parts/note.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Card } from '../../parts/section.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useSignedIn } from '../../session/signed_in.ts'
import { useWords } from '../../words/words.tsx'
import { bodyOfRoles, hasReach, RoleFields, type Roles } from './role_fields.tsx'
import { UserActions } from './user_actions.tsx'
import classes from './users.module.css'

const route = getRouteApi('/signed_in/settings/users/$user_id')

export function UserPage() {
  const { words } = useWords()
  const { user_id } = route.useParams()
  const users = useQuery(users_query)
  const user = users.data?.find(({ id }) => id === user_id)
  return (
    <>
      <BackLink>
        <Link to="/settings/users">{words.nav_users}</Link>
      </BackLink>
      <PageHeading title={user?.name ?? words.users_person} sentence={user?.email_address} />
      {users.isPending && <RowsLoading />}
      {users.isError && <LoadFailed error={users.error} retry={() => void users.refetch()} />}
      {users.isSuccess && !user && <Empty title={words.refused_not_found} />}
      {user && (
        <>
          {user.invited && (
            <div className={classes.note}>
              <Note tone="warning">
                <p>{words.users_invited}</p>
              </Note>
            </div>
          )}
          <Card>
            <UserForm key={user.id} user={user} />
          </Card>
          <UserActions user={user} />
        </>
      )}
    </>
  )
}

function UserForm({ user }: { user: User }) {
  const { words } = useWords()
  const { administrations, person } = useSignedIn()
  const queries = useQueryClient()
  const say = useNotice()
  const roles: Roles = {
    company_role: user.company_role,
    by_administration: Object.fromEntries(user.administrations.map(({ id, role }) => [id, role])),
  }
  const form = useForm({
    initial: { first_name: user.first_name, last_name: user.last_name, company_role: roles },
    check: (values) => ({
      first_name: required(values.first_name, words),
      last_name: required(values.last_name, words),
      company_role: hasReach(values.company_role) ? null : words.user_administrations_problem,
    }),
    send: ({ first_name, last_name, company_role }) =>
      ask('users.update', {
        id: user.id,
        first_name: first_name.trim(),
        last_name: last_name.trim(),
        ...bodyOfRoles(company_role),
      }),
    done: async () => {
      await queries.invalidateQueries({ queryKey: ['users'] })
      // A change of one's own role changes what the shell may show.
      if (user.id === person.id) await queries.invalidateQueries({ queryKey: session_query.queryKey })
      say(words.saved)
    },
    refused: (problem) => (problem.code === 'conflict' ? words.user_last_administrator : null),
  })
  return (
    <FormSheet form={form} guarded>
      <div className="pair">
        <TextInput {...form.text('first_name')} label={words.first_name} autoComplete="off" />
        <TextInput {...form.text('last_name')} label={words.last_name} autoComplete="off" />
      </div>
      <RoleFields
        roles={form.values.company_role}
        onChange={(wanted) => form.set('company_role', wanted)}
        administrations={administrations}
        problem={form.problem('company_role')}
      />
      <div className="ways">
        <Button type="submit" loading={form.busy}>
          {words.save}
        </Button>
      </div>
    </FormSheet>
  )
}
