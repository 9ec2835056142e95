import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListName } from '../../api/saved_views.ts'
import { useWords } from '../../words/words.tsx'
import { KeysButton } from '../key_board.tsx'
import { PageHeading } from '../page_heading.tsx'
import { LoadFailed, RowsLoading } from '../states.tsx'
import { Chosen } from './chosen.tsx'
import type { Column, Order } from './columns.ts'
import { ExportChosen, type ReadRows } from './export_menu.tsx'
import { useKeptList } from './last_search.ts'
import { columnsInFile } from './use_chosen_columns.ts'
import { type Search, useSavedView } from './use_saved_view.ts'
import type { Selection } from './use_selection.ts'
import { ViewMenu } from './view_menu.tsx'
import { type View, ViewTabs } from './view_tabs.tsx'
import classes from './work_frame.module.css'
import { WorkFrame } from './work_frame.tsx'
import { WorkTable } from './work_table.tsx'

export type WorkListProps<Row> = {
  administration_id: string
  list: ListName
  title: string
  /** The head of the page, where it is more than its title. */
  heading?: ((views: ReactNode) => ReactNode) | undefined
  /** Views that everybody has, and which of them is shown. */
  views: readonly View[]
  shown: string
  /** What the address says. */
  search: Search
  /** Whether it is the list of one record alone, which nobody saves. */
  of_record?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  query: UseInfiniteQueryResult<InfiniteData<unknown>>
  selection: Selection
  /** How many rows the whole list has, as far as that is known. */
  count: number | undefined
  order: Order
  filters: ReactNode
  totals: ReactNode
  /** Stands there when there are no rows. */
  nothing: ReactNode
  nameOf: (row: Row) => string
  sayTotal?: ((rows: readonly Row[]) => string) | undefined
  /** What can be done with rows that are chosen, where somebody may do something. */
  verbs?: ((rows: readonly Row[]) => ReactNode) | undefined
  actions?: ((row: Row, index: number) => ReactNode) | undefined
  panel?: ReactNode
  opened?: string | undefined
  onOpen?: ((row: Row) => void) | undefined
  readAll: ReadRows<Row>
}

/** A page that is one list of work: its views, filters, rows, what they come to, and what can be done with them. */
export function WorkList<Row extends { id: string }>(props: WorkListProps<Row>) {
  const { administration_id, list, title, search, columns, rows, query, count, selection } = props
  const { words } = useWords()
  useKeptList(list, administration_id, { search, rows, count })
  const view = useSavedView({ administration_id, list, search, columns })
  const saved = props.of_record ? undefined : view
  const tabs = (
    <ViewTabs label={words.table_views} views={props.views} shown={props.shown} saved={saved}>
      {saved && <ViewMenu administration_id={administration_id} list={list} view={saved} />}
    </ViewTabs>
  )
  const failed = query.isError && rows.length === 0
  return (
    <>
      {props.heading ? props.heading(tabs) : <PageHeading title={title} views={tabs} />}
      <WorkFrame
        bar={props.filters}
        totals={
          <>
            {failed ? <span /> : props.totals}
            <KeysButton />
          </>
        }
        docked={
          selection.ids.size > 0 && (
            <Chosen {...{ rows, count, selection, query }} sayTotal={props.sayTotal}>
              {(chosen) => (
                <>
                  {props.verbs?.(chosen)}
                  <ExportChosen name={title} columns={columnsInFile(columns, view.chosen)} rows={chosen} />
                </>
              )}
            </Chosen>
          )
        }
        panel={props.panel}
      >
        {query.isPending && <RowsLoading rows={16} />}
        {failed && (
          <div className={classes.instead}>
            <LoadFailed error={query.error} retry={() => void query.refetch()} />
          </div>
        )}
        {query.isSuccess && rows.length === 0 && props.nothing}
        {rows.length > 0 && (
          <WorkTable
            {...{ list, columns, rows, count, query, selection }}
            chosen={view.chosen}
            label={title}
            order={props.order}
            nameOf={props.nameOf}
            actions={props.actions}
            opened={props.opened}
            onOpen={props.onOpen}
            readAll={props.readAll}
          />
        )}
      </WorkFrame>
    </>
  )
}
