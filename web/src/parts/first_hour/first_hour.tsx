import { useQuery } from '@tanstack/react-query'
import { partsQuery } from '../../api/orders.ts'
import { useSignedIn } from '../../session/signed_in.ts'
import { useAdministration } from '../../session/use_administration.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { Shore } from '../shore.tsx'
import classes from './first_hour.module.css'
import { FirstSide } from './first_side.tsx'
import { FirstSteps } from './first_steps.tsx'
import { Ways } from './ways.tsx'

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
        <Ways administration_id={administration_id} />
        <FirstSteps administration_id={administration_id} name={here?.name ?? ''} />
      </div>
      <FirstSide {...{ administration_id, runs_company }} sandbox_id={sandbox?.id} />
    </div>
  )
}
