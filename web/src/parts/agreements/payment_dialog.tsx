import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { AgreementScope, Agreements } from '../../api/agreements.ts'
import { useWords } from '../../words/words.tsx'
import { PaymentForm } from './payment_form.tsx'
import { TakeBackForm } from './take_back_form.tsx'

type Props = { agreements: Agreements; scope: AgreementScope; onClose: () => void }

/** A payment that is booked by hand, or one that is taken back, where there is any. */
export function PaymentDialog({ agreements, scope, onClose }: Props) {
  const { words } = useWords()
  const [back, setBack] = useState(false)
  const number = agreements.invoices.find(({ id }) => id === scope.invoice_id)?.invoice_number
  const bookings = [
    ...agreements.bookings.filter(({ invoice_numbers }) => number !== undefined && invoice_numbers.includes(number)),
    ...agreements.bookings.filter(({ invoice_numbers }) => number === undefined || !invoice_numbers.includes(number)),
  ]
  return (
    <div className="fields">
      {bookings.length > 0 && (
        <SegmentedControl
          fullWidth
          aria-label={words.agree_payment}
          value={back ? 'back' : 'book'}
          onChange={(value) => setBack(value === 'back')}
          data={[
            { value: 'book', label: words.agree_book },
            { value: 'back', label: words.agree_take_back },
          ]}
        />
      )}
      {back && bookings.length > 0 ? (
        <TakeBackForm bookings={bookings} administration_id={scope.administration_id} onClose={onClose} />
      ) : (
        <PaymentForm agreements={agreements} scope={scope} onClose={onClose} />
      )}
    </div>
  )
}
