import { lazy, Suspense } from 'react'
import { fill } from '../words/fill.ts'
import type { Link, Shown } from './ask.ts'
import { Items } from './items.tsx'
import { Pay, PayFolded } from './pay.tsx'
import { Plans, Terms } from './plans.tsx'
import { type Beginning, Reaction } from './reaction.tsx'
import { useSpeech } from './speech.tsx'
import { Standing } from './standing.tsx'

/** The words of the law are many, and only debtors whose case has interest or costs need them. */
const Calculation = lazy(async () => ({ default: (await import('./calculation.tsx')).Calculation }))

/** One record, in the order in which a debtor asks: how much, how to pay, for what, and what if not. */
export function Statement({ link, shown }: { link: Link; shown: Shown }) {
  const { words } = useSpeech()
  const credit_note = shown.family === 'invoices' && shown.items[0]?.credit_note
  const named = credit_note ? words.title_credit_note : words[`title_${shown.family}`]
  const title = fill(named, { number: shown.number })
  return (
    <>
      <title>{`${title} · ${shown.creditor.name}`}</title>
      <section className="sheet" aria-labelledby="title">
        <h1 id="title">{title}</h1>
        <p className="hint">{fill(words.for, { debtor: shown.debtor_name })}</p>
        <Standing shown={shown} />
      </section>
      <HowToPay shown={shown} />
      <Plans plans={shown.plans} creditor={shown.creditor.name} />
      <Terms shown={shown} />
      <Items shown={shown} />
      {shown.calculation && (
        <Suspense>
          <Calculation shown={shown} calculation={shown.calculation} />
        </Suspense>
      )}
      <Reaction link={link} creditor={shown.creditor.name} beginnings={beginningsOf(shown)} />
      <Contact creditor={shown.creditor} />
    </>
  )
}

/** Out of the way where nobody has to pay at once: of what is collected anyway, and while a proposal waits. */
function HowToPay({ shown }: { shown: Shown }) {
  const { words } = useSpeech()
  if (shown.state === 'collected') {
    const sentence = fill(words.pay_yourself_sentence, { creditor: shown.creditor.name })
    return <PayFolded shown={shown} heading={words.pay_yourself} sentence={sentence} />
  }
  if (shown.state !== 'open') return null
  if (shown.plan_state === 'proposed') return <PayFolded shown={shown} heading={words.pay_already} />
  return <Pay shown={shown} />
}

/** What there is most often to say: who has nothing to pay says none of it, and who pays in terms asks for none. */
function beginningsOf({ state, plan_state, plans }: Shown): Beginning[] {
  if (state !== 'open' && state !== 'planned' && state !== 'collected') return []
  const arranged = state === 'planned' || plan_state === 'active' || plan_state === 'proposed' || plans.length > 0
  return arranged ? ['paid', 'disagrees'] : ['paid', 'disagrees', 'terms']
}

function Contact({ creditor }: { creditor: Shown['creditor'] }) {
  const { words } = useSpeech()
  const town = [creditor.postal_code, creditor.city].filter(Boolean).join(' ')
  return (
    <footer className="contact">
      <h2>{words.contact}</h2>
      <address>
        {creditor.name}
        <br />
        {creditor.street && (
          <>
            {creditor.street}
            <br />
          </>
        )}
        {town && (
          <>
            {town}
            <br />
          </>
        )}
        <a href={`mailto:${creditor.email_address}`}>{creditor.email_address}</a>
        {creditor.phone_number && (
          <>
            <br />
            <a href={`tel:${creditor.phone_number.replaceAll(/[^\d+]/g, '')}`}>{creditor.phone_number}</a>
          </>
        )}
      </address>
    </footer>
  )
}
