import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { importsQuery, type ShownImport } from '../../api/imports.ts'
import { ExampleFile } from '../../parts/imports/example_file.tsx'
import { FileDrop } from '../../parts/imports/file_drop.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useRole } from '../../session/use_role.ts'
import { counted } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import classes from './imports.module.css'

const route = getRouteApi('/signed_in/administrations/$administration_id/imports')

export function ImportsPage() {
  const { administration_id } = route.useParams()
  const { words } = useWords()
  const { may_work } = useRole(administration_id)
  return (
    <WithinReach administration_id={administration_id}>
      <PageHeading title={words.nav_imports} sentence={may_work ? words.import_sentence : undefined} />
      {may_work ? (
        <div className={classes.page}>
          <FileDrop administration_id={administration_id} />
          <Example />
          <Recent administration_id={administration_id} />
        </div>
      ) : (
        <Empty title={words.import_not_allowed}>{words.import_not_allowed_sentence}</Empty>
      )}
    </WithinReach>
  )
}

function Example() {
  const { words } = useWords()
  return (
    <Section title={words.import_example} sentence={words.import_example_sentence}>
      <Card>
        <div className="ways">
          <ExampleFile kind="xlsx" />
          <ExampleFile kind="csv" />
        </div>
      </Card>
    </Section>
  )
}

function Recent({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const recent = useQuery(importsQuery(administration_id))
  return (
    <Section title={words.import_recent} sentence={words.import_recent_sentence}>
      <Card>
        {recent.isError && <LoadFailed error={recent.error} retry={() => void recent.refetch()} />}
        {recent.isPending && <RowsLoading rows={3} />}
        {recent.data?.imports.length === 0 && <p className="hint">{words.import_recent_none}</p>}
        <ul className={classes.recent}>
          {recent.data?.imports.map((one) => (
            <li key={one.id}>
              <Link
                className="link"
                to="/administrations/$administration_id/imports/$record_id"
                params={{ administration_id, record_id: one.id }}
              >
                {one.filename}
              </Link>
              <span>{sayStatus(words, one)}</span>
              <span className="hint">{counted(one.row_count, words.import_rows_one, words.import_rows)}</span>
              <span className="hint">
                <Moment at={one.created_at} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}

const sayStatus = (words: Words, { status, failed }: Pick<ShownImport, 'status' | 'failed'>): string =>
  failed ? words.import_status_failed : words[`import_status_${status}`]
