import { Button } from '@mantine/core'
import type { LetterText } from '../../api/outbox.ts'
import { Moment } from '../../parts/moment.tsx'
import record from '../../parts/records/record.module.css'
import { Section } from '../../parts/section.tsx'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'

type Version = LetterText['versions'][number]
type Props = { versions: readonly Version[]; onUse: ((version: Version) => void) | null }

/** The versions of a text, the newest first; an older one can be put back into the editor. */
export function TextVersions({ versions, onUse }: Props) {
  const { words } = useWords()
  if (versions.length === 0) return null
  return (
    <Section title={words.letters_versions}>
      <ol className={record.entries}>
        {versions.map((one) => (
          <li key={one.version} className={record.entry}>
            <div className={record.entry_top}>
              <span className={record.entry_name}>
                {fill(words.letters_version, { version: one.version })}
                {one.house && ` · ${words.letters_house}`}
              </span>
              <span className={record.when}>
                <Moment at={one.created_at} />
              </span>
            </div>
            <p className={record.small}>{one.written_by ?? '–'}</p>
            <p className={record.text}>{one.subject}</p>
            {onUse && (
              <Button size="compact-xs" variant="default" onClick={() => onUse(one)}>
                {words.letters_use_version}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}
