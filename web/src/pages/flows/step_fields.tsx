import { Button, Checkbox, NativeSelect } from '@mantine/core'
import type { Channel, CountedFrom, Flow, FlowStep } from '../../api/flows.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { AmountField } from './amount_field.tsx'
import classes from './fields.module.css'
import { NumberField } from './number_field.tsx'
import { sayChannels } from './say_flow.ts'
import { isFixed, isLetter, isMovable } from './steps.ts'

type StepFieldsProps = {
  step: FlowStep
  flow: Flow
  name: string
  may_change: boolean
  problem: (member: string) => string | null
  onChange: (step: FlowStep) => void
  onRemove: () => void
  onMove: (by: 1 | -1) => void
}

const ways: readonly (readonly Channel[])[] = [['mail', 'post'], ['post', 'mail'], ['mail'], ['post']]
const counted_from: readonly CountedFrom[] = ['invoice_date', 'due_date', 'previous']

/** Everything of a step beside its day. */
export function StepFields({ step, flow, name, may_change, problem, onChange, onRemove, onMove }: StepFieldsProps) {
  const { words } = useWords()
  const common = { size: 'xs', disabled: !may_change } as const
  const of_case = flow.case_steps.includes(step)
  return (
    <>
      {!of_case && (
        <NativeSelect
          {...common}
          label={words.flow_counted_from}
          value={step.from}
          error={problem('from')}
          data={counted_from.map((from) => ({ value: from, label: words[`flow_from_${from}`] }))}
          onChange={(event) => onChange({ ...step, from: pick(counted_from, event.currentTarget.value) })}
        />
      )}
      {isLetter(step.step) && (
        <>
          <NativeSelect
            {...common}
            label={words.flow_channels}
            value={step.channels.join(' ')}
            error={problem('channels')}
            data={ways.map((way) => ({ value: way.join(' '), label: sayChannels(way, words) }))}
            onChange={(event) => {
              const chosen = ways.find((way) => way.join(' ') === event.currentTarget.value)
              if (chosen) onChange({ ...step, channels: chosen })
            }}
          />
          <NumberField
            label={words.flow_term}
            shown_label
            may_be_empty
            value={step.term_days}
            disabled={!may_change}
            problem={problem('term_days')}
            onChange={(term_days) => onChange({ ...step, term_days })}
          />
          <Fee step={step} disabled={!may_change} problem={problem('fee')} onChange={onChange} />
        </>
      )}
      <Checkbox
        className={classes.check}
        {...common}
        label={words.flow_approval}
        checked={step.approval}
        onChange={(event) => onChange({ ...step, approval: event.currentTarget.checked })}
      />
      {may_change && (
        <div className={classes.moves}>
          {isMovable(step.step) && (
            <>
              <Button size="compact-xs" variant="default" onClick={() => onMove(-1)}>
                {words.flow_earlier}
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => onMove(1)}>
                {words.flow_later}
              </Button>
            </>
          )}
          {!isFixed(step, flow) && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={fill(words.flow_remove_step, { step: name })}
              onClick={onRemove}
            >
              {words.flow_remove}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

const pick = <Word extends string>(from: readonly Word[], text: string): Word =>
  // The field offers nothing else.
  from.find((one) => one === text) ?? (from[0] as Word)

type FeeProps = {
  step: FlowStep
  disabled: boolean
  problem: string | null
  onChange: (step: FlowStep) => void
}

function Fee({ step, disabled, problem, onChange }: FeeProps) {
  const { words } = useWords()
  const kind = step.fee === 'none' || step.fee === 'pack' ? step.fee : 'amount'
  const choose = (chosen: string): void => onChange({ ...step, fee: chosen === 'amount' ? '0.00' : chosen })
  return (
    <>
      <NativeSelect
        size="xs"
        disabled={disabled}
        label={words.flow_fee}
        value={kind}
        error={kind === 'amount' ? null : problem}
        data={[
          { value: 'none', label: words.flow_fee_none },
          { value: 'pack', label: words.flow_fee_pack },
          { value: 'amount', label: words.flow_fee_amount },
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {kind === 'amount' && (
        <AmountField
          size="xs"
          disabled={disabled}
          label={words.flow_fee_amount}
          value={step.fee}
          error={problem}
          onAmount={(fee) => onChange({ ...step, fee })}
        />
      )}
    </>
  )
}
