import { lazy, Suspense, useEffect, useState } from 'react'
import { fill } from '../words/fill.ts'
import { sayPhone } from '../words/say_phone.ts'
import type { Item, Link, Shown } from './ask.ts'
import { Home, Papers, Ways } from './home.tsx'
import { Invoices } from './invoice_rows.tsx'
import { InvoiceFacts } from './invoice_view.tsx'
import { Part } from './parts.tsx'
import { persistently } from './persistently.ts'
import { Offer, Plans, Terms } from './plans.tsx'
import { useSpeech } from './speech.tsx'
import { Standing } from './standing.tsx'
import { useView } from './view.ts'

/** The words of the law are many, and only debtors whose case has interest or costs need them. */
const Calculation = lazy(async () => ({ default: (await import('./calculation.tsx')).Calculation }))
const loadScreens = () => persistently(() => import('./screens.tsx'))
const loadPay = () => persistently(() => import('./pay.tsx'))
const Screens = lazy(async () => ({ default: (await loadScreens()).Screens }))
const WaysToPay = lazy(async () => ({ default: (await loadPay()).WaysToPay }))
const prefetch = (): void => void loadScreens()

export type StatementProps = { link: Link; shown: Shown; reload: () => void }

/** One record: what is owed and what can be done, each in a view of its own. */
export function Statement({ link, shown, reload }: StatementProps) {
  const { words } = useSpeech()
  const { view, open, home } = useView()
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null)
  const chosen = chosenOf(shown.items, picked)
  const title = useTitle(shown)
  // Fetched while the page is read, so that a tap does not wait for it.
  useEffect(prefetch, [])
  const gone = view.name === 'invoice' && !shown.items.some((one) => one.invoice_number === view.of)
  const at_home = view.name === 'home' || gone || (view.name === 'pay' && chosen.size === 0)
  return (
    <>
      <title>{`${title} · ${shown.creditor.name}`}</title>
      {/* Around both, so that the one stays until the other is there. */}
      <Suspense fallback={<p className="loading">{words.loading}…</p>}>
        {at_home ? (
          <Overview {...{ link, shown, reload, title, chosen, open }} choose={setPicked} />
        ) : (
          <Screens {...{ view, link, shown, chosen, open, home, reload }} />
        )}
      </Suspense>
      {(view.name === 'home' || gone) && <p className="foot hint">{words.only_you}</p>}
    </>
  )
}

/** What is due now, until the debtor chose otherwise; what was paid meanwhile is not chosen any more. */
function chosenOf(items: readonly Item[], picked: ReadonlySet<string> | null): ReadonlySet<string> {
  const payable = items.filter(({ asked, dispute }) => asked && dispute === null)
  if (picked !== null) return new Set(payable.map((one) => one.invoice_number).filter((one) => picked.has(one)))
  const due = payable.filter(({ due_now }) => due_now)
  // Who has the link of one invoice that is not due yet may pay it already.
  const meant = due.length === 0 && items.length === 1 ? payable : due
  return new Set(meant.map(({ invoice_number }) => invoice_number))
}

function useTitle(shown: Shown): string {
  const { words } = useSpeech()
  const credit_note = shown.family === 'invoices' && shown.items[0]?.credit_note
  const named = credit_note ? words.title_credit_note : words[`title_${shown.family}`]
  return fill(named, { number: shown.number, debtor: shown.debtor_name })
}

type OverviewProps = StatementProps & Parameters<typeof Home>[0]

