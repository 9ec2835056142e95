import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { letterTextsQuery } from '../../api/outbox.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { DataTable } from '../../parts/table/data_table.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { fill } from '../../words/fill.ts'
import { sayCode } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import classes from './letters.module.css'

const route = getRouteApi('/signed_in/administrations/$administration_id/letter_texts')

type Text = { language_code: string; version: number; own: boolean }
type Row = { id: string; texts: Text[] }

/** Every text of letters, by step, with the languages in which the administration wrote its own. */
export function LetterTextsPage() {
  const { administration_id } = route.useParams()
  const { words } = useWords()
  const query = useQuery(letterTextsQuery(administration_id))
  const by_step = Map.groupBy(query.data?.texts ?? [], ({ step }) => step)
  const rows: Row[] = [...by_step].map(([id, texts]) => ({ id, texts }))
  const columns: Column<Row>[] = [
    {
      id: 'step',
      title: words.letters_step,
      cell: ({ id }) => (
        <Link
          className="link"
          to="/administrations/$administration_id/letter_texts/$step"
          params={{ administration_id, step: id }}
        >
          {sayType(words, 'step', id)}
        </Link>
      ),
    },
    {
      id: 'languages',
      phone: 'below',
      title: words.letters_languages,
      cell: ({ id, texts }) => <Languages administration_id={administration_id} step={id} texts={texts} />,
    },
  ]
  return (
    <WithinReach administration_id={administration_id}>
      <BackLink>
        <Link to="/administrations/$administration_id/letters" params={{ administration_id }}>
          {words.nav_letters}
        </Link>
      </BackLink>
      <PageHeading title={words.letters_texts} sentence={words.letters_texts_sentence} />
      <Listing query={query} count={rows.length} expected={9}>
        <DataTable list="letter_texts" label={words.letters_texts} rows={rows} columns={columns} />
      </Listing>
    </WithinReach>
  )
}

type LanguagesProps = { administration_id: string; step: string; texts: readonly Text[] }

function Languages({ administration_id, step, texts }: LanguagesProps) {
  const { words, language } = useWords()
  return (
    <span className={classes.languages}>
      {texts.map(({ language_code, own, version }) => (
        <Link
          key={language_code}
          className={`link ${own ? classes.own : ''}`}
          to="/administrations/$administration_id/letter_texts/$step"
          params={{ administration_id, step }}
          search={{ language: language_code }}
        >
          {sayCode(language_code, 'language', language)}
          {own && ` (${fill(words.letters_version, { version })})`}
        </Link>
      ))}
    </span>
  )
}
