import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { DryRun } from '../../parts/dry_run/dry_run.tsx'
import { useDryRun } from '../../parts/dry_run/use_dry_run.ts'
import { Icon } from '../../parts/icons.tsx'
import { useSignedIn } from '../../session/signed_in.ts'
import { useAdministration } from '../../session/use_administration.ts'
import { useWords } from '../../words/words.tsx'
import classes from './engine_off.module.css'

/** What the outbox is for, while nothing comes to it: what the engine would do, before anybody switches it on. */
export function EngineOff({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const { administrations } = useSignedIn()
  const may_try = useAdministration(administration_id)?.role === 'administrator'
  const sandbox = administrations.find((one) => one.sandbox)
  const [trying, setTrying] = useState(false)
  const view = useDryRun({ administration_id, purpose: 'switch_on', trying: trying ? 'switch_on' : null })
  return (
    <section className={classes.off} aria-labelledby="engine-off">
      <div className={classes.words}>
        <h2 id="engine-off">{words.outbox_off}</h2>
        <p>{words.outbox_off_sentence}</p>
        <ol className={classes.steps}>
          {([1, 2, 3] as const).map((step) => (
            <li key={step}>
              <strong>{words[`outbox_off_step_${step}`]}</strong>
              <span className="hint">{words[`outbox_off_step_${step}_sentence`]}</span>
            </li>
          ))}
        </ol>
        <div className="ways">
          {may_try && !trying && <Button onClick={() => setTrying(true)}>{words.outbox_off_try}</Button>}
          <Button
            variant={may_try && !trying ? 'default' : 'filled'}
            renderRoot={(props) => (
              <Link
                to="/administrations/$administration_id/settings"
                params={{ administration_id }}
                hash="switch"
                {...props}
              />
            )}
          >
            {words.outbox_to_settings}
          </Button>
          {sandbox && (
            <Button
              variant="subtle"
              leftSection={<Icon name="sandbox" size={16} />}
              renderRoot={(props) => (
                <Link
                  to="/administrations/$administration_id/sandbox"
                  params={{ administration_id: sandbox.id }}
                  {...props}
                />
              )}
            >
              {words.outbox_off_sandbox}
            </Button>
          )}
        </div>
      </div>
      {trying && (
        <div className={classes.figures}>
          <h3>{words.outbox_off_would}</h3>
          <DryRun view={view} administration_id={administration_id} />
        </div>
      )}
    </section>
  )
}