/** In the order in which a debtor asks: how much, how to pay, for what, and what if not. */
function Overview({ reload, ...home }: OverviewProps) {
  const { link, shown, title, open } = home
  const { words } = useSpeech()
  const [alone] = shown.items.length === 1 ? shown.items : []
  const offered = shown.plan_state === 'proposed' && shown.plan_proposed_by === 'creditor'
  const asks = shown.state === 'open' && shown.plan_state !== 'active' && shown.plan_state !== 'proposed'
  return (
    <>
      {shown.plans.map(
        (plan) => plan.proposed_by === 'creditor' && <Offer key={plan.url} plan={plan} reload={reload} />,
      )}
      {asks ? (
        <Home {...home} />
      ) : (
        <section className="sheet" aria-labelledby="title">
          <h1 id="title">{title}</h1>
          <p className="hint">{fill(words.for, { debtor: shown.debtor_name })}</p>
          <Standing shown={shown} />
        </section>
      )}
      {asks && shown.plan_state !== null && <Fate shown={shown} />}
      {asks && <Standing shown={shown} apart />}
      {offered && <Offer plan={ownPlan(link, shown)} reload={reload} />}
      {!asks && <HowToPay shown={shown} />}
      <Plans plans={shown.plans} creditor={shown.creditor.name} />
      <Terms shown={shown} />
      {!asks && shown.items.length > 1 && (
        <Part title={words.invoices}>
          <Invoices
            items={shown.items.map(notToChoose)}
            today={shown.today}
            chosen={none}
            choose={() => {}}
            open={open}
          />
        </Part>
      )}
      {alone && (
        <div className="spaced">
          {!asks && shown.family !== 'invoices' && <p className="strong">{alone.invoice_number}</p>}
          <InvoiceFacts item={alone} today={shown.today} calm={shown.plan_state === 'proposed'} />
        </div>
      )}
      {shown.calculation && (
        <Suspense>
          <Calculation shown={shown} calculation={shown.calculation} />
        </Suspense>
      )}
      <Ways shown={shown} open={open} />
      <Papers link={link} shown={shown} open={open} />
      <Contact creditor={shown.creditor} />
    </>
  )
}

const none: ReadonlySet<string> = new Set()
const notToChoose = (item: Item): Item => ({ ...item, asked: false })

/** The plan that the page is about, in the form of the plans beside it. */
const ownPlan = ({ administration_id, token }: Link, shown: Shown) => ({
  state: 'proposed' as const,
  proposed_by: 'creditor' as const,
  sum: shown.sums[0] ?? null,
  url: `/portal/${administration_id}/payment_plans/${token}`,
  terms: shown.terms,
})

/** What became of a plan that does not run, beside what is owed. */
function Fate({ shown: { plan_state, plan_answer, creditor } }: { shown: Shown }) {
  const { words } = useSpeech()
  if (plan_state === null || plan_state === 'active' || plan_state === 'proposed') return null
  const sentence = plan_state === 'finished' ? words.finished_sentence : words.plan_over_sentence
  return (
    <p className="note">
      <span>
        <strong>{words[`${plan_state}_heading`]}.</strong> {fill(sentence, { creditor: creditor.name })}
        {plan_answer && <q> {plan_answer}</q>}
      </span>
    </p>
  )
}

/** Out of the way where nobody has to pay at once: of what is collected anyway, and while a proposal waits. */
function HowToPay({ shown }: { shown: Shown }) {
  const { words } = useSpeech()
  const { state, plan_state, transfers, creditor, sums } = shown
  const running = plan_state === 'active' && state === 'open'
  if (running) {
    const late = sums.some(({ since }) => since !== null)
    return (
      <Part title={words.pay}>
        <p>{late ? words.pay_late_terms : words.pay_term}</p>
        {transfers.length === 0 && <p>{fill(words.no_account, { creditor: creditor.name })}</p>}
        <Suspense>
          {transfers.map((transfer) => (
            <WaysToPay key={transfer.currency_code} transfer={transfer} />
          ))}
        </Suspense>
      </Part>
    )
  }
  const folded = state === 'collected' || (state === 'open' && plan_state === 'proposed')
  if (!folded || transfers.length === 0) return null
  return (
    <details className="sheet">
      <summary>{state === 'collected' ? words.pay_yourself : words.pay_already}</summary>
      {state === 'collected' && <p>{fill(words.pay_yourself_sentence, { creditor: creditor.name })}</p>}
      <Suspense>
        {transfers.map((transfer) => (
          <WaysToPay key={transfer.currency_code} transfer={transfer} />
        ))}
      </Suspense>
    </details>
  )
}

function Contact({ creditor }: { creditor: Shown['creditor'] }) {
  const { words } = useSpeech()
  const town = [creditor.postal_code, creditor.city].filter(Boolean).join(' ')
  return (
    <footer className="contact">
      <h2 className="unseen">{words.contact}</h2>
      <address>
        {[creditor.name, creditor.street, town].filter((part) => part.trim() !== '').join(' · ')}
        <span className="reached">
          <a href={`mailto:${creditor.email_address}`}>{creditor.email_address}</a>
          {creditor.phone_number && (
            <a href={`tel:${creditor.phone_number.replaceAll(/[^\d+]/g, '')}`}>{sayPhone(creditor.phone_number)}</a>
          )}
        </span>
      </address>
    </footer>
  )
}
