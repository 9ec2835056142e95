import { Checkbox, Input, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  type AgreementScope,
  type Agreements,
  agreementsQuery,
  type Booked,
  type HandMethod,
  type OwedInvoice,
} from '../../api/agreements.ts'
import { ask } from '../../api/client.ts'
import { workDone } from '../../api/work.ts'
import { useToday } from '../../session/use_today.ts'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoment, sayMoney } from '../../words/formats.ts'
import type { Language } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import { useForm } from '../form.ts'
import { FormSheet } from '../form_sheet.tsx'
import { FormWays } from '../form_ways.tsx'
import { Note } from '../note.tsx'
import { useNotice } from '../notices.tsx'
import { Empty } from '../states.tsx'
import classes from './agreements.module.css'
import { amountOf, centsOf, typedCents } from './cents.ts'
import { OldestOnly, useLongList } from './long_list.tsx'
import { spreadOver } from './spread.ts'
import { twinOf } from './twin.ts'

const methods: readonly HandMethod[] = ['bank_transfer', 'cash', 'other']

type Props = { agreements: Agreements; scope: AgreementScope; onClose: () => void }

type Values = {
  amount: string
  payment_date: string
  method: HandMethod
  description: string
  lines: Record<string, string>
  /** The payment just like it that somebody saw, and said that this is another one. */
  another_than: string
}

type Entered = { agreements: Agreements; invoices: readonly OwedInvoice[]; language: Language }

const twinIn = ({ lines, payment_date }: Values, { agreements, invoices, language }: Entered) =>
  twinOf(
    { cents: totalOf(lines, language), payment_date, currency_code: invoices[0]?.currency_code },
    agreements.bookings,
  )

function usePaymentForm({ agreements, scope, onClose }: Props, invoices: readonly OwedInvoice[], today: string) {
  const { words, language } = useWords()
  const { administration_id } = scope
  const queries = useQueryClient()
  const say = useNotice()
  const money = (cents: bigint): string => sayMoney(amountOf(cents), invoices[0]?.currency_code ?? 'EUR', language)
  const amountProblem = ({ amount, lines }: Values): string | null => {
    const cents = typedCents(amount, language)
    if (
      cents === null ||
      cents <= 0n ||
      Object.values(lines).some((one) => one !== '' && typedCents(one, language) === null)
    )
      return words.agree_amount_wrong
    const more = cents - totalOf(lines, language)
    return more > 0n ? fill(words.agree_too_much, { amount: money(more) }) : null
  }
  const linesProblem = ({ lines }: Values): string | null => {
    const over = invoices.find(
      ({ id, amount }) => (typedCents(lines[id] ?? '', language) ?? 0n) > (centsOf(amount) ?? 0n),
    )
    if (!over) return null
    return fill(words.agree_line_too_much, { number: over.invoice_number, amount: money(centsOf(over.amount) ?? 0n) })
  }
  const undo = async (booking_id: string): Promise<void> => {
    await ask('agreements.take_back_payment', { administration_id, booking_id, reason: words.agree_undone })
    await workDone(queries)
  }
  const asked = usualAmount(invoices, scope)
  return useForm<Values, { booking_id: string }>({
    initial: {
      ...{ amount: amountOf(asked), payment_date: today, method: 'bank_transfer', description: '' },
      ...{ lines: spreadOver(asked, invoices).lines, another_than: '' },
    },
    check: (values) => ({
      amount: amountProblem(values),
      payment_date: values.payment_date === '' || values.payment_date > today ? words.agree_day_wrong : null,
      lines: linesProblem(values),
      another_than:
        (twinIn(values, { agreements, invoices, language })?.booking_id ?? values.another_than) === values.another_than
          ? null
          : words.agree_twin_unsaid,
    }),
    send: ({ lines, payment_date, method, description }) =>
      ask('agreements.book_payment', {
        ...{ administration_id, payment_date, method, ...(description.trim() === '' ? {} : { description }) },
        lines: invoices.flatMap(({ id, amount: open_amount }) => {
          const amount = typedCents(lines[id] ?? '', language) ?? 0n
          return amount === 0n ? [] : [{ invoice_id: id, amount: amountOf(amount), open_amount }]
        }),
      }).catch((problem: unknown) => {
        // It may be booked although no answer came, so what is booked by now is read before anybody tries again.
        void queries.invalidateQueries({ queryKey: agreementsQuery(scope).queryKey })
        throw problem
      }),
    done: async ({ booking_id }, { lines }) => {
      onClose()
      say(fill(words.agree_booked, { amount: money(totalOf(lines, language)) }), () => undo(booking_id))
      await workDone(queries)
    },
    refused: ({ code }) => (code === 'conflict' ? words.agree_changed : null),
  })
}

