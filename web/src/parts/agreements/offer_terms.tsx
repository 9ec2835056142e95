import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { RecordKey } from '../../api/records.ts'
import { workDone } from '../../api/work.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { useForm } from '../form.ts'
import { FormSheet } from '../form_sheet.tsx'
import { FormWays } from '../form_ways.tsx'
import { useNotice } from '../notices.tsx'
import { focusHeading } from '../table/focus_row.ts'
import { centsOf } from './cents.ts'
import { type Schedule, termsOf } from './schedule.ts'
import { ShownTerms, TermsFields } from './terms_fields.tsx'

type OfferTermsProps = { plan_key: RecordKey; total: string; count: number; today: string; currency_code: string }

/** The most terms that can be offered; the service knows it too. */
const offered_max = 24

/** Other terms than the debtor proposed: how many, and from when. It is seen before it goes out. */
export function OfferTerms(props: OfferTermsProps) {
  const { words } = useWords()
  const [opened, setOpened] = useState(false)
  const close = (): void => setOpened(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {words.plans_offer}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={words.plans_offer_title}
        centered
        size={560}
        closeButtonProps={{ 'aria-label': words.close }}
        attributes={{ header: { role: 'none' } }}
      >
        <OfferForm {...props} onClose={close} />
      </Modal>
    </>
  )
}

function OfferForm({
  plan_key,
  total,
  count,
  today,
  currency_code,
  onClose,
}: OfferTermsProps & { onClose: () => void }) {
  const { words, language } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const usual: Schedule = { count: String(Math.max(2, count - 1)), each: '', first_day: today, every: 'month' }
  const cents = centsOf(total) ?? 0n
  const problemOf = (terms: Schedule): string | null => {
    if (terms.first_day < today) return words.agree_day_past
    const count = termsOf(cents, terms, language)?.length ?? 0
    return count < 2 || count > offered_max ? fill(words.plans_offer_wrong, { max: offered_max }) : null
  }
  const form = useForm({
    initial: { terms: usual },
    check: ({ terms }) => ({ terms: problemOf(terms) }),
    send: ({ terms }) => {
      const numbers = (termsOf(cents, terms, language) ?? []).map((one) => ({ ...one, amount: Number(one.amount) }))
      return ask('payment_plans.offer', { ...plan_key, terms: numbers })
    },
    done: async () => {
      onClose()
      say(words.plans_offer_done)
      focusHeading()
      await workDone(queries)
    },
  })
  const { terms } = form.values
  const problem = problemOf(terms)
  return (
    <FormSheet form={form} label={words.plans_offer}>
      <p>{words.plans_offer_sentence}</p>
      <TermsFields schedule={terms} today={today} onChange={(changed) => form.set('terms', changed)} />
      <ShownTerms terms={termsOf(cents, terms, language)} total={cents} currency_code={currency_code} />
      {problem && (
        <p role="alert" className="hint">
          {problem}
        </p>
      )}
      <FormWays form={form} submit={words.plans_offer} onCancel={onClose} autofocus />
    </FormSheet>
  )
}
