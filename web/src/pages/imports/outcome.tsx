import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ImportCounts, ShownImport } from '../../api/imports.ts'
import { partsQuery } from '../../api/orders.ts'
import { settingsQuery } from '../../api/queries.ts'
import type { RecordKey } from '../../api/records.ts'
import { Note } from '../../parts/note.tsx'
import { Section } from '../../parts/section.tsx'
import { useCurrency } from '../../session/use_currency.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayMoney, sayNumber } from '../../words/formats.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import classes from './imports.module.css'
import { RowList } from './row_list.tsx'

type OutcomeProps = {
  data: ShownImport
  import_key: RecordKey
  busy: boolean
  onStart: () => void
  onChange: () => void
  onDiscard: () => void
}

/** What a file will do, or did: in figures, row by row where something is not right, and what follows from it. */
export function Outcome({ data, import_key, busy, onStart, onChange, onDiscard }: OutcomeProps) {
  const { words } = useWords()
  const { counts, status } = data
  const done = status === 'done'
  return (
    <>
      {done && <Done import_key={import_key} kind={data.choices.kind} />}
      <Section title={done ? words.import_did : words.import_would}>
        <Figures data={data} administration_id={import_key.administration_id} />
      </Section>
      {counts.refused > 0 && <RowList show="refused" data={data} import_key={import_key} />}
      {counts.remarks > 0 && <RowList show="remarks" data={data} import_key={import_key} />}
      {!done && data.choices.kind === 'invoices' && <Engine administration_id={import_key.administration_id} />}
      {!done && (
        <>
          <Hindered counts={counts} />
          <div className="ways">
            {doesSomething(counts) && (
              <Button loading={busy} onClick={onStart}>
                {rowsDone(counts) > 0
                  ? counted(rowsDone(counts), words.import_start_one, words.import_start)
                  : words.nav_imports}
              </Button>
            )}
            <Button variant="default" disabled={busy} onClick={onChange}>
              {words.import_change}
            </Button>
            <Button variant="default" disabled={busy} onClick={onDiscard}>
              {words.import_discard}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

const rowsDone = (counts: ImportCounts): number => counts.new + counts.changed

/** An invoice can be known already while its debtor has another address. */
const doesSomething = (counts: ImportCounts): boolean =>
  rowsDone(counts) + counts.debtors_new + counts.debtors_changed > 0

function Hindered({ counts }: { counts: ImportCounts }) {
  const { words } = useWords()
  if (doesSomething(counts)) return null
  return (
    <Note>
      <p>{counts.unchanged > 0 ? words.import_nothing : words.import_all_refused}</p>
    </Note>
  )
}

function Figures({ data, administration_id }: { data: ShownImport; administration_id: string }) {
  const { words, language } = useWords()
  const currency_code = useCurrency(administration_id)
  const { counts, choices } = data
  const figures = [
    [words.import_count_new, counts.new],
    [words.import_count_changed, counts.changed],
    [words.import_count_unchanged, counts.unchanged],
    [words.import_count_refused, counts.refused],
  ] as const
  return (
    <>
      <dl className={classes.figures}>
        {figures.map(([name, count]) => (
          <div key={name} data-bad={(name === words.import_count_refused && count > 0) || undefined}>
            <dt>{name}</dt>
            <dd>{sayNumber(count, language)}</dd>
          </div>
        ))}
      </dl>
      {choices.kind === 'invoices' && (
        <p className={classes.sums}>
          {sayDebtors(counts, words)}{' '}
          {fill(words.import_open, { amount: sayMoney(counts.open_amount, currency_code, language) })}
        </p>
      )}
    </>
  )
}

function sayDebtors({ debtors_new, debtors_changed }: ImportCounts, words: Words): string {
  const said = [
    ...(debtors_new > 0 ? [counted(debtors_new, words.import_debtors_new_one, words.import_debtors_new)] : []),
    ...(debtors_changed > 0
      ? [counted(debtors_changed, words.import_debtors_changed_one, words.import_debtors_changed)]
      : []),
  ]
  return `${said.length > 0 ? said.join(', ') : words.import_debtors_none}.`
}

/** Nobody is reminded by surprise: the page says beforehand what the engine will do with what comes in. */
function Engine({ administration_id }: { administration_id: string }) {
  const { words, language } = useWords()
  const parts = useQuery(partsQuery(administration_id))
  const settings = useQuery(settingsQuery(administration_id))
  if (!parts.data || !settings.data) return null
  const { engine } = parts.data
  const { letters_per_day, books_stale_days } = settings.data.values
  return (
    <Note title={words.import_engine}>
      <p>{fill(words[`import_engine_${engine}`], { cap: sayNumber(letters_per_day, language) })}</p>
      {engine !== 'off' && <p>{fill(words.import_engine_stale, { days: books_stale_days })}</p>}
      <p>{words.import_engine_absent}</p>
    </Note>
  )
}

function Done({ import_key, kind }: { import_key: RecordKey; kind: 'debtors' | 'invoices' }) {
  const { words } = useWords()
  const params = { administration_id: import_key.administration_id }
  return (
    <Note tone="good" title={words.import_done} live>
      <div className={`ways ${classes.on}`}>
        {kind === 'invoices' && (
          <Button
            renderRoot={(props) => (
              // Also what is paid or a credit, for that was imported as well.
              <Link
                to="/administrations/$administration_id/invoices"
                params={params}
                search={{ show: 'all' }}
                {...props}
              />
            )}
          >
            {words.import_see_invoices}
          </Button>
        )}
        <Button
          variant={kind === 'invoices' ? 'default' : 'filled'}
          renderRoot={(props) => (
            <Link
              to="/administrations/$administration_id/debtors"
              params={params}
              search={{ show: 'all' }}
              {...props}
            />
          )}
        >
          {words.import_see_debtors}
        </Button>
        {kind === 'invoices' && (
          <Link className="link" to="/administrations/$administration_id/outbox" params={params}>
            {words.import_see_outbox}
          </Link>
        )}
        <Link className="link" to="/administrations/$administration_id/imports" params={params}>
          {words.import_another}
        </Link>
      </div>
    </Note>
  )
}
