import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { standingQuery } from '../../api/records.ts'
import type { TodayPanel } from '../../api/today.ts'
import { ActForm } from '../../parts/calls/act_form.tsx'
import { FillButtons } from '../../parts/calls/fill_buttons.tsx'
import type { Act } from '../../parts/calls/save_act.ts'
import { PauseMenu } from '../../parts/records/pause_menu.tsx'
import { useRole } from '../../session/use_role.ts'
import { useWords } from '../../words/words.tsx'
import own from './debtor_acts.module.css'
import classes from './inbox.module.css'

type Props = { administration_id: string; panel: TodayPanel; invoice_id: string | null }

/** What is done after reading, beside what was read: a promise, a dispute, or a pause of reminders. */
export function DebtorActs({ administration_id, panel, invoice_id }: Props) {
  const { words } = useWords()
  const { may_work } = useRole(administration_id)
  const [act, setAct] = useState<Act | null>(null)
  const record_key = { administration_id, id: panel.debtor_id }
  const { data: standing } = useQuery(standingQuery(record_key, 'debtors'))
  // Of who owes nothing nothing is promised, disputed or paused.
  if (!may_work || panel.invoices.length === 0) return null
  return (
    <div className={`${classes.part} ${own.form}`}>
      <h3 className={classes.part_title}>{words.messages_do}</h3>
      <div className={own.acts}>
        <FillButtons
          administration_id={administration_id}
          fillings={['promise', 'dispute']}
          filling={act}
          // Calls are noted on the page of the debtor.
          onFill={(filling) => filling !== 'call' && setAct(filling)}
        />
        <PauseMenu family="debtors" record_key={record_key} holds={standing?.holds} over={false} />
      </div>
      {act !== null && (
        <ActForm
          key={act}
          {...{ administration_id, panel, act }}
          {...(invoice_id ? { invoice_id } : {})}
          onClose={() => setAct(null)}
        />
      )}
    </div>
  )
}