/** A payment, all that is open unless somebody says otherwise, and what it pays: every line of it can be changed. */
export function PaymentForm(props: Props) {
  const { agreements, scope, onClose } = props
  const { words, language } = useWords()
  const today = useToday(scope.administration_id)
  const invoices = payable(agreements, scope)
  const form = usePaymentForm(props, invoices, today)
  const twin = twinIn(form.values, { agreements, invoices, language })
  if (invoices.length === 0) return <Empty title={words.agree_nothing_open} />
  const pay = (amount: string): void => {
    form.set('amount', amount)
    form.set('lines', spreadOver(typedCents(amount, language) ?? 0n, invoices).lines)
  }
  const change = (id: string, amount: string): void => {
    const lines = { ...form.values.lines, [id]: amount }
    form.set('lines', lines)
    form.set('amount', amountOf(totalOf(lines, language)))
  }
  return (
    <FormSheet form={form} label={words.agree_payment}>
      <div className={classes.row}>
        <TextInput
          label={words.agree_amount}
          inputMode="decimal"
          maxLength={20}
          {...form.text('amount')}
          onChange={({ currentTarget }) => pay(currentTarget.value)}
        />
        <TextInput label={words.agree_day} type="date" max={today} {...form.text('payment_date')} />
        <NativeSelect
          label={words.agree_method}
          data={methods.map((value) => ({ value, label: words[`method_${value}`] }))}
          value={form.values.method}
          onChange={({ currentTarget: { value } }) =>
            form.set('method', methods.find((one) => one === value) ?? 'bank_transfer')
          }
        />
      </div>
      <Lines invoices={invoices} lines={form.values.lines} problem={form.problem('lines')} onChange={change} />
      <OldestOnly agreements={agreements} />
      <TextInput
        label={words.agree_description}
        description={words.optional}
        maxLength={500}
        {...form.text('description')}
      />
      {agreements.books_written_at && (
        <Note>
          <p>{fill(words.agree_books, { moment: sayMoment(agreements.books_written_at, language) })}</p>
        </Note>
      )}
      {twin && (
        <Twin
          twin={twin}
          other={form.values.another_than === twin.booking_id}
          problem={form.problem('another_than')}
          onOther={(other) => form.set('another_than', other ? twin.booking_id : '')}
        />
      )}
      <FormWays form={form} submit={words.agree_book} onCancel={onClose} autofocus />
    </FormSheet>
  )
}

type TwinProps = { twin: Booked; other: boolean; problem: string | null; onOther: (other: boolean) => void }

/** A payment just like it stands already: it is only booked by whoever says that it is another one. */
function Twin({ twin, other, problem, onOther }: TwinProps) {
  const { words, language } = useWords()
  const { amount, currency_code, payment_date, invoice_numbers, booked_by } = twin
  const details = [invoice_numbers.join(', '), booked_by && fill(words.agree_booked_by, { name: booked_by })]
  const said = {
    ...{ amount: sayMoney(amount, currency_code, language), day: sayDay(payment_date, language) },
    details: details.filter(Boolean).join(', '),
  }
  return (
    <Note tone="warning" live>
      <p>{fill(words.agree_twin, said)}</p>
      <Checkbox
        label={words.agree_twin_other}
        checked={other}
        error={problem}
        onChange={({ currentTarget }) => onOther(currentTarget.checked)}
      />
    </Note>
  )
}

const totalOf = (lines: Readonly<Record<string, string>>, language: Language): bigint =>
  Object.values(lines).reduce((sum, one) => sum + (typedCents(one, language) ?? 0n), 0n)

/** The oldest first, after what the page is about; of one currency, that of the first. */
function payable({ invoices }: Agreements, { invoice_id, credit_case_id }: AgreementScope): OwedInvoice[] {
  const isOwn = (one: OwedInvoice): boolean =>
    one.id === invoice_id || (credit_case_id !== undefined && one.credit_case_id === credit_case_id)
  const owed = invoices.filter(({ amount }) => Number(amount) > 0)
  const ordered = [...owed.filter(isOwn), ...owed.filter((one) => !isOwn(one))]
  return ordered.filter(({ currency_code }) => currency_code === ordered[0]?.currency_code)
}

/** All that is open of what the page is about. */
function usualAmount(invoices: readonly OwedInvoice[], { invoice_id, credit_case_id }: AgreementScope): bigint {
  const own = invoices.filter(({ id, credit_case_id: in_case }) =>
    invoice_id !== undefined ? id === invoice_id : credit_case_id === undefined || in_case === credit_case_id,
  )
  return own.reduce((sum, { amount }) => sum + (centsOf(amount) ?? 0n), 0n)
}

type LinesProps = {
  invoices: readonly OwedInvoice[]
  lines: Readonly<Record<string, string>>
  problem: string | null
  onChange: (id: string, amount: string) => void
}

function Lines({ invoices, lines, problem, onChange }: LinesProps) {
  const { words, language } = useWords()
  const { shown, rest } = useLongList(invoices)
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{words.agree_lines}</legend>
      <ul className={classes.items}>
        {shown.map(({ id, invoice_number, amount, currency_code }) => (
          <li key={id} className={classes.item}>
            <span>
              {invoice_number}{' '}
              <span className="hint">
                {fill(words.agree_open_of, { amount: sayMoney(amount, currency_code, language) })}
              </span>
            </span>
            <TextInput
              className={classes.field}
              aria-label={fill(words.agree_line_of, { number: invoice_number })}
              inputMode="decimal"
              maxLength={20}
              value={lines[id] ?? ''}
              onChange={({ currentTarget }) => onChange(id, currentTarget.value)}
            />
          </li>
        ))}
        {rest}
      </ul>
      {problem && <Input.Error role="alert">{problem}</Input.Error>}
    </fieldset>
  )
}
