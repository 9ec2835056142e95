import { counted, fill } from '../words/fill.ts'
import { type Item, type Link, paperUrl, type Shown, type Sum } from './ask.ts'
import { saySize } from './files_field.tsx'
import { Invoices } from './invoice_rows.tsx'
import { sayAmount, sayDay } from './languages.ts'
import { divided, sumOf } from './money.ts'
import { Part, Way } from './parts.tsx'
import { Said } from './said.tsx'
import { useSpeech } from './speech.tsx'
import type { ViewName } from './view.ts'

export type HomeProps = {
  link: Link
  shown: Shown
  title: string
  chosen: ReadonlySet<string>
  choose: (chosen: ReadonlySet<string>) => void
  open: (name: ViewName, of?: string) => void
}

/** What is owed now and one button; then which of it, and what else can be done about it. */
export function Home(props: HomeProps) {
  const { words } = useSpeech()
  const { shown, chosen, choose, open } = props
  return (
    <>
      <Now {...props} />
      <Part
        title={words.what_you_pay}
        {...(shown.items.length > 1
          ? {
              beside: fill(words.chosen_of, {
                chosen: chosen.size,
                all: shown.items.length,
              }),
            }
          : {})}
      >
        <Invoices items={shown.items} today={shown.today} chosen={chosen} choose={choose} open={open} />
        {shown.more_items && <p className="hint">{words.more_invoices}</p>}
      </Part>
    </>
  )
}

/** What is due, of how many invoices, since when; or that nothing is due yet. */
function Now({ shown, title, chosen, open }: HomeProps) {
  const { words, language } = useSpeech()
  const due = shown.sums.filter(({ now_count }) => now_count > 0)
  const named = shown.family === 'debtors' ? shown.debtor_name : title
  const amounts = chosenSums(shown.items, chosen)
  const total = amounts.map(([code, amount]) => sayAmount(amount, code, language)).join(' + ')
  return (
    <section className="now" aria-labelledby="title">
      <h1 id="title" className="about">
        {fill(due.length > 0 ? words.now_title : words.later_title, { title: named })}
      </h1>
      {due.map((sum) => (
        <Due key={sum.currency_code} sum={sum} />
      ))}
      {due.length === 0 && <NothingDue shown={shown} />}
      <button
        type="button"
        className="action"
        data-plain={due.length === 0 || undefined}
        aria-disabled={chosen.size === 0}
        onClick={() => chosen.size > 0 && open('pay')}
      >
        {chosen.size === 0 ? words.choose_first : fill(words.pay_amount, { amount: total })}
      </button>
      {chosen.size > 0 && <p className="under hint">{words.pay_ways}</p>}
    </section>
  )
}

function Due({ sum: { now_amount, now_count, now_due_date, currency_code } }: { sum: Sum }) {
  const { words, language } = useSpeech()
  const day = now_due_date === null ? '' : sayDay(now_due_date, language)
  return (
    <div className="by_currency">
      <p className="figure">{sayAmount(now_amount, currency_code, language)}</p>
      <p className="hint">{fill(counted(now_count, words.due_one, words.due_many), { day })}</p>
    </div>
  )
}

function NothingDue({ shown: { sums, items } }: { shown: Shown }) {
  const { words, language } = useSpeech()
  const next = sums.filter(({ due_date }) => due_date !== null)
  return (
    <>
      <p className="figure">{words.nothing_now}</p>
      {next.map(({ currency_code, due_amount, due_date }) => (
        <p key={currency_code} className="hint">
          {fill(words.next_due, {
            ...{ amount: sayAmount(due_amount, currency_code, language), day: sayDay(due_date ?? '', language) },
          })}
        </p>
      ))}
      {items.some(({ dispute }) => dispute !== null) && <p className="hint">{words.disputed_waits}</p>}
    </>
  )
}

