import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { users_query } from '../../api/queries.ts'
import type { User } from '../../api/types.ts'
import { Moment } from '../../parts/moment.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useSignedIn } from '../../session/signed_in.ts'
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
      <Listing query={users} count={users.data?.length ?? 0}>
        <UsersTable users={users.data ?? []} />
      </Listing>
    </>
  )
}

function UsersTable({ users }: { users: User[] }) {
  const { words } = useWords()
  const { person } = useSignedIn()
  return (
    <DataTable
      list="users"
      label={words.nav_users}
      rows={users}
      columns={[
        {
          id: 'person',
          title: words.users_person,
          sort: ({ name }) => name,
          cell: ({ id, name, email_address }) => (
            <span>
              <Link className={classes.name} to="/settings/users/$user_id" params={{ user_id: id }}>
                {name}
              </Link>
              {id === person.id && <span className={classes.small}> ({words.users_you})</span>}
              <br />
              <span className={classes.small}>{email_address}</span>
            </span>
          ),
        },
        { id: 'roles', phone: 'below', title: words.users_role, cell: (user) => <Roles user={user} /> },
        {
          id: 'two_step',
          title: words.users_two_step,
          cell: ({ invited, two_step }) =>
            invited ? '–' : two_step ? words.users_two_step_on : words.users_two_step_off,
        },
        {
          id: 'last_sign_in',
          phone: 'beside',
          title: words.users_last_sign_in,
          sort: ({ last_sign_in_at }) => last_sign_in_at ?? '',
          cell: ({ invited, last_sign_in_at }) =>
            invited ? words.users_invited_short : <Moment at={last_sign_in_at} />,
        },
      ]}
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
