import { Button, Menu } from '@mantine/core'
import { ConsoleError } from '../../api/console_error.ts'
import { useBusy } from '../../browser/use_busy.ts'
import { fill } from '../../words/fill.ts'
import { sayNumber } from '../../words/formats.ts'
import { sayRefusal } from '../../words/refusals.ts'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import { useNotice, useUnderWay } from '../notices.tsx'
import { InPageTools } from '../page_tools.tsx'
import { BarButton } from './action_bar.tsx'
import type { Column } from './columns.ts'
import { csvFile, saveFile, spreadsheet } from './files/save_file.ts'

/** A spreadsheet has no more rows than this, its headings included. */
const rows_max = 1_048_575

export type ReadRows<Row> = (cursor: string) => Promise<{ rows: readonly Row[]; cursor: string | null }>

type Asked<Row> = { count: number | undefined; read: ReadRows<Row> }

/**
 * Makes files of rows: columns, filter and order as shown. They come in pages, and how far it is stands on every page
 * of Dunlin, so that whoever wants a long one can go on working.
 */
function useExport<Row>(name: string, columns: readonly Column<Row>[]) {
  const { words, language } = useWords()
  const say = useNotice()
  const follow = useUnderWay()
  const { busy, isBusy, setBusy } = useBusy()
  const exported = columns.filter((column) => column.file)
  const make = async (kind: 'csv' | 'xlsx', { count, read }: Asked<Row>): Promise<void> => {
    if (isBusy()) return
    if ((count ?? 0) > rows_max) return say(fill(words.export_too_long, { count: sayNumber(rows_max, language) }))
    const file_name = `${name}.${kind}`
    const stopping = new AbortController()
    const under_way = follow(fill(words.export_under_way, { file: file_name }), () => stopping.abort())
    setBusy(true)
    try {
      const headings = exported.map(({ title }) => title)
      const file = kind === 'csv' ? csvFile(headings, language) : await spreadsheet(name, headings)
      let [cursor, done]: [string | null, number] = ['', 0]
      while (cursor !== null) {
        const page = await read(cursor)
        if (stopping.signal.aborted) return
        file.add(page.rows.map((row) => exported.map((column) => column.file?.(row) ?? null)))
        done += page.rows.length
        under_way.report(count ? (done / count) * 100 : 0)
        cursor = page.cursor
      }
      saveFile(file, file_name)
      say(fill(words.export_done, { file: file_name, count: sayNumber(done, language) }))
    } catch (problem) {
      say(problem instanceof ConsoleError ? sayRefusal(words, problem) : words.refused_fault)
    } finally {
      under_way.end()
      setBusy(false)
    }
  }
  return { busy, make }
}

type ExportMenuProps<Row> = Asked<Row> & {
  /** The name of the file, without its ending. */
  name: string
  columns: readonly Column<Row>[]
}

/** The whole list as a file. */
export function ExportMenu<Row>({ name, columns, count, read }: ExportMenuProps<Row>) {
  const { words, language } = useWords()
  const { busy, make } = useExport(name, columns)
  const label = count === undefined ? words.export : `${words.export} ${sayNumber(count, language)}`
  return (
    <InPageTools>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" loading={busy} leftSection={<Icon name="download" size={16} />}>
            {label}
          </Button>
        </Menu.Target>
        <Kinds onChoose={(kind) => void make(kind, { count, read })} />
      </Menu>
    </InPageTools>
  )
}

/** The rows that are chosen as a file. */
export function ExportChosen<Row>({
  name,
  columns,
  rows,
}: Omit<ExportMenuProps<Row>, 'count' | 'read'> & { rows: readonly Row[] }) {
  const { words } = useWords()
  const { make } = useExport(name, columns)
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <BarButton icon={<Icon name="download" size={15} />}>{words.export}</BarButton>
      </Menu.Target>
      <Kinds onChoose={(kind) => void make(kind, { count: rows.length, read: async () => ({ rows, cursor: null }) })} />
    </Menu>
  )
}

function Kinds({ onChoose }: { onChoose: (kind: 'csv' | 'xlsx') => void }) {
  const { words } = useWords()
  return (
    <Menu.Dropdown>
      <Menu.Item onClick={() => onChoose('xlsx')}>{words.export_xlsx}</Menu.Item>
      <Menu.Item onClick={() => onChoose('csv')}>{words.export_csv}</Menu.Item>
    </Menu.Dropdown>
  )
}
