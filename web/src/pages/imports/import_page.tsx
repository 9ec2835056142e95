import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ask } from '../../api/client.ts'
import { type ImportChoices, importQuery, importsQuery, isUnderWay, type ShownImport } from '../../api/imports.ts'
import { keepAnswer } from '../../api/keep_answer.ts'
import type { RecordKey } from '../../api/records.ts'
import { workDone } from '../../api/work.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { Note } from '../../parts/note.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { RecordFailed, WithinReach } from '../../parts/records/within_reach.tsx'
import { RowsLoading } from '../../parts/states.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { fill } from '../../words/fill.ts'
import { sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { ColumnChoice } from './column_choice.tsx'
import classes from './imports.module.css'
import { Outcome } from './outcome.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/imports/$record_id')

export function ImportPage() {
  const { administration_id, record_id: id } = route.useParams()
  const { words } = useWords()
  return (
    <WithinReach administration_id={administration_id}>
      <BackLink>
        <Link to="/administrations/$administration_id/imports" params={{ administration_id }}>
          {words.nav_imports}
        </Link>
      </BackLink>
      <Content key={id} import_key={{ administration_id, id }} />
    </WithinReach>
  )
}

function Content({ import_key }: { import_key: RecordKey }) {
  const found = useQuery(importQuery(import_key))
  const verbs = useVerbs(import_key)
  const [changing, setChanging] = useState(false)
  if (found.isError && !found.data) return <RecordFailed error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <RowsLoading />
  const { data } = found
  const check = (choices: ImportChoices): void => {
    setChanging(false)
    verbs.check(choices)
  }
  const chooses = changing || data.status === 'read' || (data.status === 'checking' && data.failed)
  return (
    <>
      <PageHeading title={data.filename} />
      <div className={classes.page}>
        {data.failed && <Stopped data={data} busy={verbs.busy} goOn={verbs.start} />}
        {isUnderWay(data) && <Running data={data} />}
        {chooses && !isUnderWay(data) && (
          <ColumnChoice data={data} busy={verbs.busy} onCheck={check} onDiscard={verbs.discard} />
        )}
        {!chooses && (data.status === 'checked' || data.status === 'done') && (
          <Outcome
            data={data}
            import_key={import_key}
            busy={verbs.busy}
            onStart={verbs.start}
            onChange={() => setChanging(true)}
            onDiscard={verbs.discard}
          />
        )}
      </div>
    </>
  )
}

/** What can be done with a file. When its import is over, every page shows something else. */
function useVerbs(import_key: RecordKey) {
  const { words } = useWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useNotice()
  const { administration_id } = import_key
  const query = importQuery(import_key)
  const status = useQuery(query).data?.status
  const keep = (shown: ShownImport): Promise<void> => keepAnswer(queries, query, shown)
  const check = useAttempt(async (choices: ImportChoices) =>
    keep(await ask('import_verbs.check', { ...import_key, ...choices })),
  )
  const start = useAttempt(async () => keep(await ask('import_verbs.start', import_key)))
  const discard = useAttempt(async () => {
    await ask('import_verbs.discard', import_key)
    await navigate({ to: '/administrations/$administration_id/imports', params: { administration_id } })
    void queries.invalidateQueries({ queryKey: importsQuery(administration_id).queryKey, exact: true })
    say(words.import_discarded)
  })
  useEffect(() => {
    if (status === 'done') void workDone(queries)
  }, [status, queries])
  const busy = check.busy || start.busy || discard.busy
  return { busy, check: check.attempt, start: start.attempt, discard: discard.attempt }
}

function Running({ data }: { data: ShownImport }) {
  const { words, language } = useWords()
  const title = data.status === 'checking' ? words.import_checking : words.import_importing
  const share = { done: sayNumber(data.done, language), total: sayNumber(data.row_count, language) }
  return (
    <div className={classes.running} role="status">
      <p className={classes.title}>{title}</p>
      <progress aria-label={title} max={data.row_count} value={data.done} />
      <p className="hint">
        {fill(words.import_progress, share)} {words.import_leave}
      </p>
    </div>
  )
}

function Stopped({ data, busy, goOn }: { data: ShownImport; busy: boolean; goOn: () => void }) {
  const { words, language } = useWords()
  const share = { done: sayNumber(data.done, language), total: sayNumber(data.row_count, language) }
  return (
    <Note tone="bad" live>
      <p>{data.status === 'checking' ? words.import_check_failed : fill(words.import_failed, share)}</p>
      {data.status === 'importing' && (
        <Button size="compact-sm" variant="default" loading={busy} onClick={goOn}>
          {words.import_go_on}
        </Button>
      )}
    </Note>
  )
}
