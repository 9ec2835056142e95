import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { LoadFailed } from '../../parts/states.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { DataTable } from '../../parts/table/data_table.tsx'
import { usePhone } from '../../parts/use_phone.ts'
import { useWords } from '../../words/words.tsx'
import classes from './reports.module.css'

type CardProps = { title: string; sentence?: ReactNode; beside?: ReactNode; children: ReactNode }

/** One report, or a part of one. */
export function Card({ title, sentence, beside, children }: CardProps) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.card_head}>
        <h2 id={id}>{title}</h2>
        {sentence && <p>{sentence}</p>}
        {beside && <div className={classes.beside}>{beside}</div>}
      </div>
      {children}
    </section>
  )
}

/** A report while it is on its way, when it did not come, and when it is there. */
export function Loaded<Data>({
  query,
  height,
  children,
}: {
  query: UseQueryResult<Data>
  height: number
  children: (data: Data) => ReactNode
}) {
  const { words } = useWords()
  if (query.isPending) {
    return (
      <div role="status" aria-label={words.loading} className={classes.loading}>
        <Skeleton height={height} radius="md" />
      </div>
    )
  }
  if (query.isError) return <LoadFailed error={query.error} retry={() => void query.refetch()} />
  return children(query.data)
}

/** A table below its chart. */
export function ReportTable<Row extends { id: string }>(props: {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
}) {
  const phone = usePhone()
  // What scrolls sideways is reached by keys too.
  return (
    <div className={classes.table} {...(phone ? { role: 'group', 'aria-label': props.label, tabIndex: 0 } : {})}>
      <DataTable {...props} stays />
    </div>
  )
}

/** What the figures mean, in words. */
export function How({ children }: { children: readonly (string | false | null | undefined)[] }) {
  const { words } = useWords()
  return (
    <Card title={words.reports_how}>
      <div className={classes.how}>
        {children.map((sentence) => sentence && <p key={sentence}>{sentence}</p>)}
        <p>{words.reports_net}</p>
      </div>
    </Card>
  )
}

/** A few figures that a file of a table says: the whole table at once. */
export const readRows =
  <Row,>(rows: readonly Row[]) =>
  async (): Promise<{ rows: readonly Row[]; cursor: null }> => ({ rows, cursor: null })
