import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card, Section } from '../../parts/section.tsx'
import { fill } from '../../words/fill.ts'
import { sayCode } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './calculator.module.css'
import { countries, type Debt, type Fact, factsOf, parties } from './debt.ts'

type Problem = { place: string; sentence: string }
type FormProps = { debt: Debt; problems: readonly Problem[]; change: (debt: Debt) => void }

/** The debt, what was paid, and the facts that matter to the chosen law. */
export function DebtForm({ debt, problems, change }: FormProps) {
  const { words, language } = useWords()
  const set = (members: Partial<Debt>): void => change({ ...debt, ...members })
  const wrong = (place: string): true | undefined => problems.some((one) => one.place === place) || undefined
  const nameOf = (country: string): string =>
    country === 'EU' ? words.calculator_eu : sayCode(country === 'UK' ? 'GB' : country, 'region', language)
  return (
    <form className={classes.form} onSubmit={(event) => event.preventDefault()}>
      <Section title={words.calculator_debt}>
        <Card>
          <div className={classes.fields}>
            <NativeSelect
              label={words.calculator_country}
              value={debt.country}
              data={countries.map((value) => ({ value, label: nameOf(value) }))}
              onChange={({ currentTarget: { value } }) =>
                set({ country: countries.find((one) => one === value) ?? debt.country })
              }
            />
            <NativeSelect
              label={words.calculator_party}
              value={debt.party}
              data={parties.map((value) => ({ value, label: words[`calculator_${value}`] }))}
              onChange={({ currentTarget: { value } }) =>
                set({ party: value === 'consumer' ? 'consumer' : 'business' })
              }
            />
            <TextInput
              label={words.calculator_principal}
              value={debt.principal}
              inputMode="decimal"
              autoComplete="off"
              error={wrong('principal')}
              onChange={({ currentTarget: { value } }) => set({ principal: value })}
            />
            <Day label={words.calculator_due_date} value={debt.due_date} onChange={(due_date) => set({ due_date })} />
            <Day label={words.calculator_until} value={debt.until} onChange={(until) => set({ until })} />
          </div>
        </Card>
      </Section>
      <Section title={words.calculator_payments}>
        <Card>
          <Payments debt={debt} set={set} wrong={wrong} />
        </Card>
      </Section>
      <Section title={words.calculator_facts}>
        <Card>
          <div className={classes.fields}>
            {factsOf(debt).map((fact) => (
              <FactField key={fact.path} fact={fact} debt={debt} set={set} error={wrong(`facts.${fact.path}`)} />
            ))}
          </div>
        </Card>
      </Section>
    </form>
  )
}

type DayProps = { label: string; value: string; onChange: (day: string) => void; error?: true | undefined }

const Day = ({ label, value, onChange, error }: DayProps): ReactNode => (
  <TextInput
    type="date"
    label={label}
    value={value}
    error={error}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

type PaymentsProps = {
  debt: Debt
  set: (members: Partial<Debt>) => void
  wrong: (place: string) => true | undefined
}

function Payments({ debt: { payments }, set, wrong }: PaymentsProps) {
  const { words } = useWords()
  const edit = (key: number, members: object): void =>
    set({ payments: payments.map((one) => (one.key === key ? { ...one, ...members } : one)) })
  const next_key = Math.max(-1, ...payments.map(({ key }) => key)) + 1
  return (
    <>
      {payments.map(({ key, date, amount }, index) => (
        <div key={key} className={classes.payment}>
          <Day
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
      <Button
        variant="default"
        disabled={payments.length >= 100}
        onClick={() => set({ payments: [...payments, { key: next_key, date: '', amount: '' }] })}
      >
        {words.calculator_add_payment}
      </Button>
    </>
  )
}

type FactProps = { fact: Fact; debt: Debt; set: (members: Partial<Debt>) => void; error: true | undefined }

function FactField({ fact: { path, kind, usual = false }, debt, set, error }: FactProps) {
  const { words } = useWords()
  const value = debt.facts[path]
  const label = words[`fact_${path}`]
  const put = (given: string | boolean): void => set({ facts: { ...debt.facts, [path]: given } })
  const text = typeof value === 'string' ? value : ''
  if (kind === 'day') return <Day label={label} value={text} error={error} onChange={put} />
  if (kind === 'flag' || kind === 'cap') {
    return (
      <Checkbox
        className={classes.flag}
        label={label}
        checked={kind === 'cap' ? value === true || value === 'cap' : (value ?? usual) === true}
        onChange={({ currentTarget: { checked } }) => put(checked)}
      />
    )
  }
  if (kind === 'channel') {
    return (
      <NativeSelect
        label={label}
        value={text || 'email'}
        data={[
          { value: 'email', label: words.channel_email },
          { value: 'post', label: words.channel_by_post },
        ]}
        onChange={({ currentTarget }) => put(currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      label={label}
      value={text}
      inputMode={kind === 'count' ? 'numeric' : 'decimal'}
      autoComplete="off"
      error={error}
      onChange={({ currentTarget }) => put(currentTarget.value)}
    />
  )
}
