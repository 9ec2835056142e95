import { Button, Menu } from '@mantine/core'
import { useId, useState } from 'react'
import type { Flow, FlowProblem, FlowStep } from '../../api/flows.ts'
import { Icon } from '../../parts/icons.tsx'
import { fill } from '../../words/fill.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import classes from './flows.module.css'
import { NumberField } from './number_field.tsx'
import { sayStep } from './say_flow.ts'
import { sayFlowProblem } from './say_problem.ts'
import { StepFields } from './step_fields.tsx'
import { isLetter, type StepList, step_names, withMoved, withStep } from './steps.ts'

type StepRowsProps = {
  list: StepList
  flow: Flow
  published: Flow | null
  problems: readonly FlowProblem[]
  may_change: boolean
  onChange: (steps: readonly FlowStep[]) => void
}

/** The steps of invoices, or of cases, in their order; each row is edited where it stands. */
export function StepRows({ list, flow, published, problems, may_change, onChange }: StepRowsProps) {
  const { words } = useWords()
  const id = useId()
  const steps = flow[list]
  const missing = step_names[list].filter((name) => steps.every(({ step }) => step !== name))
  return (
    <section className={classes.list} aria-labelledby={id}>
      <div className={classes.list_head}>
        <h2 id={id}>{list === 'steps' ? words.flow_steps : words.flow_case_steps}</h2>
        {may_change && missing.length > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="compact-sm" variant="subtle">
                {words.flow_add_step}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {missing.map((name) => (
                <Menu.Item key={name} onClick={() => onChange(withStep(steps, list, name))}>
                  {sayType(words, 'flow_step', name)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {list === 'steps' && <Heads />}
      <ol className={classes.rows}>
        {steps.map((step, index) => (
          <StepRow
            key={step.step}
            step={step}
            previous={previousOf(steps, index)}
            before={published?.[list].find((one) => one.step === step.step) ?? null}
            compared={published !== null}
            problems={problems.filter(({ place }) => place.startsWith(`${list}[${index}]`))}
            place={`${list}[${index}]`}
            flow={flow}
            may_change={may_change}
            onChange={(changed) => onChange(steps.map((one, place) => (place === index ? changed : one)))}
            onRemove={() => onChange(steps.filter((_, place) => place !== index))}
            onMove={(by) => onChange(withMoved(steps, index, by))}
          />
        ))}
      </ol>
    </section>
  )
}

/** Names of the columns, for eyes alone: each field and each text says by itself what it is. */
function Heads() {
  const { words } = useWords()
  return (
    <div className={classes.heads} aria-hidden="true">
      <span />
      <span>{words.flow_head_step}</span>
      <span>{words.flow_head_day}</span>
      <span>{words.flow_head_by}</span>
      <span>{words.flow_head_term}</span>
      <span>{words.flow_head_rest}</span>
      <span />
    </div>
  )
}

/** What a step is counted from when it counts from the previous one: the due date has no row. */
const previousOf = (steps: readonly FlowStep[], index: number): string | null => {
  const before = steps.slice(0, index).findLast(({ step }) => step !== 'invoice' && step !== 'pre_reminder')
  return before?.step ?? null
}

type StepRowProps = {
  step: FlowStep
  previous: string | null
  before: FlowStep | null
  compared: boolean
  problems: readonly FlowProblem[]
  place: string
  flow: Flow
  may_change: boolean
  onChange: (step: FlowStep) => void
  onRemove: () => void
  onMove: (by: 1 | -1) => void
}

function StepRow({ step, previous, before, compared, problems, place, ...rest }: StepRowProps) {
  const { words } = useWords()
  const says = sayStep(step, words, isLetter(step.step))
  const [opened, setOpened] = useState(false)
  const fields = useId()
  const name = sayType(words, 'flow_step', step.step)
  const problem = (member: string): string | null => {
    const found = problems.find((one) => one.place === `${place}.${member}`)
    return found ? sayFlowProblem(found, words) : null
  }
  const changed = compared && JSON.stringify(withoutOrder(before)) !== JSON.stringify(withoutOrder(step))
  // While the fields of a step are open, each says itself what is wrong with it.
  const shown = opened ? ['from', 'channels', 'term_days', 'fee', 'approval', 'text'] : []
  const others = problems.filter((one) => !shown.some((member) => one.place === `${place}.${member}`))
  return (
    <li className={classes.row} data-changed={changed || undefined} data-wrong={problems.length > 0 || undefined}>
      <span className={classes.icon}>
        <Icon name={iconOf(step.step)} size={16} />
      </span>
      <span className={classes.name}>
        {name}
        {problems.some(({ rule }) => rule) && <Icon name="law" size={15} />}
      </span>
      <span className={classes.day}>
        <NumberField
          label={fill(words.flow_day_of, { step: name })}
          value={step.day}
          disabled={!rest.may_change}
          problem={problem('day')}
          said_below
          onChange={(day) => rest.onChange({ ...step, day: day ?? 0 })}
        />
        <span className={classes.from}>
          <span className={classes.unit}>{words.flow_days} </span>
          {sayFrom()}
          {changed && before && before.day !== step.day && (
            <span className={classes.was}> {fill(words.flow_was, { day: before.day })}</span>
          )}
        </span>
      </span>
      <span className={classes.says}>
        {says.by && <Icon name={step.channels[0] === 'post' ? 'print' : 'mail'} size={15} />} {says.by}
      </span>
      <span className={classes.says}>
        {says.term}
        {says.term && <span className={classes.unit}> {words.flow_to_pay}</span>}
      </span>
      <span className={classes.says}>{says.rest}</span>
      <Button
        className={classes.more}
        size="compact-sm"
        variant="subtle"
        aria-expanded={opened}
        aria-controls={fields}
        aria-label={fill(words.flow_more_of, { step: name })}
        onClick={() => setOpened(!opened)}
      >
        <Icon name="chevron" size={16} />
      </Button>
      {others.map((one) => (
        <p key={one.sentence} className={classes.wrong}>
          {sayFlowProblem(one, words)}
        </p>
      ))}
      <div id={fields} className={classes.fields} hidden={!opened}>
        {opened && <StepFields step={step} problem={problem} name={name} {...rest} />}
      </div>
    </li>
  )

  function sayFrom(): string {
    if (step.from === 'invoice_date') return words.flow_after_invoice_date
    if (step.from === 'due_date') return step.day < 0 ? words.flow_before_due_date : words.flow_after_due_date
    if (step.step === 'opening') return words.flow_after_collectable
    return previous === null
      ? words.flow_after_due_date
      : fill(words.flow_after_step, { step: sayType(words, 'flow_step', previous) })
  }
}

/** Members of a flow come in any order. */
const withoutOrder = (step: FlowStep | null) =>
  step && [step.day, step.from, step.channels, step.term_days, step.fee, step.approval, step.text]

function iconOf(step: string) {
  if (step === 'invoice') return 'invoices'
  if (step === 'call_reminder') return 'phone'
  if (step === 'collectable' || step === 'opening') return 'cases'
  if (step === 'final_reminder') return 'warning'
  return step === 'bailiff' ? 'law' : 'mail'
}
