import { Progress, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { partsQuery } from '../../api/orders.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import classes from './first_hour.module.css'

/** From an empty administration to letters that go out, in any order. Nothing is sent before the last one. */
export function FirstSteps({ administration_id, name }: { administration_id: string; name: string }) {
  const { words } = useWords()
  const { data } = useQuery(partsQuery(administration_id))
  const params = { administration_id }
  const filled = (data?.open_invoices ?? 0) > 0
  const after = <span className="hint">{words.first_hour_after_invoices}</span>
  const steps: { title: string; sentence: string; done: boolean; way: ReactNode }[] = [
    {
      ...{ title: words.first_step_made, sentence: name, done: true },
      way: (
        <Link className="link" to="/administrations/$administration_id/settings" params={params}>
          {words.first_step_made_way}
        </Link>
      ),
    },
    {
      ...{ title: words.first_step_flows, sentence: words.first_step_flows_sentence, done: true },
      way: (
        <Link className="link" to="/administrations/$administration_id/flows" params={params}>
          {words.first_step_flows_way}
        </Link>
      ),
    },
    {
      ...{ title: words.first_step_invoices, sentence: words.first_step_invoices_sentence, done: filled },
      way: (
        <Link className="link" to="/administrations/$administration_id/imports" params={params}>
          {words.first_step_invoices_way}
        </Link>
      ),
    },
    {
      ...{ title: words.first_step_sender, sentence: words.first_step_sender_sentence, done: false },
      way: (
        <Link className="link" to="/administrations/$administration_id/settings" params={params} hash="look">
          {words.first_step_sender_way}
        </Link>
      ),
    },
    { title: words.first_step_look, sentence: words.first_step_look_sentence, done: false, way: after },
    { title: words.first_step_on, sentence: words.first_step_on_sentence, done: data?.engine === 'on', way: after },
  ]
  const done = steps.filter((step) => step.done).length
  return (
    <section className={classes.steps} aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{words.first_hour}</h2>
        <Progress value={(done / steps.length) * 100} w={84} size="sm" aria-hidden="true" />
        <span className="hint">{fill(words.first_hour_done, { done, total: steps.length })}</span>
        <span className={`hint ${classes.any_order}`}>{words.first_hour_any_order}</span>
      </header>
      <ol>
        {steps.map((step, place) => (
          <li key={step.title} data-done={step.done || undefined}>
            <span className={classes.place}>{step.done ? <Icon name="check" size={14} /> : place + 1}</span>
            <span>
              <strong>{step.title}</strong>
              {step.done && <VisuallyHidden>{words.first_step_done}</VisuallyHidden>}
              <span className="hint">{step.sentence}</span>
            </span>
            <span className={classes.on}>{step.way}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
