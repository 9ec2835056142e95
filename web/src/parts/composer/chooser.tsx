import { Button, Combobox, useCombobox } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../words/words.tsx'
import { Icon, type IconName } from '../icons.tsx'
import { type Key, useKeys } from '../use_keys.ts'

export type Choice = { value: string; label: string; hint?: string | undefined }

type Props = {
  label: string
  icon: IconName
  /** The key that opens it, wherever nobody types; none where the page needs its keys. */
  shortcut: string | undefined
  choices: readonly Choice[]
  /** Whether a figure chooses as long as nothing else is typed; not where entries begin with figures. */
  numbered?: boolean
  /** Whether it stands among the buttons of a page, and opens below. */
  outlined?: boolean
  onChoose: (value: string) => void
}

/** A button that opens a list, in which what is typed finds the entry, and Enter takes the first. */
export function Chooser(props: Props) {
  const { label, icon, shortcut, choices, numbered = false, outlined = false, onChoose } = props
  const { words } = useWords()
  const [text, setText] = useState('')
  const combobox = useCombobox({
    onDropdownOpen: () => {
      combobox.focusSearchInput()
      combobox.selectFirstOption()
    },
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setText('')
    },
  })
  const wanted = text.trim().toLowerCase()
  const found = choices.filter((one) => `${one.label} ${one.hint ?? ''}`.toLowerCase().includes(wanted))
  const take = (value: string): void => {
    combobox.closeDropdown()
    onChoose(value)
  }
  // A figure that is pressed before the list has the keyboard chooses as well.
  const figures = choices.slice(0, 9).map(({ value }, at): [string, Key] => {
    return [String(at + 1), [null, () => take(value)]]
  })
  useKeys({
    ...(shortcut && { [shortcut]: [label, () => combobox.openDropdown()] }),
    ...(numbered && combobox.dropdownOpened && Object.fromEntries(figures)),
  })
  return (
    <Combobox store={combobox} position={outlined ? 'bottom-end' : 'top-start'} width={320} onOptionSubmit={take}>
      <Combobox.Target withAriaAttributes={false}>
        <Button
          variant={outlined ? 'default' : 'subtle'}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          leftSection={<Icon name={icon} size={16} />}
          rightSection={!shortcut ? undefined : <kbd>{shortcut.toUpperCase()}</kbd>}
          onClick={() => combobox.toggleDropdown()}
        >
          {label}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label={label}
          placeholder={words.composer_find}
          value={text}
          onChange={(event) => {
            const typed = event.currentTarget.value
            const numbered_choice = numbered && /^[1-9]$/.test(typed) ? choices[Number(typed) - 1] : undefined
            if (numbered_choice) {
              take(numbered_choice.value)
              return
            }
            setText(typed)
            // The list is another one after this was drawn.
            setTimeout(() => combobox.selectFirstOption())
          }}
        />
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }} aria-label={label}>
          {found.length === 0 && <Combobox.Empty>{words.composer_none_found}</Combobox.Empty>}
          {found.map((one, place) => (
            <Combobox.Option key={one.value} value={one.value}>
              {numbered && wanted === '' && place < 9 && <kbd>{place + 1}</kbd>} {one.label}{' '}
              {one.hint && <span className="hint">{one.hint}</span>}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
