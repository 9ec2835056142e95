import type { Column as TableColumn } from '@tanstack/react-table'
import { type Column, nextOrder, type Order } from './columns.ts'
import classes from './data_table.module.css'

type HeadCellProps<Row> = { column: TableColumn<Row>; of: Column<Row>; order: Order | undefined }

/** The head of a column. Where rows can be sorted by it, a press sorts them, and another one turns them round. */
export function HeadCell<Row>({ column, of: { title, number, orders, mark }, order }: HeadCellProps<Row>) {
  const by_service = order && orders
  const sorted = column.getIsSorted()
  const press = (): void => {
    const wanted = by_service && nextOrder(orders, order.value)
    if (wanted !== undefined) order?.onChange(wanted)
    else column.toggleSorting()
  }
  const direction = sorted === 'asc' ? 'ascending' : 'descending'
  return (
    <th
      scope="col"
      title={title}
      data-number={number || undefined}
      data-mark={mark}
      {...(sorted ? { 'aria-sort': direction } : {})}
    >
      {by_service || column.getCanSort() ? (
        <button type="button" className={classes.sort} data-sorted={sorted || undefined} onClick={press}>
          {title}
        </button>
      ) : (
        title
      )}
    </th>
  )
}
