import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type OutboxState, outboxStateQuery } from '../../api/outbox.ts'
import { PageHeading } from '../../parts/page_heading.tsx'
import { LetterTable } from '../../parts/records/letter_table.tsx'
import { ToPrint } from '../../parts/records/to_print.tsx'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { useRole } from '../../session/use_role.ts'
import { fill } from '../../words/fill.ts'
import { sayLongDay, sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { ComingSteps } from './coming_steps.tsx'
import { EngineOff } from './engine_off.tsx'
import { OutboxNotes } from './outbox_notes.tsx'
import classes from './outbox_page.module.css'
import { StopSwitch } from './stop_switch.tsx'
import { WaitingPart } from './waiting_part.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/outbox')

const shows = ['waiting', 'going', 'coming', 'print'] as const
type Show = (typeof shows)[number]

/** What the engine sends and what waits for a person, with the letter beside it. */
export function OutboxPage() {
  const { administration_id } = route.useParams()
  const { words } = useWords()
  const state = useQuery(outboxStateQuery(administration_id))
  const { may_work } = useRole(administration_id)
  return (
    <WithinReach administration_id={administration_id}>
      <PageHeading
        title={words.nav_outbox}
        views={<span className="hint">{state.data && <Sentence state={state.data} />}</span>}
        action={may_work && state.data && <StopSwitch administration_id={administration_id} state={state.data} />}
      />
      {state.data && <OutboxNotes administration_id={administration_id} state={state.data} may_work={may_work} />}
      <Tabs state={state.data} />
      <Part administration_id={administration_id} may_work={may_work} off={isAsleep(state.data)} />
    </WithinReach>
  )
}

function useShow(): Show {
  const { show } = route.useSearch()
  return shows.find((one) => one === show) ?? 'waiting'
}

/** The day, its hours of sending, and how much of the cap is used. */
function Sentence({ state }: { state: OutboxState }) {
  const { words, language } = useWords()
  const day = sayLongDay(state.today, language)
  const hours = { day, from: state.sending_starts_at, to: state.sending_ends_at }
  const numbers = { sent: sayNumber(state.sent_today, language), cap: sayNumber(state.cap, language) }
  return (
    <>
      {fill(state.sending_day ? words.outbox_day : words.outbox_no_day, hours)}{' '}
      {!state.sandbox && fill(words.outbox_cap_used, numbers)}
    </>
  )
}

function Tabs({ state }: { state: OutboxState | undefined }) {
  const { words } = useWords()
  const { administration_id } = route.useParams()
  const show = useShow()
  const counts: Partial<Record<Show, number>> = state
    ? {
        waiting: state.waiting_debtors,
        going: state.unsent,
        print: state.to_print,
      }
    : {}
  return (
    <nav className={classes.tabs} aria-label={words.nav_outbox}>
      {shows.map((one) => (
        <Link
          key={one}
          to="/administrations/$administration_id/outbox"
          params={{ administration_id }}
          search={one === 'waiting' ? {} : { show: one }}
          className={classes.tab}
          data-current={one === show || undefined}
          aria-current={one === show ? 'page' : undefined}
          activeProps={{}}
        >
          {words[`outbox_show_${one}`]} <Count count={counts[one]} />
        </Link>
      ))}
    </nav>
  )
}

function Count({ count }: { count: number | undefined }) {
  if (!count) return null
  return <span className={classes.count}>{count > 99 ? '99+' : count}</span>
}

/** Whether nothing comes to the outbox, and nothing is left in it from before. */
const isAsleep = (state: OutboxState | undefined): boolean =>
  state !== undefined && !state.enabled && state.waiting_debtors === 0

type PartProps = { administration_id: string; may_work: boolean; off: boolean }

function Part({ administration_id, may_work, off }: PartProps) {
  const show = useShow()
  if (off && (show === 'waiting' || show === 'coming')) return <EngineOff administration_id={administration_id} />
  if (show === 'waiting') return <WaitingPart administration_id={administration_id} may_work={may_work} />
  if (show === 'coming') return <ComingSteps administration_id={administration_id} />
  const filter = show === 'print' ? 'to_print' : 'unsent'
  return (
    <>
      {show === 'print' && <ToPrint administration_id={administration_id} />}
      <LetterTable key={filter} administration_id={administration_id} filter={{ show: filter }} />
    </>
  )
}
