import { Button, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { ask } from '../../api/client.ts'
import type { RecordKey } from '../../api/records.ts'
import { openPdf } from '../../browser/open_pdf.ts'
import { Icon } from '../../parts/icons.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { addDays } from '../../words/days.ts'
import { useWords } from '../../words/words.tsx'
import classes from './credit_case.module.css'

const route = getRouteApi('/signed_in/administrations/$administration_id/credit_cases/$record_id')

/** Further ahead the service calculates nothing. */
const ahead_days_max = 366

type Props = { case_key: RecordKey; today: string; until: string | undefined; over: boolean }

/** Up to which day the claim is calculated, and the calculation as paper. */
export function ClaimTools({ case_key, today, until, over }: Props) {
  const { words } = useWords()
  const id = useId()
  const navigate = route.useNavigate()
  // While somebody types, a day is not yet one that can be asked for.
  const [typed, setTyped] = useState<string | null>(null)
  const last = addDays(today, ahead_days_max)
  const choose = (day: string): void => {
    setTyped(day)
    if (day < today || day > last) return
    void navigate({ search: day === today ? {} : { until: day }, replace: true })
  }
  const { busy, attempt } = useAttempt(() =>
    openPdf(
      async () => (await ask('case_dossiers.calculation', { ...case_key, ...(until ? { on: until } : {}) })).content,
    ),
  )
  return (
    <div className={classes.tools}>
      {!over && (
        <div className={classes.until} data-chosen={until !== undefined || undefined}>
          <label htmlFor={id}>{words.claim_until}</label>
          <TextInput
            id={id}
            type="date"
            size="xs"
            value={typed ?? until ?? today}
            min={today}
            max={last}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
            onBlur={() => setTyped(null)}
          />
        </div>
      )}
      {until !== undefined && (
        <Button size="compact-sm" variant="default" onClick={() => choose(today)}>
          {words.claim_today}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        leftSection={<Icon name="download" size={15} />}
        onClick={attempt}
      >
        {words.claim_pdf}
      </Button>
    </div>
  )
}
