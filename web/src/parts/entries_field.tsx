import { Textarea } from '@mantine/core'
import { fill } from '../words/fill.ts'
import { useWords } from '../words/words.tsx'
import { entries_max, readEntries } from './entries.ts'

type EntriesFieldProps = {
  label: string
  description: string
  name: string
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
  error: string | null
  /** Looks at the text while it is typed. */
  problem: string | null
}

/** A list with one entry on each line. */
export function EntriesField({ label, description, problem, error, ...field }: EntriesFieldProps) {
  const { words } = useWords()
  const count = readEntries(field.value).length
  return (
    <div>
      <Textarea
        {...field}
        label={label}
        description={description}
        error={problem ?? error}
        rows={Math.min(Math.max(field.value.split('\n').length + 1, 3), 12)}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      {count > 0 && <span className="hint">{fill(words.entries_count, { count, max: entries_max })}</span>}
    </div>
  )
}
