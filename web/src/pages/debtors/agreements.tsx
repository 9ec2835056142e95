import { useQuery } from '@tanstack/react-query'
import type { Debtor, DebtorFacts, RecordKey } from '../../api/records.ts'
import { planState, plansOfQuery } from '../../api/work.ts'
import { RecordLink } from '../../parts/records/links.tsx'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney, sayShortDay } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { sayPaying } from './behaviour.tsx'
import classes from './debtors.module.css'

type Props = { debtor: Debtor; debtor_key: RecordKey; facts: DebtorFacts }

/** What was agreed, whether the debtor keeps to it, and how it pays, with what is open and late now. */
export function Agreements({ debtor, debtor_key, facts }: Props) {
  const { words } = useWords()
  const { promises_kept, promises_broken, promises, disputes } = facts
  const counts = { kept: promises_kept, broken: promises_broken, open: promises.length }
  return (
    <section className={classes.part} aria-label={words.debtor_agreements}>
      <h2>{words.debtor_agreements}</h2>
      <Promises promises={promises} />
      {disputes.length > 0 && <Disputes disputes={disputes} administration_id={debtor_key.administration_id} />}
      <p>{fill(words.debtor_promises, counts)}</p>
      <p>{sayPaying(debtor.payment_behaviour ?? null, facts.overdue_days, words)}</p>
      <Plans debtor={debtor} debtor_key={debtor_key} />
    </section>
  )
}

function Promises({ promises }: Pick<DebtorFacts, 'promises'>) {
  const { words, language } = useWords()
  return promises.map(({ id, promised_on, amount, currency_code, person }) => (
    <p key={id} className={classes.address}>
      <span>
        {fill(words.debtor_promised, {
          amount: sayMoney(amount, currency_code, language),
          day: sayShortDay(promised_on, language),
        })}
      </span>
      <span className={classes.use}>{person}</span>
    </p>
  ))
}

type DisputesProps = Pick<DebtorFacts, 'disputes'> & { administration_id: string }

function Disputes({ disputes, administration_id }: DisputesProps) {
  const { words, language } = useWords()
  return disputes.map(({ id, invoice_id, invoice_number, reason, owner, since }) => (
    <p key={id} className={classes.address}>
      <span>
        {`${words.dispute_open}: ${words[`today_dispute_${reason}`].toLowerCase()}, `}
        <RecordLink family="invoices" administration_id={administration_id} id={invoice_id}>
          {`${words.record_invoice} ${invoice_number}`}
        </RecordLink>
      </span>
      <span className={classes.use}>
        {[fill(words.why_since, { day: sayDay(since, language) }), owner ?? words.debtor_nobody].join(' ')}
      </span>
    </p>
  ))
}

function Plans({ debtor, debtor_key: { administration_id, id } }: Omit<Props, 'facts'>) {
  const { words, language } = useWords()
  const { data } = useQuery(plansOfQuery(administration_id, debtor.debtor_number))
  const plans = (data?.data ?? []).filter((plan) => plan.debtor_id === id)
  const running = plans
    .map((plan) => ({ ...plan, state: planState(plan) }))
    .filter(({ state }) => state === 'active' || state === 'proposed')
  if (running.length === 0) return <p className={classes.use}>{words.debtor_no_plan}</p>
  return running.map((plan) => (
    <p key={plan.id}>
      <RecordLink family="payment_plans" administration_id={administration_id} id={plan.id}>
        {`${words.plans_plan} ${sayDay(plan.created_at, language)}`}
      </RecordLink>{' '}
      <span className={classes.use}>{sayType(words, 'plan', plan.state)}</span>
    </p>
  ))
}
