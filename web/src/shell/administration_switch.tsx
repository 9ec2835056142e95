import { Combobox, useCombobox, VisuallyHidden } from '@mantine/core'
import { Link, useMatches, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Icon } from '../parts/icons.tsx'
import { Mark } from '../parts/mark.tsx'
import { rememberAdministration } from '../session/last_administration.ts'
import { useSignedIn } from '../session/signed_in.ts'
import { useWords } from '../words/words.tsx'
import classes from './administration_switch.module.css'
import { samePlace } from './same_place.ts'
import { useShownAdministration } from './use_shown_administration.ts'

const searchable_from = 8
/** The value of the last choice, which opens nothing that is there already. */
const add = 'new'

const NewSandbox = lazy(async () => ({ default: (await import('../parts/sandbox/new_sandbox.tsx')).NewSandbox }))

/** The administration that somebody works in; another one opens the list that one is on. */
export function AdministrationSwitch() {
  const { administrations, company, person } = useSignedIn()
  const { administration_id } = useParams({ strict: false })
  const shown = useShownAdministration()
  const current = administrations.find(({ id }) => id === shown)
  useEffect(() => {
    if (shown !== undefined && shown === administration_id) rememberAdministration(shown)
  }, [administration_id, shown])
  const names = (
    <>
      <Mark size={28} />
      <span className={classes.names}>
        <span className={classes.name}>{current?.name ?? 'Dunlin'}</span>
        <span className={classes.company}>{company?.name}</span>
      </span>
    </>
  )
  const may_add = person.company_role === 'administrator' && shown !== undefined
  if (administrations.length < 2 && !may_add) {
    return (
      <Link to="/" className={classes.switch}>
        {names}
      </Link>
    )
  }
  return (
    <Choice shown={shown} may_add={may_add}>
      {names}
    </Choice>
  )
}

type ChoiceProps = { shown: string | undefined; may_add: boolean; children: React.ReactNode }

function Choice({ shown, may_add, children }: ChoiceProps) {
  const { words } = useWords()
  const { administrations } = useSignedIn()
  const navigate = useNavigate()
  const matches = useMatches()
  const [text, setText] = useState('')
  const [adding, setAdding] = useState(false)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const open = (id: string): void => {
    const wanted = administrations.find((one) => one.id === id)
    combobox.closeDropdown()
    setText('')
    if (id === add) setAdding(true)
    if (wanted) void navigate(samePlace(matches.at(-1), wanted))
  }
  const searchable = administrations.length >= searchable_from
  const found = administrations.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <Combobox store={combobox} onOptionSubmit={open} width="target" position="bottom-start">
      <Combobox.Target targetType="button">
        <button type="button" className={classes.switch} onClick={() => combobox.toggleDropdown()}>
          <VisuallyHidden>{words.administration}: </VisuallyHidden>
          {children}
          <Icon name="updown" size={12} />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        {searchable && (
          <Combobox.Search
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            placeholder={words.search}
            aria-label={words.search}
          />
        )}
        <Combobox.Options className={classes.options} aria-label={words.administration}>
          {found.length === 0 && <Combobox.Empty>{words.nothing_found}</Combobox.Empty>}
          {found.map(({ id, name }) => (
            <Combobox.Option key={id} value={id} active={id === shown} className={classes.option}>
              {name}
              {id === shown && <Icon name="check" size={16} />}
            </Combobox.Option>
          ))}
          {may_add && (
            <Combobox.Option value={add} className={classes.add}>
              <Icon name="sandbox" size={16} />
              {words.new_sandbox}…
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
      {adding && shown && (
        <Suspense>
          <NewSandbox opened onClose={() => setAdding(false)} like_id={shown} />
        </Suspense>
      )}
    </Combobox>
  )
}
