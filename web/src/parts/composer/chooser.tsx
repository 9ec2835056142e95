import { Button, Combobox, useCombobox } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../words/words.tsx'
import { Icon, type IconName } from '../icons.tsx'
import { useKeys } from '../use_keys.ts'

export type Choice = { value: string; label: string; hint?: string | undefined }

type Props = {
  label: string
  icon: IconName
  /** The key that opens it, wherever nobody types. */
  shortcut: string
  choices: readonly Choice[]
  onChoose: (value: string) => void
}

/** A button that opens a list, in which what is typed finds the entry, and Enter takes the first. */
export function Chooser({ label, icon, shortcut, choices, onChoose }: Props) {
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
  useKeys({ [shortcut]: () => combobox.openDropdown() })
  return (
    <Combobox
      store={combobox}
      position="top-start"
      width={320}
      onOptionSubmit={(value) => {
        combobox.closeDropdown()
        onChoose(value)
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <Button
          variant="subtle"
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          leftSection={<Icon name={icon} size={16} />}
          rightSection={<kbd>{shortcut.toUpperCase()}</kbd>}
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
            setText(event.currentTarget.value)
            // The list is another one after this was drawn.
            setTimeout(() => combobox.selectFirstOption())
          }}
        />
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }} aria-label={label}>
          {found.length === 0 && <Combobox.Empty>{words.composer_none_found}</Combobox.Empty>}
          {found.map((one) => (
            <Combobox.Option key={one.value} value={one.value}>
              {one.label} {one.hint && <span className="hint">{one.hint}</span>}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
