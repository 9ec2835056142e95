import { Button, Menu, Progress } from '@mantine/core'
import { useState } from 'react'
import { ConsoleError } from '../../api/console_error.ts'
import { fill } from '../../words/fill.ts'
import { sayNumber } from '../../words/formats.ts'
import { sayRefusal } from '../../words/refusals.ts'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import { useNotice } from '../notices.tsx'
import { InPageTools } from '../page_tools.tsx'
import { BarButton } from './action_bar.tsx'
import type { Column } from './columns.ts'
import { csvFile, saveFile, spreadsheet } from './files/save_file.ts'

/** More than this is no file that somebody reads. */
const rows_max = 100_000

export type ReadRows<Row> = (cursor: string) => Promise<{ rows: readonly Row[]; cursor: string | null }>

type Asked<Row> = { count: number | undefined; read: ReadRows<Row> }

/** Makes files of rows: columns, filter and order as shown. They come in pages, and `share` says how far it is. */
function useExport<Row>(name: string, columns: readonly Column<Row>[]) {
  const { words, language } = useWords()
  const say = useNotice()
  const [share, setShare] = useState<number | null>(null)
  const told = columns.filter((column) => column.file)
  const make = async (kind: 'csv' | 'xlsx', { count, read }: Asked<Row>): Promise<void> => {
    if ((count ?? 0) > rows_max) return say(fill(words.export_too_long, { count: sayNumber(rows_max, language) }))
    setShare(0)
    try {
      const headings = told.map(({ title }) => title)
      const file = kind === 'csv' ? csvFile(headings, language) : await spreadsheet(name, headings)
      let [cursor, done]: [string | null, number] = ['', 0]
      while (cursor !== null) {
        const page = await read(cursor)
        file.add(page.rows.map((row) => told.map((column) => column.file?.(row) ?? null)))
        done += page.rows.length
        setShare(count ? (done / count) * 100 : 0)
        cursor = page.cursor
      }
      saveFile(file, `${name}.${kind}`)
    } catch (problem) {
      say(problem instanceof ConsoleError ? sayRefusal(words, problem) : words.refused_fault)
    } finally {
      setShare(null)
    }
  }
  return { share, make }
}

type ExportMenuProps<Row> = Asked<Row> & {
  /** The name of the file, without its ending. */
  name: string
  columns: readonly Column<Row>[]
}

/** The whole list as a file. */
export function ExportMenu<Row>({ name, columns, count, read }: ExportMenuProps<Row>) {
  const { words, language } = useWords()
  const { share, make } = useExport(name, columns)
  const label = count === undefined ? words.export : `${words.export} ${sayNumber(count, language)}`
  return (
    <InPageTools>
      {share !== null && <Progress value={share} w={90} aria-label={words.export} />}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" loading={share !== null} leftSection={<Icon name="download" size={16} />}>
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
