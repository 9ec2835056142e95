import { SegmentedControl } from '@mantine/core'
import { language_names } from '../words/languages.ts'
import { useWords } from '../words/words.tsx'

/** Chooses the language of the interface. */
export function LanguageSwitch() {
  const { language, words, speak } = useWords()
  return (
    <SegmentedControl
      size="xs"
      aria-label={words.choose_language}
      value={language}
      onChange={(name) => void speak(name)}
      data={language_names.map((name) => ({ value: name, label: name.toUpperCase() }))}
    />
  )
}
