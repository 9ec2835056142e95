import { Button, Checkbox, Popover, Select, TextInput } from '@mantine/core'
import { useId, useLayoutEffect, useRef } from 'react'
import type { DisputeReason, TodayPanel } from '../../api/today.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayDayButton, sayMoney, sayNumber, sayShortDay } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import classes from './call_form.module.css'
import { dispute_reasons, isTaken, type Mode, usualInvoices } from './draft.ts'

type DayProps = {
  label: string
  days: TodayPanel['days']
  chosen: string
  /** Whether any other day is asked for. */
  other: boolean
  /** A day, or none for another one. */
  onChoose: (day: string) => void
  onType: (day: string) => void
}

/** Days that people name on the phone, each with its key, and any other. */
export function DayChoice({ label, days, chosen, other, onChoose, onType }: DayProps) {
  const { words, language } = useWords()
  const typed = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (other) typed.current?.focus()
  }, [other])
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{label}</legend>
      {days.map(({ day }, place) => (
        <button
          key={day}
          type="button"
          className={classes.chip}
          aria-pressed={!other && day === chosen}
          onClick={() => onChoose(day)}
        >
          {sayDayButton(day, language)} <kbd>{place + 1}</kbd>
        </button>
      ))}
      <button type="button" className={classes.chip} aria-pressed={other} onClick={() => onChoose('')}>
        {words.today_other_day} <kbd>{days.length + 1}</kbd>
      </button>
      {other && (
        <TextInput
          ref={typed}
          type="date"
          aria-label={words.today_day}
          className={classes.other_day}
          value={chosen}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      )}
    </fieldset>
  )
}

type ReasonProps = { chosen: DisputeReason | null; onChoose: (reason: DisputeReason) => void }

/** What is said to be wrong, each with its key. */
export function ReasonChoice({ chosen, onChoose }: ReasonProps) {
  const { words } = useWords()
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{words.today_reason}</legend>
      {dispute_reasons.map((reason, place) => (
        <button
          key={reason}
          type="button"
          className={classes.chip}
          aria-pressed={reason === chosen}
          onClick={() => onChoose(reason)}
        >
          {words[`today_dispute_${reason}`]} <kbd>{place + 1}</kbd>
        </button>
      ))}
    </fieldset>
  )
}

type PersonProps = {
  label: string
  people: TodayPanel['colleagues']
  chosen: string
  onChoose: (id: string) => void
}

/** So many colleagues stand side by side; of more, one is searched. */
const people_max = 4

export function PersonChoice({ label, people, chosen, onChoose }: PersonProps) {
  if (people.length > people_max) {
    return (
      <Select
        label={label}
        data={people.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        searchable
        allowDeselect={false}
        onChange={(id) => id !== null && onChoose(id)}
      />
    )
  }
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{label}</legend>
      {people.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={classes.chip}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}

type InvoiceProps = { panel: TodayPanel; mode: Mode; chosen: readonly string[]; onChoose: (ids: string[]) => void }

/** Which invoices it is about: all that are overdue, unless somebody says otherwise. */
export function InvoiceChoice({ panel, mode, chosen, onChoose }: InvoiceProps) {
  const { words, language } = useWords()
  const label_id = useId()
  const { invoices } = panel
  const usual = usualInvoices(panel, 'promise')
  const all_overdue = chosen.length === usual.length && usual.every((id) => chosen.includes(id))
  const [only] = invoices.filter(({ id }) => chosen.includes(id))
  const said = all_overdue
    ? counted(usual.length, words.today_for_overdue_one, words.today_for_overdue)
    : chosen.length === 1 && only
      ? only.invoice_number
      : fill(words.today_for_some, { count: chosen.length, all: invoices.length })
  return (
    <div className={classes.choose_invoices}>
      <span className={classes.legend} id={label_id}>
        {words.today_for}
      </span>
      <Popover position="top-end" width={340}>
        <Popover.Target>
          <Button
            variant="default"
            justify="space-between"
            fullWidth
            aria-describedby={label_id}
            rightSection={<Icon name="chevron" size={14} />}
          >
            {said}
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={classes.invoices}>
          {invoices.map((invoice) => {
            const { id, invoice_number, amount, currency_code, due_date, promised_on } = invoice
            const taken = isTaken(invoice, mode)
            const state = promised_on
              ? fill(words.today_invoice_promised, { day: sayShortDay(promised_on, language) })
              : words.today_invoice_disputed
            return (
              <Checkbox
                key={id}
                size="xs"
                label={`${invoice_number} · ${sayMoney(amount, currency_code, language)} · ${sayShortDay(due_date, language)}`}
                description={taken ? state : undefined}
                disabled={taken}
                checked={chosen.includes(id)}
                onChange={(event) =>
                  onChoose(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
              />
            )
          })}
          {panel.open_invoices > invoices.length && (
            <p className="hint">
              {fill(words.agree_oldest_only, {
                count: sayNumber(invoices.length, language),
                all: sayNumber(panel.open_invoices, language),
              })}
            </p>
          )}
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
