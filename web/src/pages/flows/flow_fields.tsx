import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { Flow, FlowProblem, ShownFlow } from '../../api/flows.ts'
import { Section } from '../../parts/section.tsx'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { AmountField } from './amount_field.tsx'
import classes from './fields.module.css'
import { NumberField } from './number_field.tsx'
import { sayFlowProblem } from './say_problem.ts'

type FlowFieldsProps = {
  flow: Flow
  problems: readonly FlowProblem[]
  payment_conditions: ShownFlow['payment_conditions']
  may_change: boolean
  onChange: (flow: Flow) => void
}

const parties = ['any', 'business', 'consumer'] as const
const methods = ['bank_transfer', 'direct_debit', 'cash', 'none', 'unknown'] as const
const bundles = ['none', 'final', 'reminders'] as const
const ends = ['none', 'task', 'collectable', 'case_approval', 'case'] as const

/** Which invoices follow the flow, and what holds for all of its steps. */
export function FlowFields({ flow, problems, payment_conditions, may_change, onChange }: FlowFieldsProps) {
  const { words } = useWords()
  const common = { size: 'sm', disabled: !may_change } as const
  const problem = (place: string): string | null => {
    const found = problems.find((one) => one.place === place || one.place.startsWith(`${place}[`))
    return found ? sayFlowProblem(found, words) : null
  }
  const setFor = (change: Partial<Flow['for']>): void => onChange({ ...flow, for: { ...flow.for, ...change } })
  return (
    <>
      <Section title={words.flow_for} sentence={words.flow_for_sentence}>
        <div className="fields">
          <div className="pair">
            <Choice
              {...common}
              label={words.flow_party}
              value={flow.for.party}
              options={parties.map((one) => [one, words[`flow_party_${one}`]])}
              problem={problem('for')}
              onChoose={(party) => setFor({ party })}
            />
          </div>
          <Several
            label={words.flow_payment_conditions}
            hint={payment_conditions.length === 0 ? words.flow_no_payment_conditions : words.flow_any_hint}
            chosen={flow.for.payment_conditions}
            options={payment_conditions.map(({ code, name }) => [code, name === code ? code : `${code} · ${name}`])}
            disabled={!may_change}
            problem={problem('for.payment_conditions')}
            onChange={(chosen) => setFor({ payment_conditions: chosen })}
          />
          <Several
            label={words.flow_payment_methods}
            hint={words.flow_any_hint}
            chosen={flow.for.payment_methods}
            options={methods.map((one) => [one, sayType(words, 'method', one)])}
            disabled={!may_change}
            problem={problem('for.payment_methods')}
            onChange={(chosen) => setFor({ payment_methods: chosen })}
          />
          <Checkbox
            {...common}
            label={words.flow_fallback}
            checked={flow.fallback}
            error={problem('fallback')}
            onChange={(event) => onChange({ ...flow, fallback: event.currentTarget.checked })}
          />
        </div>
      </Section>
      <Whole flow={flow} may_change={may_change} problem={problem} onChange={onChange} />
    </>
  )
}

type WholeProps = Pick<FlowFieldsProps, 'flow' | 'may_change' | 'onChange'> & {
  problem: (place: string) => string | null
}

/** What holds for the flow as a whole. */
function Whole({ flow, may_change, problem, onChange }: WholeProps) {
  const { words } = useWords()
  const common = { size: 'sm', disabled: !may_change, autoComplete: 'off' } as const
  return (
    <Section title={words.flow_whole}>
      <div className="pair">
        <TextInput
          {...common}
          label={words.flows_name}
          value={flow.name}
          error={flow.name.trim() === '' ? words.problem_missing : problem('name')}
          onChange={(event) => onChange({ ...flow, name: event.currentTarget.value })}
        />
        <AmountField
          {...common}
          label={words.flow_minimum_amount}
          value={flow.minimum_amount}
          error={problem('minimum_amount')}
          onAmount={(minimum_amount) => onChange({ ...flow, minimum_amount })}
        />
        <Choice
          size="sm"
          disabled={!may_change}
          label={words.flow_bundle}
          value={flow.bundle}
          options={bundles.map((one) => [one, words[`flow_bundle_${one}`]])}
          problem={problem('bundle')}
          onChoose={(bundle) => onChange({ ...flow, bundle })}
        />
        <NumberField
          label={words.flow_minimum_interval}
          shown_label
          value={flow.minimum_interval}
          disabled={!may_change}
          problem={problem('minimum_interval')}
          onChange={(days) => onChange({ ...flow, minimum_interval: days ?? 7 })}
        />
        <Choice
          size="sm"
          disabled={!may_change}
          label={words.flow_end}
          value={flow.end}
          options={ends.map((one) => [one, words[`flow_end_${one}`]])}
          problem={problem('end')}
          onChoose={(end) => onChange({ ...flow, end })}
        />
      </div>
    </Section>
  )
}

type ChoiceProps<Word extends string> = {
  label: string
  value: Word
  options: readonly (readonly [Word, string])[]
  size: 'sm'
  disabled: boolean
  problem: string | null
  onChoose: (word: Word) => void
}

function Choice<Word extends string>({ options, problem, onChoose, ...rest }: ChoiceProps<Word>) {
  return (
    <NativeSelect
      {...rest}
      error={problem}
      data={options.map(([value, label]) => ({ value, label }))}
      onChange={(event) => {
        const chosen = options.find(([value]) => value === event.currentTarget.value)
        if (chosen) onChoose(chosen[0])
      }}
    />
  )
}

type SeveralProps = {
  label: string
  hint: string
  chosen: 'any' | readonly string[]
  options: readonly (readonly [string, string])[]
  disabled: boolean
  problem: string | null
  onChange: (chosen: 'any' | string[]) => void
}

/** None chosen means all of them. One that is not offered any more is still shown, so that it can be taken back. */
function Several({ label, hint, chosen, options, disabled, problem, onChange }: SeveralProps) {
  const value = chosen === 'any' ? [] : [...chosen]
  const gone = value.filter((one) => options.every(([code]) => code !== one)).map((code) => [code, code] as const)
  return (
    <Checkbox.Group
      label={label}
      description={hint}
      value={value}
      error={problem}
      onChange={(next) => onChange(next.length === 0 ? 'any' : next)}
    >
      <div className={classes.choices}>
        {[...options, ...gone].map(([code, name]) => (
          <Checkbox key={code} size="sm" value={code} label={name} disabled={disabled} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
