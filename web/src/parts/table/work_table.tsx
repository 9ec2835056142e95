import { Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { useKeys } from '../use_keys.ts'
import { usePhone } from '../use_phone.ts'
import { useWashed } from '../use_washed.ts'
import { ColumnChoice } from './column_choice.tsx'
import type { Column, Order } from './columns.ts'
import { ExportMenu, type ReadRows } from './export_menu.tsx'
import { currentRow, focusWhenDrawn } from './focus_row.ts'
import { HeadCell } from './head_cell.tsx'
import type { List } from './more_button.tsx'
import { type ChosenColumns, columnsInFile } from './use_chosen_columns.ts'
import type { Selection } from './use_selection.ts'
import { ours, useTable } from './use_table.ts'
import classes from './work_table.module.css'

export type WorkTableProps<Row> = {
  /** Under this name the browser remembers how far somebody scrolled. */
  list: string
  chosen: ChosenColumns
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** How many rows the whole list has, as far as that is known. */
  count: number | undefined
  order: Order
  query: List
  selection: Selection
  nameOf: (row: Row) => string
  /** The row that a panel beside the list shows. */
  opened?: string | undefined
  onOpen?: ((row: Row) => void) | undefined
  /** What can be done with one row, in a few buttons at its end. */
  actions?: ((row: Row, index: number) => ReactNode) | undefined
  /** Reads the list page by page for a file, in the order and with the filter that are shown. */
  readAll: ReadRows<Row>
}

const row_height = 36
const phone_row_height = 64
/** The next page is asked for while so many rows are still to come. */
const ahead = 25

/** A list that fills the page: rows beyond the screen are not drawn, and come while somebody scrolls. */
export function WorkTable<Row extends { id: string }>(props: WorkTableProps<Row>) {
  const { list, label, rows, count, query, selection, opened, order, chosen, actions } = props
  const { words } = useWords()
  const scroll = useRef<HTMLDivElement>(null)
  const phone = usePhone()
  const narrow = useMediaQuery('(max-width: 86em)', false, { getInitialValueInEffect: false })
  const washed = useWashed(rows, idOf)
  const table = useTable({ rows, columns: props.columns, chosen, order })
  const columns = table
    .getVisibleLeafColumns()
    .filter((column) => fits(ours(column), { phone, narrow, panel: opened !== undefined }))
  const drawn = columns.map(ours)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => (phone ? phone_row_height : row_height),
    overscan: 8,
    initialRect: { width: 1000, height: 700 },
  })
  useMore(virtual, rows.length, query)
  useRowKeys(virtual, props)
  const items = virtual.getVirtualItems()
  const [above, below] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)]
  return (
    <div ref={scroll} className={classes.scroll} data-scroll-restoration-id={list} data-phone={phone || undefined}>
      {/* Two lines hold what they hold, whatever is chosen. */}
      {!phone && <ColumnChoice columns={table.getAllLeafColumns()} chosen={chosen} />}
      <ExportMenu name={label} columns={columnsInFile(props.columns, chosen)} count={count} read={props.readAll} />
      <table className={classes.table} aria-label={label} aria-rowcount={(count ?? rows.length) + 1}>
        <colgroup>
          <col style={{ width: 44 }} />
          {columns.map((column) => (
            <col key={column.id} style={{ width: ours(column).width }} />
          ))}
          {actions && <col className={classes.actions_column} />}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={classes.box}>
              <Checkbox
                size="xs"
                aria-label={words.table_select_all}
                checked={selection.ids.size > 0 && selection.ids.size === rows.length}
                indeterminate={selection.ids.size > 0 && selection.ids.size < rows.length}
                onChange={selection.toggleAll}
              />
            </th>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} of={ours(column)} order={order} />
            ))}
            {actions && (
              <th scope="col">
                <span className={classes.unseen}>{words.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Gap height={above} />}
          {items.map(({ index }) => {
            const row = rows[index]
            return (
              row && (
                <WorkRow
                  key={row.id}
                  index={index}
                  row={row}
                  columns={drawn}
                  name={props.nameOf(row)}
                  chosen={selection.ids.has(row.id)}
                  current={opened === row.id}
                  washed={washed.has(row.id)}
                  actions={actions}
                  toggle={selection.toggle}
                />
              )
            )
          })}
          {below > 0 && <Gap height={below} />}
        </tbody>
      </table>
      {query.isFetchNextPageError && <p className={classes.failed}>{words.list_more_failed}</p>}
    </div>
  )
}

