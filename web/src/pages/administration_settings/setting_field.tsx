import { Checkbox, ColorInput, NativeSelect, Switch, TextInput } from '@mantine/core'
import type { Setting } from '../../api/types.ts'
import { EntriesField } from '../../parts/entries_field.tsx'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import type { FormValue } from './setting_values.ts'
import classes from './settings.module.css'

type SettingFieldProps = {
  setting: Setting
  value: FormValue
  onChange: (value: FormValue) => void
  problem: string | null
}

/** The field for a setting, by its kind alone: a new setting of a known kind needs nothing here. */
export function SettingField({ setting, value, onChange, problem }: SettingFieldProps) {
  const { words } = useWords()
  const { name, kind, options, may_change } = setting
  const label = words[`setting_${name}`]
  const description = words[`setting_${name}_hint`]
  const common = { name, label, description, disabled: !may_change, error: problem }
  if (kind === 'switch') {
    return <Switch {...common} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
  }
  if (kind === 'choices') {
    const chosen = Array.isArray(value) ? [...value] : []
    return (
      <Checkbox.Group {...common} value={chosen} onChange={onChange}>
        <div className={classes.choices}>
          {options.map((option) => (
            <Checkbox key={option} value={option} label={sayOption(words, name, option)} disabled={!may_change} />
          ))}
        </div>
      </Checkbox.Group>
    )
  }
  const text = { ...common, value: String(value), onChange: (event: Typed) => onChange(event.currentTarget.value) }
  if (kind === 'choice') {
    const data = options.map((option) => ({ value: option, label: sayOption(words, name, option) }))
    return <NativeSelect {...text} data={data} className={classes.short} />
  }
  if (kind === 'colour')
    return (
      <ColorInput
        {...common}
        value={String(value)}
        onChange={onChange}
        className={classes.short}
        withEyeDropper={false}
      />
    )
  if (kind === 'days' || kind === 'email_addresses') return <EntriesField {...text} problem={null} />
  return <TextInput {...text} {...inputs[kind]} className={classes.short} autoComplete="off" />
}

type Typed = { currentTarget: { value: string } }

/** What a text field of each kind tells the browser. */
const inputs = {
  integer: { inputMode: 'numeric' },
  amount: { inputMode: 'decimal' },
  time: { type: 'time' },
  email_address: { type: 'email', autoCapitalize: 'none', spellCheck: false },
  text: {},
} as const

/** An option in words; one that is newer than the words keeps its name. */
function sayOption(words: Words, name: string, option: string): string {
  const key = `setting_${name}_${option}`
  return key in words ? words[key as keyof Words] : option.replaceAll('_', ' ')
}
