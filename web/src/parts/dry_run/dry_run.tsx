import { Button } from '@mantine/core'
import { useState } from 'react'
import type { DryRunResult } from '../../api/flows.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayNumber, sayShortDay } from '../../words/formats.ts'
import type { Words } from '../../words/languages.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { Note } from '../note.tsx'
import { RecordLink } from '../records/links.tsx'
import { RowsLoading } from '../states.tsx'
import classes from './dry_run.module.css'
import { differenceOf, type Row, rowsOf } from './rows.ts'
import type { DryRunView } from './use_dry_run.ts'

/** What would happen with everything that is open now: how far the counting is, and then the figures. */
export function DryRun({ view, administration_id }: { view: DryRunView; administration_id: string }) {
  const { words, language } = useWords()
  const { run, failed, again } = view
  if (failed) {
    return (
      <Note tone="bad" live>
        <p>{words.dry_run_failed}</p>
        <Button size="compact-sm" variant="default" onClick={again}>
          {words.try_again}
        </Button>
      </Note>
    )
  }
  if (run?.status === 'done' && run.result) return <Figures result={run.result} administration_id={administration_id} />
  if (!run?.debtors) return <RowsLoading rows={4} />
  const looked = { looked: sayNumber(run.looked, language), debtors: sayNumber(run.debtors, language) }
  return (
    <div className={classes.progress}>
      <progress aria-label={words.dry_run_counting} max={run.debtors} value={Math.min(run.looked, run.debtors)} />
      <p className="hint">{fill(words.dry_run_progress, looked)}</p>
    </div>
  )
}

function Figures({ result, administration_id }: { result: DryRunResult; administration_id: string }) {
  const { words } = useWords()
  return (
    <div className={classes.figures} aria-live="polite">
      {result.held.length > 0 && (
        <Note tone="warning" title={words.dry_run_held}>
          <p>{result.held.map((reason) => sayType(words, 'dry_run_held', reason)).join(' ')}</p>
        </Note>
      )}
      <FirstDay result={result} />
      <Steps result={result} />
      <Moved result={result} administration_id={administration_id} />
    </div>
  )
}

function FirstDay({ result }: { result: DryRunResult }) {
  const { words, language } = useWords()
  const { after, before, day } = result
  const first = after.days[0]
  const today = first === undefined || first.day === day
  const letters = first?.letters ?? 0
  const before_then = before?.days.find((one) => one.day === (first?.day ?? day))?.letters ?? 0
  return (
    <div>
      <p className={classes.figure}>{sayNumber(letters, language)}</p>
      <p className="hint">
        {today ? words.dry_run_today : fill(words.dry_run_first_day, { day: sayShortDay(first.day, language) })}
        {before && ` ${fill(words.dry_run_now, { count: sayNumber(before_then, language) })}`}
      </p>
      <p className={classes.sentence}>{sayWaiting(result, words)}</p>
    </div>
  )
}

/** What of it waits, and for whom. */
function sayWaiting(result: DryRunResult, words: Words): string {
  const { cap, capped, cap_ignored, surges, surge_above, approval_letters } = result
  const said = [
    ...(surges ? [fill(words.dry_run_surges, { count: surge_above ?? 0 })] : []),
    ...(capped && !cap_ignored ? [fill(words.dry_run_capped, { count: cap ?? 0 })] : []),
    ...(cap_ignored ? [fill(words.dry_run_cap_ignored, { count: cap ?? 0 })] : []),
    ...(approval_letters > 0 ? [counted(approval_letters, words.dry_run_approval_one, words.dry_run_approval)] : []),
  ]
  return said.length > 0 ? said.join(' ') : words.dry_run_nothing_waits
}

function Steps({ result }: { result: DryRunResult }) {
  const { words } = useWords()
  const { after, before, days } = result
  const rows = rowsOf(result)
  if (rows.length === 0) return <p className="hint">{fill(words.dry_run_nothing, { days })}</p>
  const together = { step: '', before: before?.letters ?? null, after: after.letters }
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{fill(words.dry_run_in_days, { days })}</th>
          {before && <th scope="col">{words.dry_run_published}</th>}
          <th scope="col">{before ? words.dry_run_draft : words.dry_run_count}</th>
          {before && (
            <th scope="col">
              <span className={classes.unseen}>{words.dry_run_difference}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line key={row.step} row={row} title={sayType(words, 'flow_step', row.step)} />
        ))}
      </tbody>
      <tfoot>
        <Line row={together} title={words.dry_run_letters} />
      </tfoot>
    </table>
  )
}

function Line({ row, title }: { row: Row; title: string }) {
  const { language } = useWords()
  const difference = differenceOf(row)
  return (
    <tr>
      <th scope="row">{title}</th>
      {row.before !== null && <td className={classes.soft}>{sayNumber(row.before, language)}</td>}
      <td className={classes.strong}>{sayNumber(row.after, language)}</td>
      {row.before !== null && (
        <td className={difference === 0 ? classes.soft : classes.changed}>
          {difference === 0 ? '–' : `${difference > 0 ? '+' : '−'}${sayNumber(Math.abs(difference), language)}`}
        </td>
      )}
    </tr>
  )
}

const moved_first = 6

function Moved({ result, administration_id }: { result: DryRunResult; administration_id: string }) {
  const { words, language } = useWords()
  const [all, setAll] = useState(false)
  const { moved, moved_count, before } = result
  if (moved_count === 0) return before && <p className="hint">{words.dry_run_none_move}</p>
  const shown = all ? moved : moved.slice(0, moved_first)
  const say = (next: { step: string; day: string } | null): string =>
    next ? `${sayShortDay(next.day, language)}, ${sayType(words, 'flow_step', next.step)}` : words.dry_run_not_yet
  return (
    <div>
      <p className={classes.heading}>
        {counted(
          moved_count,
          before ? words.dry_run_moves_one : words.dry_run_gets_one,
          before ? words.dry_run_moves : words.dry_run_gets,
        )}
      </p>
      <ul className={classes.moved}>
        {shown.map((one) => (
          <li key={one.invoice_id}>
            <span>
              <RecordLink family="invoices" administration_id={administration_id} id={one.invoice_id}>
                {one.invoice_number}
              </RecordLink>{' '}
              <span className={classes.soft}>{one.debtor_name}</span>
            </span>
            <span className={classes.when}>
              {before && <span className={classes.soft}>{say(one.before)} → </span>}
              {say(one.after)}
            </span>
          </li>
        ))}
      </ul>
      {moved.length > shown.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
          {fill(words.dry_run_show_more, { count: sayNumber(moved.length - shown.length, language) })}
        </Button>
      )}
      {all && moved_count > moved.length && (
        <p className="hint">{fill(words.dry_run_more, { count: sayNumber(moved_count - moved.length, language) })}</p>
      )}
    </div>
  )
}
