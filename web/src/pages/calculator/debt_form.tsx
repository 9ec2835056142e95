import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { Card, Section } from '../../parts/section.tsx'
import { sayCode } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './calculator.module.css'
import { DayField } from './day_field.tsx'
import { countries, type Debt, type Fact, factsOf, parties } from './debt.ts'
import { DebtItems } from './debt_items.tsx'
import type { DebtProblem } from './use_calculation.ts'

type FormProps = { debt: Debt; problems: readonly DebtProblem[]; change: (debt: Debt) => void }

/** The law, what is owed and what was paid, and the facts that matter to the chosen law. */
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
            <DayField label={words.calculator_until} value={debt.until} onChange={(until) => set({ until })} />
          </div>
        </Card>
      </Section>
      <DebtItems items={debt.items} problems={problems} change={(items) => set({ items })} />
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

type FactProps = { fact: Fact; debt: Debt; set: (members: Partial<Debt>) => void; error: true | undefined }

function FactField({ fact: { path, kind, usual = false }, debt, set, error }: FactProps) {
  const { words } = useWords()
  const value = debt.facts[path]
  const label = words[`fact_${path}`]
  const put = (given: string | boolean): void => set({ facts: { ...debt.facts, [path]: given } })
  const text = typeof value === 'string' ? value : ''
  if (kind === 'day') return <DayField label={label} value={text} error={error} onChange={put} />
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
