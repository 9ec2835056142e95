import { Button, TextInput } from '@mantine/core'
import { Card, Section } from '../../parts/section.tsx'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import classes from './calculator.module.css'
import { DayField } from './day_field.tsx'
import { type DebtItem, emptyItem, items_max } from './debt.ts'
import type { DebtProblem } from './use_calculation.ts'

type ItemsProps = {
  items: readonly DebtItem[]
  problems: readonly DebtProblem[]
  change: (items: DebtItem[]) => void
}

/** What is owed, one invoice or several, and what was paid on each. */
export function DebtItems({ items, problems, change }: ItemsProps) {
  const { words } = useWords()
  const next_key = nextKey(items)
  return (
    <Section title={words.calculator_invoices}>
      <Card>
        {items.map((item, place) => (
          <Item
            key={item.key}
            item={item}
            name={items.length > 1 ? item.number || fill(words.calculator_invoice, { number: place + 1 }) : null}
            wrong={(where) => problems.some((one) => one.debt === place && one.place === where) || undefined}
            change={(changed) => change(items.map((one) => (one.key === item.key ? changed : one)))}
            remove={() => change(items.filter((one) => one.key !== item.key))}
          />
        ))}
        <Button
          variant="default"
          disabled={items.length >= items_max}
          onClick={() => change([...items, emptyItem(next_key)])}
        >
          {words.calculator_add_invoice}
        </Button>
      </Card>
    </Section>
  )
}

const nextKey = (of: readonly { key: number }[]): number => Math.max(-1, ...of.map(({ key }) => key)) + 1

type ItemProps = {
  item: DebtItem
  /** What it is called beside others. */
  name: string | null
  wrong: (place: string) => true | undefined
  change: (item: DebtItem) => void
  remove: () => void
}

function Item({ item, name, wrong, change, remove }: ItemProps) {
  const { words } = useWords()
  const set = (members: Partial<DebtItem>): void => change({ ...item, ...members })
  return (
    <fieldset className={classes.item} aria-label={name ?? words.calculator_invoices}>
      {name !== null && (
        <div className={classes.item_top}>
          <strong>{name}</strong>
          <button
            type="button"
            className="link"
            aria-label={fill(words.calculator_remove_invoice, { number: name })}
            onClick={remove}
          >
            {words.calculator_remove}
          </button>
        </div>
      )}
      <div className={classes.fields}>
        <TextInput
          label={words.calculator_principal}
          value={item.principal}
          inputMode="decimal"
          autoComplete="off"
          error={wrong('principal')}
          onChange={({ currentTarget: { value } }) => set({ principal: value })}
        />
        <DayField label={words.calculator_due_date} value={item.due_date} onChange={(due_date) => set({ due_date })} />
      </div>
      <Payments item={item} set={set} wrong={wrong} />
    </fieldset>
  )
}

type PaymentsProps = Pick<ItemProps, 'item' | 'wrong'> & { set: (members: Partial<DebtItem>) => void }

function Payments({ item: { payments }, set, wrong }: PaymentsProps) {
  const { words } = useWords()
  const edit = (key: number, members: object): void =>
    set({ payments: payments.map((one) => (one.key === key ? { ...one, ...members } : one)) })
  return (
    <>
      {payments.map(({ key, date, amount }, index) => (
        <div key={key} className={classes.payment}>
          <DayField
            label={words.calculator_paid_on}
            value={date}
            error={wrong(`payments[${index}].date`)}
            onChange={(day) => edit(key, { date: day })}
          />
          <TextInput
            label={words.calculator_paid}
            value={amount}
            inputMode="decimal"
            autoComplete="off"
            error={wrong(`payments[${index}].amount`)}
            onChange={({ currentTarget: { value } }) => edit(key, { amount: value })}
          />
          <Button
            variant="default"
            aria-label={fill(words.calculator_remove_payment, { number: index + 1 })}
            onClick={() => set({ payments: payments.filter((one) => one.key !== key) })}
          >
            ×
          </Button>
        </div>
      ))}
      <button
        type="button"
        className="link"
        disabled={payments.length >= 100}
        onClick={() => set({ payments: [...payments, { key: nextKey(payments), date: '', amount: '' }] })}
      >
        {words.calculator_add_payment}
      </button>
    </>
  )
}
