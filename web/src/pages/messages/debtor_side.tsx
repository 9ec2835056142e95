import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Conversation } from '../../api/inbox.ts'
import { standingQuery } from '../../api/records.ts'
import { type TodayPanel as Panel, todayPanelQuery } from '../../api/today.ts'
import { ProposedPlan } from '../../parts/agreements/proposed_plan.tsx'
import { PhoneLink } from '../../parts/reach_links.tsx'
import { AgeBar } from '../../parts/records/age_bar.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { counted, fill } from '../../words/fill.ts'
import { sayAmounts, sayMoney, sayWeekday } from '../../words/formats.ts'
import { sayLift } from '../../words/say_reason.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { DebtorActs } from './debtor_acts.tsx'
import own from './debtor_side.module.css'
import classes from './inbox.module.css'

type Props = { administration_id: string; conversation: Conversation }

/** The facts of the debtor: what is owed, what it is about, what comes next, and what was promised last. */
export function DebtorSide({ administration_id, conversation }: Props) {
  const { words } = useWords()
  const query = useQuery(todayPanelQuery(administration_id, conversation.debtor_id))
  return (
    <aside className={classes.side} aria-label={words.messages_debtor}>
      {query.isError && <LoadFailed error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <RowsLoading rows={4} />}
      {query.data && <Owed panel={query.data} administration_id={administration_id} />}
      {query.data?.proposed_plan_id && (
        <ProposedPlan
          key={query.data.proposed_plan_id}
          plan_key={{ administration_id, id: query.data.proposed_plan_id }}
        />
      )}
      {/* What is known already waits for what stands above it, so that it need not move. */}
      {!query.isPending && <AboutWhat administration_id={administration_id} conversation={conversation} />}
      {query.data && <Outlook panel={query.data} administration_id={administration_id} />}
      {query.data && (
        <DebtorActs
          key={conversation.id}
          administration_id={administration_id}
          panel={query.data}
          invoice_id={conversation.invoice_id}
        />
      )}
      {!query.isPending && <LastPromise conversation={conversation} />}
      {query.data?.phone && (
        <Part title={words.messages_phone}>
          <PhoneLink number={query.data.phone} />
        </Part>
      )}
    </aside>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.part}>
      <h3 className={classes.part_title}>{title}</h3>
      {children}
    </div>
  )
}

function Owed({ panel, administration_id }: { panel: Panel; administration_id: string }) {
  const { words, language } = useWords()
  const { debtor_id, debtor_name, debtor_number, city, overdue_amounts, open_amounts, oldest_days } = panel
  return (
    <div className={classes.part}>
      <h3 className={classes.part_title}>
        <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
          {debtor_name}
        </RecordLink>
      </h3>
      <p className={classes.meta}>{[debtor_number, city].filter((one) => one).join(' · ')}</p>
      <p className={classes.figure} data-number>
        {overdue_amounts.length > 0 ? sayAmounts(overdue_amounts, language) : words.messages_nothing_overdue}
      </p>
      <p className={classes.meta}>
        {oldest_days > 0 && `${counted(oldest_days, words.today_oldest_one, words.today_oldest)} · `}
        {fill(overdue_amounts.length > 0 ? words.today_overdue_of : words.messages_open, {
          open: sayAmounts(open_amounts, language) || words.messages_nothing,
        })}
      </p>
      <AgeBar of={panel} />
    </div>
  )
}

function AboutWhat({ administration_id, conversation }: Props) {
  const { words } = useWords()
  const { invoice_id, invoice_number, credit_case_id, credit_case_number } = conversation
  if (!invoice_id && !credit_case_id) return null
  return (
    <Part title={words.work_about}>
      {invoice_id && (
        <RecordLink family="invoices" administration_id={administration_id} id={invoice_id}>
          {fill(words.messages_invoice, { number: invoice_number ?? '' })}
        </RecordLink>
      )}{' '}
      {credit_case_id && (
        <RecordLink family="credit_cases" administration_id={administration_id} id={credit_case_id}>
          {fill(words.messages_case, { number: credit_case_number ?? '' })}
        </RecordLink>
      )}
    </Part>
  )
}

/** What the engine does next, and what holds it: until when, and what lifts it. */
function Outlook({ panel, administration_id }: { panel: Panel; administration_id: string }) {
  const { words, language } = useWords()
  const { next_step, next_day, debtor_id } = panel
  const { data: standing } = useQuery(standingQuery({ administration_id, id: debtor_id }, 'debtors'))
  const step = next_step && sayType(words, 'step', next_step).toLowerCase()
  return (
    <Part title={words.messages_outlook}>
      <p className={classes.meta}>
        {step && next_day
          ? fill(words.today_engine_next, { step, day: sayWeekday(next_day, language) })
          : words.messages_no_outlook}
      </p>
      {standing?.holds.map(({ reason, until, task_id }) => (
        <p key={`${reason} ${task_id}`} className={own.held}>
          <strong>
            {until
              ? fill(words.hold_until, { hold: sayType(words, 'hold', reason), day: sayWeekday(until, language) })
              : sayType(words, 'hold', reason)}
          </strong>{' '}
          {sayLift(reason, words)}
        </p>
      ))}
    </Part>
  )
}

function LastPromise({ conversation }: { conversation: Conversation }) {
  const { words, language } = useWords()
  const { promised_on, promised_amount, promised_currency_code, promise_status } = conversation
  if (!promised_on || !promised_amount || !promised_currency_code) return null
  const status = promise_status === 'kept' || promise_status === 'broken' ? promise_status : 'open'
  return (
    <Part title={words.messages_promise}>
      <p className={classes.meta}>
        {fill(words[`messages_promise_${status}`], {
          amount: sayMoney(promised_amount, promised_currency_code, language),
          day: sayWeekday(promised_on, language),
        })}
      </p>
    </Part>
  )
}
