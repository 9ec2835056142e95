import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useWords } from '../../words/words.tsx'
import classes from './flows.module.css'

type NumberFieldProps = {
  label: string
  value: number | null
  onChange: (value: number | null) => void
  /** Whether it may be left empty. */
  may_be_empty?: boolean
  /** Whether the label is only for those who cannot see where the field stands. */
  shown_label?: boolean
  disabled: boolean
  problem: string | null
  /** Whether the problem is said elsewhere, and the field is only marked. */
  said_below?: boolean
}

/** A whole number of days; the arrows count up and down. What is no number is kept here until it is one. */
export function NumberField({
  label,
  value,
  onChange,
  may_be_empty = false,
  shown_label = false,
  said_below = false,
  ...rest
}: NumberFieldProps) {
  const { words } = useWords()
  const [typed, setTyped] = useState(sayValue(value))
  useEffect(() => {
    setTyped((before) => (readNumber(before) === value ? before : sayValue(value)))
  }, [value])
  const number = readNumber(typed)
  const wrong = number === undefined || (number === null && !may_be_empty)
  const type = (text: string): void => {
    setTyped(text)
    const read = readNumber(text)
    if (read !== undefined && (read !== null || may_be_empty)) onChange(read)
  }
  const count = (event: KeyboardEvent): void => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined || rest.disabled) return
    event.preventDefault()
    type(String((number ?? 0) + by))
  }
  return (
    <TextInput
      className={classes.number}
      {...(shown_label ? { label } : { 'aria-label': label })}
      size="xs"
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      disabled={rest.disabled}
      error={wrong ? words.problem_whole_number : said_below ? rest.problem !== null : rest.problem}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={count}
    />
  )
}

const sayValue = (value: number | null): string => (value === null ? '' : String(value))

/** Null when nothing is typed, undefined when it is no number. */
function readNumber(text: string): number | null | undefined {
  const plain = text.trim().replace('−', '-')
  if (plain === '') return null
  return /^-?\d{1,3}$/.test(plain) ? Number(plain) : undefined
}
