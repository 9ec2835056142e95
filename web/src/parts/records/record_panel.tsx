import { ActionIcon } from '@mantine/core'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConsoleError } from '../../api/console_error.ts'
import { lastRead } from '../../api/last_read.ts'
import type { RecordKey } from '../../api/records.ts'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import { Empty, LoadFailed, RowsLoading } from '../states.tsx'
import { useClosePanel } from '../table/panel_link.tsx'
import { useKeys } from '../use_keys.ts'
import { record_pages } from './links.tsx'
import classes from './record_panel.module.css'

type RecordPanelProps<Data, Key extends QueryKey> = {
  family: keyof typeof record_pages
  record_key: RecordKey
  query: (record_key: RecordKey) => UseQueryOptions<Data, Error, Data, Key>
  /** What it is called, also before it is there. */
  nameOf: (data: Data | undefined) => ReactNode
  children: (data: Data) => ReactNode
}

/** One record beside the list that it is on; its page is one step further, and Esc leads back to the list alone. */
export function RecordPanel<Data, Key extends QueryKey>(props: RecordPanelProps<Data, Key>) {
  const { family, record_key, children } = props
  const { words } = useWords()
  const record = useQuery(props.query(record_key))
  const { data, error } = lastRead(record)
  const { administration_id, id } = record_key
  const close = useClosePanel()
  useKeys({ Escape: [words.keys_close, close] })
  return (
    <>
      <div className={classes.head}>
        <h2>{props.nameOf(record.data)}</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.panel_open_page}
          renderRoot={(given) => (
            <Link to={record_pages[family]} params={{ administration_id, record_id: id }} {...given} />
          )}
        >
          <Icon name="arrow" />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={words.close} onClick={close}>
          <Icon name="close" />
        </ActionIcon>
      </div>
      {record.isPending && <RowsLoading rows={6} />}
      {error && <Failed error={error} retry={() => void record.refetch()} />}
      {data !== undefined && children(data)}
    </>
  )
}

/** Why it is not shown; the list beside it goes on. */
function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const { words } = useWords()
  if (!(error instanceof ConsoleError) || error.code !== 'not_found') return <LoadFailed error={error} retry={retry} />
  return <Empty title={words.record_gone_heading}>{words.record_gone_sentence}</Empty>
}

type PanelFigureProps = { figure: ReactNode; sentence?: ReactNode; children?: ReactNode }

/** What a record comes to, and beside it what is done with it most. */
export function PanelFigure({ figure, sentence, children }: PanelFigureProps) {
  return (
    <div className={classes.top}>
      <div>
        <p className={classes.figure} data-number>
          {figure}
        </p>
        {sentence && <p className={classes.sentence}>{sentence}</p>}
      </div>
      {children && <div className={classes.verbs}>{children}</div>}
    </div>
  )
}
