import { Modal, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../../parts/icons.tsx'
import { useAdministration } from '../../session/use_administration.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import type { Choice } from './choice.ts'
import { Line } from './line.tsx'
import classes from './palette.module.css'
import { useChoices } from './use_choices.ts'

type Props = {
  administration_id: string
  /** What was typed before this was there. */
  early: { readonly current: string }
  onClose: () => void
}

const groups = ['do', 'debtors', 'invoices', 'go'] as const

/** One field from which everything is found, opened and done. */
export function Palette({ administration_id, early, onClose }: Props) {
  const { words } = useWords()
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size={660}
      padding={0}
      yOffset={96}
      radius={10}
      attributes={{ content: { 'aria-label': words.find_or_do } }}
      transitionProps={{ duration: 0 }}
    >
      <Field administration_id={administration_id} early={early} onClose={onClose} />
    </Modal>
  )
}

function Field({ administration_id, early, onClose }: Props) {
  const { words } = useWords()
  const name = useAdministration(administration_id)?.name ?? ''
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed, 120)
  const { choices, searching, answered } = useChoices(administration_id, settled)
  const [chosen, setChosen] = useState(0)
  const list = useId()
  const choose = useChoose(onClose)
  const current = Math.min(chosen, choices.length - 1)
  const field = useRef<HTMLInputElement>(null)
  // From the moment it is seen everything typed goes there; the dialog alone would see to that a little later.
  useLayoutEffect(() => {
    setTyped(early.current)
    field.current?.focus()
  }, [early])
  useEffect(() => {
    document.getElementById(`${list}-${choices[current]?.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [choices, current, list])

  const onKeyDown = (event: KeyboardEvent): void => {
    const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (steps !== undefined && choices.length > 0) {
      event.preventDefault()
      setChosen((current + steps + choices.length) % choices.length)
    }
    // What is typed last may not be found yet, and nobody does something with what was found for anything else.
    const choice = choices[current]
    if (event.key === 'Enter' && choice && typed === settled && answered) choose(choice, event.ctrlKey || event.metaKey)
  }
  return (
    <>
      <div className={classes.top}>
        <Icon name="search" size={20} />
        <input
          ref={field}
          className={classes.field}
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={choices[current] && `${list}-${choices[current].id}`}
          aria-label={words.find_or_do}
          placeholder={words.palette_hint}
          autoComplete="off"
          maxLength={100}
          data-autofocus
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
        <span className={classes.where}>{fill(words.palette_in, { name })}</span>
        <kbd>Esc</kbd>
      </div>
      <div id={list} role="listbox" aria-label={words.palette_found} className={classes.list}>
        {groups.map((group) => (
          <Group key={group} group={group} of={choices.filter((one) => one.group === group)}>
            {(choice) => (
              <Line
                key={choice.id}
                id={`${list}-${choice.id}`}
                choice={choice}
                sought={settled}
                current={choice === choices[current]}
                onHover={() => setChosen(choices.indexOf(choice))}
                onChoose={(other_tab) => choose(choice, other_tab)}
              />
            )}
          </Group>
        ))}
      </div>
      {choices.length === 0 && !searching && <p className={classes.nothing}>{words.palette_nothing}</p>}
      <div className={classes.foot} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {words.palette_choose}
        </span>
        <span>
          <kbd>⏎</kbd> {words.palette_do}
        </span>
        <span>
          <kbd>Ctrl</kbd> <kbd>⏎</kbd> {words.palette_other_tab}
        </span>
        <span className={classes.mistakes}>{words.palette_mistakes}</span>
      </div>
      <VisuallyHidden role="status">{fill(words.palette_count, { count: choices.length })}</VisuallyHidden>
    </>
  )
}

/** Goes there or does it, and is out of the way at once. */
function useChoose(onClose: () => void) {
  const navigate = useNavigate()
  return ({ href, hash, act }: Choice, other_tab: boolean): void => {
    onClose()
    if (act) act()
    else if (href?.startsWith('tel:')) window.location.assign(href)
    else if (href && other_tab) window.open(hash ? `${href}#${hash}` : href, '_blank', 'noopener')
    else if (href) void navigate({ to: href, ...(hash ? { hash } : {}) })
  }
}

type GroupProps = {
  group: (typeof groups)[number]
  of: readonly Choice[]
  children: (choice: Choice) => React.ReactNode
}

function Group({ group, of, children }: GroupProps) {
  const { words } = useWords()
  if (of.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a list of options is no set of fields.
    <div role="group" aria-label={words[`palette_group_${group}`]}>
      <div className={classes.group} aria-hidden="true">
        {words[`palette_group_${group}`]}
      </div>
      {of.map((choice) => (
        <Fragment key={choice.id}>{children(choice)}</Fragment>
      ))}
    </div>
  )
}
