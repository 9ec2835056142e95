import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { partsQuery } from '../../api/orders.ts'
import { useSignedIn } from '../../session/signed_in.ts'
import { useAdministration } from '../../session/use_administration.ts'
import { useRole } from '../../session/use_role.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { Icon, type IconName } from '../icons.tsx'
import { Shore } from '../shore.tsx'
import classes from './first_hour.module.css'
import { FirstSide } from './first_side.tsx'
import { FirstSteps } from './first_steps.tsx'

/** Whether nothing has come in yet. Unknown while that is asked. */
export function useIsEmpty(administration_id: string): boolean | undefined {
  const { data } = useQuery(partsQuery(administration_id))
  return data && data.debtors === 0 && data.open_invoices === 0
}

/** What an administration shows before anything is in it: the ways in, and what is to be done until letters go out. */
export function FirstHour({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const { person, administrations } = useSignedIn()
  const here = useAdministration(administration_id)
  const { may_work } = useRole(administration_id)
  const runs_company = person.company_role === 'administrator'
  const sandbox = administrations.find((one) => one.sandbox && one.id !== administration_id)
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <section className={classes.welcome} aria-labelledby="first-hour">
          <div className={classes.words}>
            <h2 id="first-hour">{fill(words.first_hour_heading, { name: person.first_name })}</h2>
            <p>{words.first_hour_sentence}</p>
          </div>
          <Shore className={classes.shore} />
        </section>
        <ul className={classes.ways}>
          <Way icon="upload" title={words.first_hour_bring} sentence={words.first_hour_bring_sentence}>
            {may_work ? (
              <Button
                leftSection={<Icon name="upload" size={16} />}
                renderRoot={(props) => (
                  <Link to="/administrations/$administration_id/imports" params={{ administration_id }} {...props} />
                )}
              >
                {words.first_hour_bring_action}
              </Button>
            ) : (
              <span className="hint">{words.first_hour_bring_ask}</span>
            )}
          </Way>
          <Way icon="connections" title={words.first_hour_connect} sentence={words.first_hour_connect_sentence}>
            {runs_company ? (
              <>
                <Button variant="default" renderRoot={(props) => <Link to="/settings/connections" {...props} />}>
                  {words.first_hour_connect_action}
                </Button>
                <Link className="link" to="/settings/connections/api_tokens/new">
                  {words.first_hour_token}
                </Link>
                <a className="link" href="/docs">
                  {words.first_hour_write_action}
                </a>
              </>
            ) : (
              <span className="hint">{words.first_hour_ask}</span>
            )}
          </Way>
          {sandbox && !here?.sandbox && (
            <Way icon="sandbox" title={words.first_hour_play} sentence={words.first_hour_play_sentence}>
              <Button
                variant="default"
                renderRoot={(props) => (
                  <Link
                    to="/administrations/$administration_id/sandbox"
                    params={{ administration_id: sandbox.id }}
                    {...props}
                  />
                )}
              >
                {words.first_hour_play_action}
              </Button>
            </Way>
          )}
        </ul>
        <FirstSteps administration_id={administration_id} name={here?.name ?? ''} />
      </div>
      <FirstSide {...{ administration_id, runs_company }} sandbox_id={sandbox?.id} />
    </div>
  )
}

type WayProps = { icon: IconName; title: string; sentence: string; children: ReactNode }

function Way({ icon, title, sentence, children }: WayProps) {
  return (
    <li className={classes.way}>
      <span className={classes.sign}>
        <Icon name={icon} size={18} />
      </span>
      <h3>{title}</h3>
      <p>{sentence}</p>
      <div className={classes.action}>{children}</div>
    </li>
  )
}