/** What is chosen, added up by currency. */
export function chosenSums(items: readonly Item[], chosen: ReadonlySet<string>): [code: string, amount: string][] {
  const codes = [...new Set(items.filter((one) => chosen.has(one.invoice_number)).map((one) => one.currency_code))]
  return codes.map((code) => [
    code,
    sumOf(
      items.filter((one) => chosen.has(one.invoice_number) && one.currency_code === code).map((one) => one.open_amount),
    ),
  ])
}

/** What a debtor does who does not pay now, or does not agree. */
export function Ways({ shown, open }: Pick<HomeProps, 'shown' | 'open'>) {
  const { words } = useSpeech()
  const payable = shown.items.some(({ asked }) => asked)
  const free = shown.items.some(({ asked, dispute }) => asked && dispute === null)
  const arranged = shown.plans.length > 0 || shown.plan_state === 'proposed'
  const in_terms = shown.items.filter(isForTerms)
  const terms_hint = useTermsHint(shown)
  return (
    <Part title={payable ? words.not_now : words.something_else}>
      <div className="card">
        {in_terms.length > 0 && !arranged && (
          <Way icon="terms" title={words.ways_terms} hint={terms_hint} open={() => open('terms')} />
        )}
        {free && shown.allowed.promise_days > 0 && (
          <Way icon="promise" title={words.ways_promise} hint={words.ways_promise_hint} open={() => open('promise')} />
        )}
        {free && (
          <>
            <Way
              icon="dispute"
              title={words.ways_dispute}
              hint={words.ways_dispute_hint}
              open={() => open('dispute')}
            />
            <Way icon="paid" title={words.ways_paid} hint={words.ways_paid_hint} open={() => open('paid')} />
          </>
        )}
        <Way icon="write" title={words.ways_write} hint={words.ways_write_hint} open={() => open('write')} />
        <Way icon="address" title={words.ways_address} hint={words.ways_address_hint} open={() => open('address')} />
      </div>
    </Part>
  )
}

/** Only what is due and can be agreed on by itself; a case is agreed on as a whole. */
export const isForTerms = ({ terms_amount, due_now, dispute }: Item): boolean =>
  terms_amount !== null && due_now && dispute === null

function useTermsHint({ items, allowed }: Shown): string {
  const { words, language } = useSpeech()
  const [first] = items.filter(isForTerms)
  if (!allowed.terms_at_once || !first) return words.ways_terms_person
  const same = items.filter((one) => isForTerms(one) && one.currency_code === first.currency_code)
  const count = Math.min(3, allowed.terms_max)
  const [each = '0'] = divided(sumOf(same.map(({ terms_amount }) => terms_amount ?? '0')), count)
  return fill(words.ways_terms_at_once, { count, amount: sayAmount(each, first.currency_code, language) })
}

/** What can be saved, and what was said. */
export function Papers({ link, shown, open }: Pick<HomeProps, 'link' | 'shown' | 'open'>) {
  const { words, language } = useSpeech()
  const { documents, letters, byte_size } = shown.papers
  const inside = [
    counted(documents, words.papers_document_one, words.papers_documents),
    ...(letters > 0 ? [counted(letters, words.papers_letter_one, words.papers_letters)] : []),
    saySize(byte_size),
  ].join(', ')
  return (
    <>
      <Part title={words.papers}>
        <div className="card">
          {documents + letters > 0 && (
            <Way
              icon="archive"
              title={words.papers_all}
              hint={inside}
              href={paperUrl(link, 'documents.zip', language)}
            />
          )}
          <Way
            icon="statement"
            title={words.papers_statement}
            hint={words.papers_statement_hint}
            href={paperUrl(link, 'statement.pdf', language)}
          />
        </div>
      </Part>
      {shown.said[0] && (
        <Part title={words.said}>
          <div className="card padded">
            <Said message={shown.said[0]} creditor={shown.creditor.name} debtor={shown.debtor_name} />
            {shown.said.length > 1 && (
              <button type="button" className="quiet" onClick={() => open('said')}>
                {counted(shown.said.length, words.said_all, words.said_all)} ›
              </button>
            )}
          </div>
        </Part>
      )}
    </>
  )
}
