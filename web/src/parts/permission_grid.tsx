import { Button, Checkbox } from '@mantine/core'
import { useId } from 'react'
import { fill } from '../words/fill.ts'
import { familyRows, sayPermission } from '../words/say_permission.ts'
import { useWords } from '../words/words.tsx'
import classes from './permission_grid.module.css'

type PermissionGridProps = {
  offered: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  label: string
  problem?: string | null
}

/** Which permissions are given: a row for each family, reading and writing beside each other. */
export function PermissionGrid({ offered, chosen, onChange, label, problem }: PermissionGridProps) {
  const { words } = useWords()
  const problem_id = useId()
  const toggle = (permission: string): void =>
    onChange(chosen.includes(permission) ? chosen.filter((one) => one !== permission) : [...chosen, permission])
  const cell = (permission: string | null, kind: string) =>
    permission === null ? (
      <span className={classes.none} aria-hidden="true" />
    ) : (
      <div className={classes.cell}>
        <span className={classes.kind} aria-hidden="true">
          {kind}
        </span>
        <Checkbox
          size="sm"
          label={sayPermission(permission, words)}
          value={permission}
          checked={chosen.includes(permission)}
          onChange={() => toggle(permission)}
          {...(problem ? { 'aria-invalid': true, 'aria-describedby': problem_id } : {})}
        />
      </div>
    )
  return (
    <fieldset className={classes.grid} data-failed={problem ? true : undefined}>
      <legend className={classes.legend}>{label}</legend>
      <Quick offered={offered} chosen={chosen} onChange={onChange} />
      <div className={classes.head} aria-hidden="true">
        <span>{words.permissions_family}</span>
        <span>{words.permissions_read}</span>
        <span>{words.permissions_write}</span>
      </div>
      {familyRows(offered, words).map(({ family, name, read, write }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of a grid in every browser.
        <div key={family} className={classes.row} role="group" aria-label={name}>
          <span className={classes.family}>{name}</span>
          {cell(read, words.permissions_read)}
          {cell(write, words.permissions_write)}
        </div>
      ))}
      {problem && (
        <p id={problem_id} className={classes.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}

type QuickProps = Pick<PermissionGridProps, 'offered' | 'chosen' | 'onChange'>

/** Many at once, for whoever does not want to choose one by one. */
function Quick({ offered, chosen, onChange }: QuickProps) {
  const { words } = useWords()
  const add = (kind: string): void =>
    onChange([...new Set([...chosen, ...offered.filter((permission) => permission.endsWith(`:${kind}`))])])
  const given = chosen.filter((permission) => offered.includes(permission)).length
  return (
    <div className={classes.quick}>
      <Button size="compact-sm" variant="default" onClick={() => add('read')}>
        {words.permissions_all_read}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => add('write')}>
        {words.permissions_all_write}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onChange([])}>
        {words.permissions_none}
      </Button>
      <span className="hint" role="status">
        {fill(words.permissions_chosen, { count: given, total: offered.length })}
      </span>
    </div>
  )
}
