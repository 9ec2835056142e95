import { Checkbox, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import classes from './event_picker.module.css'

/** Which events: all there are and will be, or these. */
export type ChosenEvents = { every: boolean; names: readonly string[] }

type Families = { readonly [family: string]: readonly string[] }

type EventPickerProps = {
  offered: Families
  chosen: ChosenEvents
  onChange: (chosen: ChosenEvents) => void
  problem?: string | null
}

/** Chooses events: all, those of a family, or one by one. */
export function EventPicker({ offered, chosen, onChange, problem }: EventPickerProps) {
  const { words } = useWords()
  const problem_id = useId()
  const marked = problem ? { 'aria-invalid': true, 'aria-describedby': problem_id } : {}
  return (
    <fieldset className={classes.picker}>
      <legend className={classes.legend}>{words.webhook_events}</legend>
      <Checkbox
        label={words.webhook_events_every}
        checked={chosen.every}
        onChange={({ currentTarget }) => onChange({ ...chosen, every: currentTarget.checked })}
        {...marked}
      />
      {!chosen.every && (
        <Some offered={offered} names={chosen.names} onChange={(names) => onChange({ every: false, names })} />
      )}
      {problem && (
        <p id={problem_id} className={classes.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}

type SomeProps = { offered: Families; names: readonly string[]; onChange: (names: string[]) => void }

function Some({ offered, names, onChange }: SomeProps) {
  const { words } = useWords()
  const [searched, setSearched] = useState('')
  const found = Object.entries(offered).flatMap(([family, all]) => {
    const matching = all.filter((name) => isLike(words, family, name, searched))
    return matching.length > 0 ? [{ family, all: matching }] : []
  })
  const set = (some: readonly string[], wanted: boolean): void =>
    onChange(wanted ? [...new Set([...names, ...some])] : names.filter((name) => !some.includes(name)))
  const total = Object.values(offered).flat().length
  return (
    <>
      <div className={classes.tools}>
        <TextInput
          className={classes.search}
          type="search"
          aria-label={words.webhook_events_search}
          placeholder={words.webhook_events_search}
          value={searched}
          onChange={({ currentTarget }) => setSearched(currentTarget.value)}
          // Whoever looks for an event is not done with the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <span className="hint" role="status">
          {fill(words.webhook_events_chosen, { count: names.length, total })}
        </span>
      </div>
      <div className={classes.families}>
        {found.length === 0 && <p className={`hint ${classes.nothing}`}>{words.webhook_events_none_found}</p>}
        {found.map(({ family, all }) => (
          <Family key={family} family={family} all={all} names={names} onSet={set} />
        ))}
      </div>
    </>
  )
}

type FamilyProps = {
  family: string
  all: readonly string[]
  names: readonly string[]
  onSet: (some: readonly string[], wanted: boolean) => void
}

function Family({ family, all, names, onSet }: FamilyProps) {
  const { words } = useWords()
  const name = sayType(words, 'type', family)
  const count = all.filter((one) => names.includes(one)).length
  return (
    // biome-ignore lint/a11y/useSemanticElements: the fieldset around it is what the form asks for.
    <div className={classes.family} role="group" aria-label={name}>
      <Checkbox
        className={classes.whole}
        label={name}
        checked={count === all.length}
        indeterminate={count > 0 && count < all.length}
        onChange={({ currentTarget }) => onSet(all, currentTarget.checked)}
      />
      <div className={classes.events}>
        {all.map((one) => (
          <Checkbox
            key={one}
            size="sm"
            label={sayType(words, 'event', one)}
            description={<code>{one}</code>}
            checked={names.includes(one)}
            onChange={({ currentTarget }) => onSet([one], currentTarget.checked)}
          />
        ))}
      </div>
    </div>
  )
}

/** Whether an event, as it is called here or in the interface, or what it is about, is what somebody looks for. */
function isLike(words: Words, family: string, name: string, searched: string): boolean {
  const said = [name, name.replaceAll('_', ' '), sayType(words, 'event', name), sayType(words, 'type', family)]
  const wanted = searched.trim().toLowerCase()
  return said.some((one) => one.toLowerCase().includes(wanted))
}