const fits = (
  { yields, phone }: Column<never>,
  screen: { phone: boolean | undefined; narrow: boolean | undefined; panel: boolean },
): boolean => {
  if (screen.phone) return phone !== undefined
  return !(yields && screen.panel) && !(yields === 'narrow' && screen.narrow)
}

const idOf = ({ id }: { id: string }): string => id

/** Stands for rows that are not drawn. */
const Gap = ({ height }: { height: number }) => (
  <tr className={classes.gap}>
    <td style={{ height }} />
  </tr>
)

type WorkRowProps<Row> = {
  index: number
  row: Row
  columns: readonly Column<Row>[]
  name: string
  chosen: boolean
  current: boolean
  washed: boolean
  actions: WorkTableProps<Row>['actions']
  toggle: Selection['toggle']
}

/** Whoever scrolls by a row has one drawn, and not all that are in sight. */
const WorkRow = memo(DrawnRow, isSameRow) as typeof DrawnRow

function isSameRow<Row>(one: WorkRowProps<Row>, other: WorkRowProps<Row>): boolean {
  const { columns, ...rest } = one
  const { columns: others, ...others_rest } = other
  return (
    columns.length === others.length &&
    columns.every((column, place) => column === others[place]) &&
    Object.entries(rest).every(([name, value]) => value === others_rest[name as keyof typeof others_rest])
  )
}

function DrawnRow<Row extends { id: string }>({
  index,
  row,
  columns,
  name,
  chosen,
  current,
  ...rest
}: WorkRowProps<Row>) {
  const { words } = useWords()
  const cells: ReactNode[] = columns.map(({ id, title, number, phone, cell }, place) =>
    place === 0 ? (
      <th key={id} scope="row" data-phone={phone}>
        {cell(row)}
      </th>
    ) : (
      <td key={id} data-number={number || undefined} data-phone={phone} data-label={title}>
        {cell(row)}
      </td>
    ),
  )
  return (
    <tr
      aria-rowindex={index + 2}
      data-row={index}
      data-chosen={chosen || undefined}
      data-current={current || undefined}
      data-washed={rest.washed || undefined}
      className={classes.row}
    >
      <td className={classes.box}>
        <Checkbox
          size="xs"
          aria-label={fill(words.table_select, { name })}
          checked={chosen}
          onChange={({ nativeEvent }) =>
            rest.toggle(row.id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
          }
        />
      </td>
      {cells}
      {rest.actions && <td className={classes.actions}>{rest.actions(row, index)}</td>}
    </tr>
  )
}

type Rows = Virtualizer<HTMLDivElement, Element>

/** Asks for the next page before the last row of this one is in sight. */
function useMore(virtual: Rows, length: number, query: List): void {
  const last = virtual.getVirtualItems().at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  useEffect(() => {
    if (last >= length - ahead && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [last, length, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
}

/** j and k move, x chooses, Enter opens the row by its link. */
function useRowKeys<Row extends { id: string }>(virtual: Rows, props: WorkTableProps<Row>): void {
  const { rows, selection, opened, onOpen } = props
  const { words } = useWords()
  const move = (by: 1 | -1): void => {
    const shown = rows.findIndex(({ id }) => id === opened)
    const from = currentRow() ?? shown
    const goal = from < 0 ? 0 : Math.min(Math.max(from + by, 0), rows.length - 1)
    virtual.scrollToIndex(goal)
    focusWhenDrawn(goal)
    const row = rows[goal]
    if (opened !== undefined && row) onOpen?.(row)
  }
  const choose = (event: KeyboardEvent): void => {
    const row = rows[currentRow() ?? -1]
    if (row) selection.toggle(row.id, event.shiftKey)
  }
  useKeys({
    j: [words.keys_next, () => move(1)],
    k: [words.keys_previous, () => move(-1)],
    ArrowDown: [null, () => move(1)],
    ArrowUp: [null, () => move(-1)],
    x: [words.keys_select, choose],
    X: [null, choose],
  })
}
