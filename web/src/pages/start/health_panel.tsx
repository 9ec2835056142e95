import { Button, Loader } from '@mantine/core'
import { type Health, type State, useHealth } from '../../api/health.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import classes from './health_panel.module.css'

/** Whether this Dunlin works right now, part by part. */
export function HealthPanel() {
  const { words } = useWords()
  const { health, checking, check } = useHealth()
  const { state, heading, hint } = summary(health, words)
  return (
    <section className={classes.panel} data-state={state} aria-label={words.health_heading}>
      <div className={classes.summary} role="status">
        <Sign state={state} />
        <div>
          <p className={classes.heading}>{heading}</p>
          {hint && <p className={classes.hint}>{hint}</p>}
        </div>
      </div>
      <dl className={classes.parts}>
        <Part name={words.health_part_service} state={health.service} words={words} />
        <Part name={words.health_part_database} state={health.database} words={words} />
      </dl>
      <div className={classes.checked}>
        {health.checked_at && (
          <span>
            {words.health_checked_at} <time>{health.checked_at.toLocaleTimeString()}</time>
          </span>
        )}
        {state === 'failed' && (
          <Button size="compact-sm" variant="default" loading={checking} onClick={check}>
            {words.health_check_again}
          </Button>
        )}
      </div>
    </section>
  )
}

function summary({ service, database }: Health, words: Words): { state: State; heading: string; hint?: string } {
  if (service === 'checking') return { state: 'checking', heading: words.health_checking }
  if (service === 'failed') {
    return { state: 'failed', heading: words.health_service_failed, hint: words.health_service_failed_hint }
  }
  if (database === 'failed') {
    return { state: 'failed', heading: words.health_database_failed, hint: words.health_database_failed_hint }
  }
  return { state: 'ok', heading: words.health_ok }
}

/** Shape as well as colour tells the states apart. */
function Sign({ state }: { state: State }) {
  if (state === 'checking') return <Loader size={22} className={classes.sign} />
  return (
    <svg viewBox="0 0 24 24" width="26" height="26" className={classes.sign} aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="11" fill="currentColor" />
      <path
        d={state === 'ok' ? 'm7 12.5 3.3 3.3 6.7-7.3' : 'M12 6.5v6.5M12 16.9v.1'}
        fill="none"
        stroke="var(--surface)"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

function Part({ name, state, words }: { name: string; state: State; words: Words }) {
  return (
    <div className={classes.part} data-state={state}>
      <dt>{name}</dt>
      <dd>{words[`health_state_${state}`]}</dd>
    </div>
  )
}
