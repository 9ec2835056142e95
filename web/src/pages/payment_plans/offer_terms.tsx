import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { RecordKey } from '../../api/records.ts'
import { workDone } from '../../api/work.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { focusHeading } from '../../parts/table/focus_row.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { monthlyTerms } from './monthly_terms.ts'

type OfferTermsProps = { plan_key: RecordKey; total: string; count: number; today: string; currency_code: string }

const counts = ['2', '3', '4', '6', '9', '12']

/** Other terms than the debtor proposed: how many, and from when. It is seen before it goes out. */
export function OfferTerms({ plan_key, total, count, today, currency_code }: OfferTermsProps) {
  const { words, language } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(counts.findLast((one) => Number(one) < count) ?? '2')
  const [first_day, setFirstDay] = useState(today)
  const terms = monthlyTerms(total, { count: Number(chosen), first_day })
  const offer = async (): Promise<void> => {
    const numbers = terms.map((one) => ({ ...one, amount: Number(one.amount) }))
    await ask('payment_plans.offer', { ...plan_key, terms: numbers })
    say(words.plans_offer_done)
    focusHeading()
    await workDone(queries)
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {words.plans_offer}
      </Button>
      <Confirm
        opened={open}
        onClose={() => setOpen(false)}
        title={words.plans_offer_title}
        action={words.plans_offer}
        grave={false}
        ready={first_day >= today}
        onConfirm={offer}
        leads_on
      >
        <p>{words.plans_offer_sentence}</p>
        <NativeSelect
          label={words.plans_offer_count}
          data={counts}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <TextInput
          type="date"
          label={words.plans_first}
          min={today}
          value={first_day}
          onChange={({ currentTarget }) => setFirstDay(currentTarget.value || today)}
        />
        <ol>
          {terms.map(({ due_date, amount }) => (
            <li key={due_date}>
              {sayDay(due_date, language)}: {sayMoney(amount, currency_code, language)}
            </li>
          ))}
        </ol>
      </Confirm>
    </>
  )
}
