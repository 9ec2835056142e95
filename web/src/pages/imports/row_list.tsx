import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ImportRow, importRowsQuery, type RowShow, readAllRows, type ShownImport } from '../../api/imports.ts'
import type { RecordKey } from '../../api/records.ts'
import { Icon } from '../../parts/icons.tsx'
import { Section } from '../../parts/section.tsx'
import { LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { csvFile, saveFile } from '../../parts/table/files/save_file.ts'
import { useAttempt } from '../../parts/use_attempt.ts'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import classes from './imports.module.css'
import { sayRowProblem } from './say_problem.ts'

type RowListProps = { show: RowShow; data: ShownImport; import_key: RecordKey }

/** Rows that are left out, or that should be looked at: where they stand, and what to do. */
export function RowList({ show, data, import_key }: RowListProps) {
  const { words } = useWords()
  const found = useQuery(importRowsQuery(import_key, show, data.status))
  const refused = show === 'refused'
  return (
    <Section
      title={refused ? words.import_refused : words.import_remarks}
      sentence={refused ? words.import_refused_sentence : words.import_remarks_sentence}
      action={<Download show={show} data={data} import_key={import_key} />}
    >
      {found.isError && <LoadFailed error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <RowsLoading rows={3} />}
      {found.data && (
        <table className={classes.rows}>
          <thead>
            <tr>
              <th scope="col">{words.import_line}</th>
              <th scope="col">{words.import_row}</th>
              <th scope="col">{words.import_problem}</th>
            </tr>
          </thead>
          <tbody>
            {found.data.rows.map((row) => (
              <tr key={row.line}>
                <td>{row.line}</td>
                <td className={classes.cells}>{briefly(row)}</td>
                <td>{sayAll(words, row, data)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {found.data?.after && <p className="hint">{fill(words.import_more_rows, { count: found.data.rows.length })}</p>}
    </Section>
  )
}

const cells_shown = 4

/** Enough of a row to know it. */
const briefly = ({ cells }: ImportRow): string =>
  cells
    .filter((cell) => cell.trim() !== '')
    .slice(0, cells_shown)
    .join(' · ')

const sayAll = (words: Words, { problems }: ImportRow, data: ShownImport): string =>
  problems.map((problem) => sayRowProblem(words, problem, data)).join(' ')

/** All rows with the columns of the file and what is wrong, to be mended and brought in again. */
function Download({ show, data, import_key }: RowListProps) {
  const { words, language } = useWords()
  const { busy, attempt } = useAttempt(async () => {
    const rows = await readAllRows(import_key, show)
    const file = csvFile([...data.columns.map(({ heading }) => heading), words.import_problem], language)
    file.add(rows.map((row) => [...data.columns.map((_, place) => row.cells[place] ?? ''), sayAll(words, row, data)]))
    saveFile(file, `${data.filename.replace(/\.\w+$/, '')} ${show}.csv`)
  })
  return (
    <Button variant="default" loading={busy} leftSection={<Icon name="download" size={16} />} onClick={() => attempt()}>
      {words.import_download}
    </Button>
  )
}
