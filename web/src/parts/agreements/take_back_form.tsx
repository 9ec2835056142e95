import { Button, Radio, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Booked } from '../../api/agreements.ts'
import { ask } from '../../api/client.ts'
import { workDone } from '../../api/work.ts'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { required, useForm } from '../form.ts'
import { FormSheet } from '../form_sheet.tsx'
import { FormWays } from '../form_ways.tsx'
import { useNotice } from '../notices.tsx'
import classes from './agreements.module.css'

const reasons = ['twice', 'wrong', 'bounced'] as const

type Props = { bookings: readonly Booked[]; administration_id: string; onClose: () => void }

/** Which payment by hand is taken back, the newest unless somebody says otherwise, and why. */
export function TakeBackForm({ bookings, administration_id, onClose }: Props) {
  const { words, language } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const form = useForm({
    initial: { booking_id: bookings[0]?.booking_id ?? '', reason: '' },
    check: ({ reason }) => ({ reason: required(reason, words) }),
    send: ({ booking_id, reason }) => ask('agreements.take_back_payment', { administration_id, booking_id, reason }),
    done: async () => {
      onClose()
      say(words.agree_took_back)
      await workDone(queries)
    },
  })
  const detailsOf = ({ invoice_numbers, booked_by, description }: Booked): string =>
    [invoice_numbers.join(', '), booked_by && fill(words.agree_booked_by, { name: booked_by }), description]
      .filter(Boolean)
      .join(' · ')
  return (
    <FormSheet form={form} label={words.agree_take_back}>
      <Radio.Group
        label={words.agree_which}
        value={form.values.booking_id}
        onChange={(booking_id) => form.set('booking_id', booking_id)}
      >
        <ul className={classes.items}>
          {bookings.map((one) => (
            <li key={one.booking_id} className={classes.item}>
              <Radio value={one.booking_id} label={sayDay(one.payment_date, language)} description={detailsOf(one)} />
              <span className={classes.figure}>{sayMoney(one.amount, one.currency_code, language)}</span>
            </li>
          ))}
        </ul>
      </Radio.Group>
      <div className={classes.chips}>
        {reasons.map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            aria-pressed={form.values.reason === words[`agree_reason_${name}`]}
            onClick={() => form.set('reason', words[`agree_reason_${name}`])}
          >
            {words[`agree_reason_${name}`]}
          </Button>
        ))}
      </div>
      <TextInput label={words.agree_reason} maxLength={500} {...form.text('reason')} />
      <p className="hint">{words.agree_take_back_sentence}</p>
      <FormWays form={form} submit={words.agree_take_back} onCancel={onClose} />
    </FormSheet>
  )
}
