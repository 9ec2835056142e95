import { Button, Menu } from '@mantine/core'
import type { Column as TableColumn } from '@tanstack/react-table'
import type { KeyboardEvent } from 'react'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import { InPageTools } from '../page_tools.tsx'
import type { ChosenColumns } from './use_chosen_columns.ts'

type ColumnChoiceProps<Row> = { columns: readonly TableColumn<Row>[]; chosen: ChosenColumns }

/** Which columns a list shows; it stands beside the name of the page. */
export function ColumnChoice<Row>({ columns, chosen }: ColumnChoiceProps<Row>) {
  const { words } = useWords()
  const choices = columns.filter((column) => column.getCanHide())
  const ids = columns.slice(1).map(({ id }) => id)
  const move = (event: KeyboardEvent, id: string): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    chosen.move(ids, id, event.key === 'ArrowUp' ? -1 : 1)
  }
  if (choices.length < 2) return null
  return (
    <InPageTools>
      <Menu position="bottom-end" width={240} closeOnItemClick={false} withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="columns" size={16} />}>
            {words.table_columns}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {choices.map((column) => (
            <Menu.CheckboxItem
              key={column.id}
              checked={column.getIsVisible()}
              onKeyDownCapture={(event) => move(event, column.id)}
              onChange={(shown) => chosen.choose(column.id, shown)}
              checkIcon={<Icon name="check" size={16} />}
            >
              {String(column.columnDef.header)}
            </Menu.CheckboxItem>
          ))}
          <Menu.Divider />
          <Menu.Item
            onClick={chosen.reset}
            rightSection={
              <span className="hint" aria-hidden="true">
                {words.table_columns_move} <kbd>Alt</kbd> <kbd>↑</kbd>
              </span>
            }
          >
            {words.table_columns_reset}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </InPageTools>
  )
}
