import type { ListedTask, TaskShow } from '../../api/work.ts'
import { Icon } from '../../parts/icons.tsx'
import { Moment } from '../../parts/moment.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { Soft } from '../../parts/table/cells.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { dayCell } from '../../parts/table/files/cell.ts'
import { PanelLink } from '../../parts/table/panel_link.tsx'
import { useWords } from '../../words/words.tsx'
import { Due } from './due.tsx'
import classes from './tasks.module.css'

const both = (name: string) => ({ asc: `${name}_asc`, desc: `${name}_desc` })

/** The columns of the list of tasks: until when they are to be done, or how they ended. */
export function useTaskColumns(administration_id: string, show: TaskShow): Column<ListedTask>[] {
  const { words } = useWords()
  const due: Column<ListedTask> = {
    ...{ id: 'due', title: words.tasks_due, width: 190, phone: 'amount', orders: both('due') },
    file: ({ expiry_date }) => ({ day: expiry_date }),
    cell: (task) => <Due task={task} />,
  }
  const completed: Column<ListedTask>[] = [
    {
      ...{
        id: 'completed_at',
        title: words.tasks_completed_at,
        width: 116,
        phone: 'amount',
        orders: both('completed'),
      },
      file: ({ completed_at }) => completed_at && dayCell(completed_at),
      cell: ({ completed_at }) => <Moment at={completed_at} day />,
    },
    {
      ...{ id: 'outcome', title: words.tasks_outcome, width: 130 },
      file: ({ completed_status }) => words[`tasks_outcome_${completed_status ?? 'succeeded'}`],
      cell: ({ completed_status }) => words[`tasks_outcome_${completed_status ?? 'succeeded'}`],
    },
  ]
  return [
    {
      ...{ id: 'task', title: words.tasks_task, phone: 'name', orders: both('subject') },
      file: ({ subject }) => subject,
      cell: (task) => <Name task={task} />,
    },
    ...(show === 'open' ? [due] : completed),
    {
      ...{ id: 'debtor', title: words.record_debtor, width: 190, phone: 'below', orders: both('debtor') },
      file: ({ debtor_name }) => debtor_name,
      cell: ({ debtor_id, debtor_name }) =>
        debtor_id ? (
          <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
            {debtor_name || words.record_debtor}
          </RecordLink>
        ) : (
          <Soft>–</Soft>
        ),
    },
    {
      ...{ id: 'about', title: words.work_about, width: 172, yields: 'narrow' },
      file: ({ invoice_number, credit_case_number }) => invoice_number ?? credit_case_number,
      cell: (task) => <AboutRecord task={task} administration_id={administration_id} />,
    },
    {
      ...{
        id: 'assigned_to',
        title: words.work_whose,
        width: 130,
        phone: 'beside',
        yields: 'panel',
        orders: both('owner'),
      },
      file: ({ assigned_to }) => assigned_to,
      cell: ({ assigned_to }) => assigned_to ?? <Soft>{words.work_nobody}</Soft>,
    },
  ]
}

type Of = { task: ListedTask; administration_id: string }

function Name({ task }: Pick<Of, 'task'>) {
  const { words } = useWords()
  return (
    <>
      <PanelLink id={task.id}>{task.subject || words.tasks_no_subject}</PanelLink>
      {task.blocks_dossiers && !task.completed_at && <Blocks />}
      {task.description && <span className={classes.beginning}>{task.description}</span>}
    </>
  )
}

/** Follow-up waits for the task. Where there is room for a mark alone, the words are read aloud, and in the panel. */
const Blocks = () => {
  const { words } = useWords()
  return (
    <span className={classes.blocks} title={words.tasks_blocks}>
      <Icon name="pause" size={14} />
      <span>{words.tasks_blocks}</span>
    </span>
  )
}

/** The invoice or the case that a task is about. */
function AboutRecord({ task, administration_id }: Of) {
  const { words } = useWords()
  const { invoice_id, invoice_number, credit_case_id, credit_case_number } = task
  if (invoice_id) {
    return (
      <RecordLink family="invoices" administration_id={administration_id} id={invoice_id}>
        {`${words.record_invoice} ${invoice_number}`}
      </RecordLink>
    )
  }
  if (!credit_case_id) return <Soft>–</Soft>
  return (
    <RecordLink family="credit_cases" administration_id={administration_id} id={credit_case_id}>
      {`${words.record_case} ${credit_case_number}`}
    </RecordLink>
  )
}
