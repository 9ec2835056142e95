import type { ListedCase } from '../../api/records.ts'
import { sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { Moment } from '../moment.tsx'
import type { Column } from '../table/columns.ts'
import { DataTable } from '../table/data_table.tsx'
import { RecordLink } from './links.tsx'
import classes from './record.module.css'
import { useRecordColumns } from './use_record_columns.tsx'

type CaseTableProps = {
  label: string
  cases: readonly ListedCase[]
  administration_id: string
}

/** Credit cases as rows that lead to their pages: how far each is, and for how long. */
export function CaseTable({ label, cases, administration_id }: CaseTableProps) {
  const { words, language } = useWords()
  const { holds, total, open } = useRecordColumns(administration_id)
  const columns: Column<ListedCase>[] = [
    {
      id: 'case',
      title: words.record_case,
      cell: ({ id, credit_case_number }) => (
        <RecordLink family="credit_cases" administration_id={administration_id} id={id}>
          {credit_case_number}
        </RecordLink>
      ),
    },
    { id: 'stage', title: words.stage, cell: (one) => <Stage of={one} /> },
    {
      id: 'days',
      title: words.stage_days,
      number: true,
      cell: ({ deactivated_at, days_in_stage }) => (deactivated_at ? '–' : sayNumber(days_in_stage, language)),
    },
    holds,
    total,
    open,
  ]
  return <DataTable label={label} rows={cases} columns={columns} />
}

function Stage({ of: { stage, deactivated_at } }: { of: ListedCase }) {
  const { words } = useWords()
  if (!deactivated_at) return words[`stage_${stage}`]
  return (
    <span className={classes.two}>
      <span>{words.cases_ended_at}</span>
      <span className="hint">
        <Moment at={deactivated_at} day />
      </span>
    </span>
  )
}
