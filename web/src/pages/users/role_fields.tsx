import { NativeSelect, Radio } from '@mantine/core'
import { useId } from 'react'
import { type CompanyRole, company_roles, type Named } from '../../api/types.ts'
import { useWords } from '../../words/words.tsx'
import classes from './users.module.css'

/** What a person may do: a role for the whole company, and roles in single administrations by their id. */
export type Roles = { company_role: CompanyRole | null; by_administration: Readonly<Record<string, CompanyRole>> }

type RoleFieldsProps = {
  roles: Roles
  onChange: (roles: Roles) => void
  administrations: readonly Named[]
  problem: string | null
}

export function RoleFields({ roles, onChange, administrations, problem }: RoleFieldsProps) {
  const { words } = useWords()
  const name = useId()
  const problem_id = useId()
  const choices = [...company_roles, null]
  return (
    <>
      <fieldset className={classes.role_list}>
        <legend>{words.user_company_role}</legend>
        <span className="hint">{words.user_company_role_hint}</span>
        <div className={classes.choices}>
          {choices.map((role) => (
            <Radio
              key={role ?? 'none'}
              name={name}
              label={words[`role_${role ?? 'none'}`]}
              description={words[`role_${role ?? 'none'}_sentence`]}
              checked={roles.company_role === role}
              onChange={() => onChange({ ...roles, company_role: role })}
              {...(problem ? { 'aria-invalid': true, 'aria-describedby': problem_id } : {})}
            />
          ))}
        </div>
        {problem && (
          <p id={problem_id} className={classes.problem}>
            {problem}
          </p>
        )}
      </fieldset>
      {/* An administrator of the company may do everything everywhere already. */}
      {roles.company_role !== 'administrator' && administrations.length > 0 && (
        <SingleRoles
          roles={roles.by_administration}
          onChange={(by_administration) => onChange({ ...roles, by_administration })}
          administrations={administrations}
        />
      )}
    </>
  )
}

type SingleRolesProps = {
  roles: Roles['by_administration']
  onChange: (roles: Roles['by_administration']) => void
  administrations: readonly Named[]
}

function SingleRoles({ roles, onChange, administrations }: SingleRolesProps) {
  const { words } = useWords()
  const choices = [
    { value: '', label: words.role_none },
    ...company_roles.map((role) => ({ value: role, label: words[`role_${role}`] })),
  ]
  const setRole = (id: string, wanted: string): void => {
    const { [id]: _before, ...others } = roles
    const role = company_roles.find((one) => one === wanted)
    onChange(role === undefined ? others : { ...others, [id]: role })
  }
  return (
    <fieldset className={classes.role_list}>
      <legend>{words.user_administrations}</legend>
      <span className="hint">{words.user_administrations_hint}</span>
      <ul className={classes.administrations}>
        {administrations.map(({ id, name }) => (
          <li key={id} className={classes.administration}>
            <span aria-hidden="true">{name}</span>
            <NativeSelect
              aria-label={name}
              value={roles[id] ?? ''}
              data={choices}
              onChange={(event) => setRole(id, event.currentTarget.value)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** The same as the console takes it. */
export function bodyOfRoles({ company_role, by_administration }: Roles) {
  return {
    company_role,
    administrations:
      company_role === 'administrator'
        ? []
        : Object.entries(by_administration).map(([administration_id, role]) => ({ administration_id, role })),
  }
}

export const hasReach = ({ company_role, by_administration }: Roles): boolean =>
  company_role !== null || Object.keys(by_administration).length > 0
