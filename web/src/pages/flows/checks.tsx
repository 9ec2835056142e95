import { useId } from 'react'
import type { Flow, FlowProblem } from '../../api/flows.ts'
import { Icon } from '../../parts/icons.tsx'
import { counted, fill } from '../../words/fill.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import classes from './checks.module.css'
import { sayFlowProblem } from './say_problem.ts'

const kinds = ['law', 'tie', 'text', 'days'] as const
type Kind = (typeof kinds)[number]

/** What a problem is about: the law, invoices of another flow, a text that is not there, or order and days. */
function kindOf({ rule, sentence }: FlowProblem): Kind {
  if (rule) return 'law'
  if (/^it is (fall-back )?for the same invoices/.test(sentence)) return 'tie'
  return sentence.startsWith('there is no text') ? 'text' : 'days'
}

type ChecksProps = { problems: readonly FlowProblem[]; flow: Flow; country: string }

/** What was checked before a flow can be published, and what keeps it; each problem stands at its step as well. */
export function Checks({ problems, flow, country }: ChecksProps) {
  const { words } = useWords()
  const id = useId()
  const asks = [...flow.steps, ...flow.case_steps].filter(({ approval }) => approval).length
  const party = words[`flow_party_${flow.for.party}`].toLowerCase()
  const right: Readonly<Record<Kind, string>> = {
    law: fill(words.flow_check_law, { party, country }),
    tie: words.flow_check_tie,
    text: words.flow_check_text,
    days: words.flow_check_days,
  }
  return (
    <section className={classes.checks} aria-labelledby={id}>
      <h2 id={id}>{problems.length > 0 ? words.flow_problems : words.flow_checked}</h2>
      <ul aria-live="polite">
        {kinds.map((kind) => {
          const found = problems.filter((one) => kindOf(one) === kind)
          if (found.length === 0) return <Line key={kind} good text={right[kind]} />
          return found.map((one) => <Line key={`${one.place} ${one.sentence}`} text={sayPlaced(one)} />)
        })}
        {asks > 0 && <Line good text={counted(asks, words.flow_check_asks_one, words.flow_check_asks)} />}
      </ul>
    </section>
  )

  /** With the step that it is in, unless that is said anyway. */
  function sayPlaced(problem: FlowProblem): string {
    const sentence = sayFlowProblem(problem, words)
    const [, list = '', index = ''] = /^(steps|case_steps)\[(\d+)\]/.exec(problem.place) ?? []
    const steps = list === 'case_steps' ? flow.case_steps : list === 'steps' ? flow.steps : []
    const step = steps[Number(index)]
    const name = step ? sayType(words, 'flow_step', step.step) : ''
    return sentence.startsWith(name) ? sentence : `${name}: ${sentence}`
  }
}

const Line = ({ good = false, text }: { good?: boolean; text: string }) => (
  <li className={classes.check} data-good={good || undefined}>
    <Icon name={good ? 'check' : 'warning'} size={15} />
    <span>{text}</span>
  </li>
)
