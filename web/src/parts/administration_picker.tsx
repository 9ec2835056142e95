import { Checkbox, Radio, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { Named } from '../api/types.ts'
import { useWords } from '../words/words.tsx'
import classes from './administration_picker.module.css'

export type Reach = { all: boolean; ids: string[] }

type AdministrationPickerProps = {
  administrations: readonly Named[]
  reach: Reach
  onChange: (reach: Reach) => void
  label: string
  may_grant_all: boolean
  problem?: string | null
}

const searchable_from = 9

/** In which administrations something holds: in all, also later ones, or in those that are ticked. */
export function AdministrationPicker(props: AdministrationPickerProps) {
  const { administrations, reach, onChange, label, may_grant_all, problem } = props
  const { words } = useWords()
  const problem_id = useId()
  const name = useId()
  const picked = !reach.all || !may_grant_all
  return (
    <fieldset className={classes.picker}>
      <legend className={classes.legend}>{label}</legend>
      {may_grant_all && (
        <div className={classes.kinds}>
          <Radio
            name={name}
            label={words.consent_all}
            checked={reach.all}
            onChange={() => onChange({ ...reach, all: true })}
          />
          <Radio
            name={name}
            label={words.consent_chosen}
            checked={!reach.all}
            onChange={() => onChange({ ...reach, all: false })}
          />
        </div>
      )}
      {picked && (
        <Choices
          administrations={administrations}
          ids={reach.ids}
          onChange={(ids) => onChange({ all: false, ids })}
          described_by={problem ? problem_id : null}
        />
      )}
      {problem && (
        <p id={problem_id} className={classes.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}

type ChoicesProps = {
  administrations: readonly Named[]
  ids: string[]
  onChange: (ids: string[]) => void
  described_by: string | null
}

function Choices({ administrations, ids, onChange, described_by }: ChoicesProps) {
  const { words } = useWords()
  const [wanted, setWanted] = useState('')
  const searchable = administrations.length >= searchable_from
  const shown = administrations.filter((one) => one.name.toLowerCase().includes(wanted.trim().toLowerCase()))
  const toggle = (id: string): void => onChange(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
  return (
    <div className={classes.choices}>
      {searchable && (
        <TextInput
          size="xs"
          aria-label={words.search}
          placeholder={words.search}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      <ul className={classes.list}>
        {shown.map(({ id, name }) => (
          <li key={id}>
            <Checkbox
              size="sm"
              label={name}
              checked={ids.includes(id)}
              onChange={() => toggle(id)}
              {...(described_by ? { 'aria-invalid': true, 'aria-describedby': described_by } : {})}
            />
          </li>
        ))}
        {shown.length === 0 && <li className="hint">{words.nothing_found}</li>}
      </ul>
    </div>
  )
}
