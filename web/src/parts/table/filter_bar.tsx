import { Menu, TextInput, UnstyledButton } from '@mantine/core'
import { Fragment, useRef } from 'react'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import { useKeys } from '../use_keys.ts'
import classes from './filter_bar.module.css'
import { useSearchText } from './use_search_text.ts'

type SearchFieldProps = { hint: string; text: string; onSearch: (text: string) => void }

/** Searches while somebody writes, as soon as there is a pause. / leads here from everywhere. */
export function SearchField({ hint, text, onSearch }: SearchFieldProps) {
  const { words } = useWords()
  const field = useRef<HTMLInputElement>(null)
  const { written, setWritten } = useSearchText(text, onSearch)
  useKeys({ '/': [words.search_label, () => field.current?.focus()] })
  return (
    <TextInput
      ref={field}
      className={classes.search}
      type="search"
      aria-label={words.search_label}
      placeholder={hint}
      leftSection={<Icon name="search" size={16} />}
      rightSection={<kbd>/</kbd>}
      value={written}
      onChange={({ currentTarget }) => setWritten(currentTarget.value)}
    />
  )
}

type ChipProps = { children: string; count?: number | undefined; chosen: boolean; onToggle: () => void }

/** One thing that a list can be narrowed down to, and how much would be left. */
export function Chip({ children, count, chosen, onToggle }: ChipProps) {
  return (
    <UnstyledButton className={classes.chip} data-chosen={chosen || undefined} aria-pressed={chosen} onClick={onToggle}>
      {children}
      {count !== undefined && !chosen && <span className={classes.count}>{count}</span>}
      {chosen && <Icon name="close" size={13} />}
    </UnstyledButton>
  )
}

type MoreFiltersProps = {
  /** What is chosen of; a filter, unless said. */
  label?: string
  /** Those of one group stand together, below its name. */
  choices: readonly { id: string; label: string; group?: string }[]
  onChoose: (id: string) => void
}

/** What else there is to narrow a list down to. */
export function MoreFilters({ label: name, choices, onChoose }: MoreFiltersProps) {
  const { words } = useWords()
  if (choices.length === 0) return null
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.more}>
          <Icon name="plus" size={13} />
          {name ?? words.table_filter}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.choices}>
        {choices.map(({ id, label, group }, place) => (
          <Fragment key={id}>
            {group && group !== choices[place - 1]?.group && <Menu.Label>{group}</Menu.Label>}
            <Menu.Item onClick={() => onChoose(id)}>{label}</Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type MarkChipsProps<Mark extends string> = {
  marks: readonly Mark[]
  /** Those that are chosen. */
  named: readonly Mark[]
  counts: readonly { mark: Mark; count: number }[] | undefined
  label: (mark: Mark) => string
  onChange: (named: readonly Mark[]) => void
}

/** What a list can be narrowed down to, several at once. */
export function MarkChips<Mark extends string>({ marks, named, counts, label, onChange }: MarkChipsProps<Mark>) {
  const known = new Map(counts?.map(({ mark, count }) => [mark, count]))
  const toggle = (mark: Mark): void =>
    onChange(named.includes(mark) ? named.filter((one) => one !== mark) : [...named, mark])
  return marks.map((mark) => (
    <Chip key={mark} count={known.get(mark)} chosen={named.includes(mark)} onToggle={() => toggle(mark)}>
      {label(mark)}
    </Chip>
  ))
}
