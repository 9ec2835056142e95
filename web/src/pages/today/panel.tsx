import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type TodayPanel, type TodayTab, todayPanelQuery } from '../../api/today.ts'
import { ProposedPlan } from '../../parts/agreements/proposed_plan.tsx'
import { CallForm } from '../../parts/calls/call_form.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Note } from '../../parts/note.tsx'
import { PhoneLink } from '../../parts/reach_links.tsx'
import { AgeBar } from '../../parts/records/age_bar.tsx'
import { LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { counted, fill } from '../../words/fill.ts'
import { sayAmounts, sayWeekday } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { MarkVerbs } from './mark_verbs.tsx'
import classes from './panel.module.css'
import { isBad, sayReason } from './say_today.ts'

type Props = {
  administration_id: string
  debtor_id: string
  tab: TodayTab
  /** On the list, from 1; 0 where it is not on it. */
  place: number
  count: number
  /** Whether it left the list while it was open. */
  gone: boolean
  may_work: boolean
  onBack: () => void
  onDone: () => void
  onUndone: () => void
}

/** One debtor: why it stands here, what it owes, whom to call, and what came of the call. */
export function Panel(props: Props) {
  const { words } = useWords()
  const { administration_id, debtor_id } = props
  const query = useQuery(todayPanelQuery(administration_id, debtor_id))
  return (
    <section className={classes.panel} aria-label={words.today_panel}>
      {query.isPending && <RowsLoading rows={6} />}
      {query.isError && <LoadFailed error={query.error} retry={() => void query.refetch()} />}
      {query.data && <Shown {...props} panel={query.data} />}
    </section>
  )
}

function Shown({ panel, ...props }: Props & { panel: TodayPanel }) {
  const { words } = useWords()
  const { administration_id, debtor_id, tab, may_work, onDone, onUndone } = props
  const navigate = useNavigate()
  const openDebtor = (): void =>
    void navigate({
      to: '/administrations/$administration_id/debtors/$record_id',
      params: { administration_id, record_id: debtor_id },
    })
  return (
    <>
      <div className={classes.read}>
        {props.gone && (
          <Note live>
            <p>{words.today_gone}</p>
          </Note>
        )}
        <Head panel={panel} {...props} />
        <WhyHere panel={panel} place={props.place} />
        {panel.proposed_plan_id && (
          <ProposedPlan key={panel.proposed_plan_id} plan_key={{ administration_id, id: panel.proposed_plan_id }} />
        )}
        <People panel={panel} />
      </div>
      {may_work && (
        <CallForm {...{ administration_id, panel, onUndone }} onNext={onDone} onOpen={openDebtor}>
          <MarkVerbs {...{ administration_id, panel, tab, onDone, onUndone }} />
        </CallForm>
      )}
    </>
  )
}

function Head({ panel, administration_id, place, count, onBack }: Props & { panel: TodayPanel }) {
  const { words, language } = useWords()
  const { debtor_id, debtor_name, debtor_number, city, is_company, overdue_amounts, open_amounts, oldest_days } = panel
  const kind = is_company === null ? null : is_company ? words.today_company : words.today_person
  const meta = [debtor_number, city, kind, place > 0 && fill(words.today_place, { place, count })].filter((one) => one)
  return (
    <header className={classes.head}>
      <div className={classes.title}>
        <ActionIcon variant="subtle" className={classes.back} aria-label={words.today_close_panel} onClick={onBack}>
          <Icon name="back" />
        </ActionIcon>
        <h2 className={classes.name}>{debtor_name}</h2>
        <ActionIcon
          variant="subtle"
          aria-label={words.today_open_debtor}
          renderRoot={(props) => (
            <Link
              to="/administrations/$administration_id/debtors/$record_id"
              params={{ administration_id, record_id: debtor_id }}
              {...props}
            />
          )}
        >
          <Icon name="arrow" />
        </ActionIcon>
      </div>
      <p className={classes.meta}>{meta.join(' · ')}</p>
      <div className={classes.owed}>
        <div>
          <p className={classes.figure} data-number>
            {sayAmounts(overdue_amounts.length > 0 ? overdue_amounts : open_amounts.slice(0, 1), language)}
          </p>
          <p className={classes.meta}>{fill(words.today_overdue_of, { open: sayAmounts(open_amounts, language) })}</p>
        </div>
        <div className={classes.age}>
          <AgeBar of={panel} />
          {oldest_days > 0 && (
            <p className={classes.meta}>{counted(oldest_days, words.today_oldest_one, words.today_oldest)}</p>
          )}
        </div>
      </div>
    </header>
  )
}

function WhyHere({ panel, place }: { panel: TodayPanel; place: number }) {
  const { words, language } = useWords()
  const { reasons, next_step, next_day, said, book_currency_code } = panel
  const [last] = said
  return (
    <div className={classes.part_of}>
      <h3 className={classes.heading}>{place === 1 ? words.today_why_first : words.today_why}</h3>
      <ul className={classes.reasons}>
        {reasons.map((reason) => (
          <li key={String(reason.reason)} data-bad={isBad(reason) || undefined}>
            {capital(sayReason(reason, { words, language, book_currency: book_currency_code }))}
          </li>
        ))}
        {next_step !== null && next_day !== null && (
          <li data-engine>
            {fill(words.today_engine_next, {
              step: sayType(words, 'step', next_step).toLowerCase(),
              day: sayWeekday(next_day, language),
            })}
          </li>
        )}
      </ul>
      {last && (
        <blockquote className={classes.said}>
          <span className={classes.meta}>
            {fill(words[`today_said_${last.kind === 'note' && !last.person ? 'noted' : last.kind}`], {
              ...{ day: sayWeekday(last.at, language), person: last.person ?? '' },
            })}
          </span>
          <p>{last.content}</p>
        </blockquote>
      )}
    </div>
  )
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function People({ panel: { people, debtor_name } }: { panel: TodayPanel }) {
  const { words } = useWords()
  const numbers = people.flatMap(({ name, phones }) =>
    // The service lists a number and whether it is known to be wrong.
    (phones as { number: string; wrong: boolean }[]).map((phone) => ({ name: name ?? debtor_name, ...phone })),
  )
  return (
    <div className={classes.part_of}>
      {numbers.length === 0 && <p className={classes.meta}>{words.today_no_phone}</p>}
      {numbers.map(({ name, number, wrong }) => (
        <div key={number} className={classes.person}>
          <span className={classes.person_name}>{name}</span>
          <span className={classes.phone} data-wrong={wrong || undefined}>
            <Icon name="phone" size={15} />
            <PhoneLink number={number} />
            {wrong && <span className={classes.meta}>{words.today_wrong_number}</span>}
          </span>
        </div>
      ))}
    </div>
  )
}
