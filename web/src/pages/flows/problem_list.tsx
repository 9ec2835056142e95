import type { Flow, FlowProblem } from '../../api/flows.ts'
import { Note } from '../../parts/note.tsx'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import classes from './flows.module.css'
import { sayFlowProblem } from './say_problem.ts'

/** Everything that keeps a flow from being published; each stands at its place as well. */
export function ProblemList({ problems, flow }: { problems: readonly FlowProblem[]; flow: Flow }) {
  const { words } = useWords()
  if (problems.length === 0) return null
  return (
    <Note tone="warning" title={words.flow_problems}>
      <ul className={classes.problems}>
        {problems.map((problem) => (
          <li key={`${problem.place} ${problem.sentence}`}>{sayPlaced(problem)}</li>
        ))}
      </ul>
    </Note>
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
