import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lastRead } from '../../api/last_read.ts'
import { type LetterTextKey, letterTextQuery, letterTextsQuery } from '../../api/outbox.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { RecordFailed, WithinReach } from '../../parts/records/within_reach.tsx'
import { RowsLoading } from '../../parts/states.tsx'
import { useAdministration } from '../../session/use_administration.ts'
import { fill } from '../../words/fill.ts'
import { sayCode } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import classes from './letters.module.css'
import { TextEditor } from './text_editor.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/letter_texts/$step')

const languages = ['nl', 'en', 'de', 'fr'] as const satisfies LetterTextKey['language_code'][]

/** The text of a step in one language, with what it becomes beside it. */
export function LetterTextPage() {
  const { administration_id, step } = route.useParams()
  const { words, language: own_language } = useWords()
  const { language } = route.useSearch()
  const navigate = route.useNavigate()
  const language_code = languages.find((one) => one === language) ?? own_language
  return (
    <WithinReach administration_id={administration_id}>
      <BackLink>
        <Link to="/administrations/$administration_id/letter_texts" params={{ administration_id }}>
          {words.letters_texts}
        </Link>
      </BackLink>
      {/* The service refuses a step that has no text. */}
      <Loaded
        key={`${step} ${language_code}`}
        administration_id={administration_id}
        text_key={{ step: step as LetterTextKey['step'], language_code }}
        onLanguage={(value) => void navigate({ search: { language: value }, replace: true })}
      />
    </WithinReach>
  )
}

type LoadedProps = {
  administration_id: string
  text_key: LetterTextKey
  onLanguage: (language: string) => void
}

function Loaded({ administration_id, text_key, onLanguage }: LoadedProps) {
  const { words, language } = useWords()
  const text = useQuery(letterTextQuery(administration_id, text_key))
  const all = useQuery(letterTextsQuery(administration_id))
  const may_change = useAdministration(administration_id)?.role === 'administrator'
  const name = sayType(words, 'step', text_key.step)
  const failed = lastRead(text).error
  if (failed) return <RecordFailed error={failed} retry={() => void text.refetch()} />
  if (!text.data || !all.data) {
    return (
      <>
        <PageHeading title={name} />
        <RowsLoading />
      </>
    )
  }
  const { own, version } = text.data
  return (
    <>
      <PageHeading
        title={name}
        views={
          <div className={classes.head_views}>
            <SegmentedControl
              size="xs"
              aria-label={words.letters_language}
              value={text_key.language_code}
              onChange={onLanguage}
              data={languages.map((one) => ({ value: one, label: sayCode(one, 'language', language) }))}
            />
            <span className="hint">
              {own ? fill(words.letters_own_counts, { version }) : words.letters_house_counts}
            </span>
          </div>
        }
      />
      <TextEditor
        key={`${text_key.step} ${text_key.language_code}`}
        administration_id={administration_id}
        text={text.data}
        variables={all.data.variables}
        may_change={may_change}
      />
    </>
  )
}
