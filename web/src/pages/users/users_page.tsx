import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { users_query } from '../../api/queries.ts'
import type { User } from '../../api/types.ts'
import { DataTable, type Row } from '../../parts/data_table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useSignedIn } from '../../shell/signed_in.tsx'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import classes from './users.module.css'

export function UsersPage() {
  const { words } = useWords()
  const users = useQuery(users_query)
  return (
    <>
      <PageHeading
        title={words.nav_users}
        sentence={words.users_sentence}
        action={
          <Button renderRoot={(props) => <Link to="/settings/users/new" {...props} />}>{words.users_invite}</Button>
        }
      />
      {users.isPending && <RowsLoading />}
      {users.isError && <LoadFailed error={users.error} retry={() => void users.refetch()} />}
      {users.data && <UsersTable users={users.data} />}
    </>
  )
}

function UsersTable({ users }: { users: User[] }) {
  const { words } = useWords()
  const { person } = useSignedIn()
  const rows = users.map(
    (user): Row => ({
      key: user.id,
      cells: [
        <span key="name">
          <Link className={classes.name} to="/settings/users/$user_id" params={{ user_id: user.id }}>
            {user.name}
          </Link>
          {user.id === person.id && <span className={classes.small}> ({words.users_you})</span>}
          <br />
          <span className={classes.small}>{user.email_address}</span>
        </span>,
        <Roles key="roles" user={user} />,
        user.invited ? '–' : user.two_step ? words.users_two_step_on : words.users_two_step_off,
        user.invited ? words.users_invited_short : <Moment key="seen" at={user.last_sign_in_at} />,
      ],
    }),
  )
  return (
    <DataTable
      label={words.nav_users}
      columns={[words.users_person, words.users_role, words.users_two_step, words.users_last_sign_in]}
      rows={rows}
    />
  )
}

function Roles({ user }: { user: User }) {
  const { words } = useWords()
  return (
    <ul className={classes.roles}>
      {sayRoles(user, words).map((role) => (
        <li key={role}>{role}</li>
      ))}
    </ul>
  )
}

function sayRoles({ company_role, administrations }: User, words: Words): string[] {
  const whole = company_role ? [fill(words.users_whole_company, { role: words[`role_${company_role}`] })] : []
  const single = administrations.map(({ name, role }) =>
    fill(words.users_in, { role: words[`role_${role}`], administration: name }),
  )
  const all = [...whole, ...single]
  return all.length > 0 ? all : [words.users_no_reach]
}
