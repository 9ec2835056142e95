import { Button } from '@mantine/core'
import { useId } from 'react'
import { type Flow, flowIn, type ShownFlow } from '../../api/flows.ts'
import { Moment } from '../../parts/moment.tsx'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import classes from './checks.module.css'

type VersionsProps = { shown: ShownFlow; onTake: (flow: Flow) => void }

/** What was in force before, by whom and since when; each can be taken up again as a draft. */
export function Versions({ shown, onTake }: VersionsProps) {
  const { words } = useWords()
  const id = useId()
  const versions = shown.versions.filter(({ state }) => state !== 'draft')
  if (versions.length === 0) return null
  return (
    <section className={classes.checks} aria-labelledby={id}>
      <h2 id={id}>{words.flow_versions}</h2>
      <ul>
        {versions.map(({ version, state, published_at, published_by, definition }) => (
          <li key={version} className={classes.version}>
            <span>
              <strong>
                {fill(state === 'published' ? words.flow_version_in_force : words.flows_version, { version })}
              </strong>
              <span className="hint">
                <Moment at={published_at} day /> · {published_by ?? words.flow_by_service}
              </span>
            </span>
            {shown.may_change && state === 'retired' && (
              <Button size="compact-sm" variant="default" onClick={() => onTake(flowIn(definition))}>
                {words.flow_take_again}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
