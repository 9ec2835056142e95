import type { CreditCase } from '../../api/records.ts'
import { sayDay } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './credit_case.module.css'

const always = ['new', 'summons_1', 'summons_2', 'notice_of_default', 'bailiff'] as const
const moments = [
  ['new', 'started_at'],
  ['pre_summons', 'pre_summons_at'],
  ['summons_1', 'summons_1_at'],
  ['summons_2', 'summons_2_at'],
  ['summons_3', 'summons_3_at'],
  ['summons_4', 'summons_4_at'],
  ['notice_of_default', 'notice_of_default_at'],
  ['pre_judicial', 'pre_judicial_at'],
  ['bailiff', 'forwarded_to_bailiff_at'],
] as const

/** How far a case is: the stages that it went through with their days, and the usual ones that are ahead. */
export function Stages({ credit_case }: { credit_case: CreditCase }) {
  const { words, language } = useWords()
  const shown = moments.filter(([stage, at]) => credit_case[at] !== null || always.some((one) => one === stage))
  const furthest = shown.findLastIndex(([, at]) => credit_case[at] !== null)
  return (
    <ol className={classes.stages} aria-label={words.stage}>
      {shown.map(([stage, at], place) => {
        const moment = credit_case[at]
        const state = place === furthest ? 'now' : moment ? 'done' : 'ahead'
        return (
          <li key={stage} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span className={classes.stage_name}>{words[`stage_${stage}`]}</span>
            <span className={classes.stage_day}>{moment ? sayDay(moment, language) : '–'}</span>
          </li>
        )
      })}
    </ol>
  )
}
