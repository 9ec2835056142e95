import { fill } from '../words/fill.ts'
import type { Item, Shown } from './ask.ts'
import { useStanding } from './invoice_rows.tsx'
import { type Language, sayAmount, sayDay } from './languages.ts'
import { Screen, Way } from './parts.tsx'
import { useSpeech } from './speech.tsx'
import type { ViewName } from './view.ts'
import type { PortalWords } from './words/en.ts'

type InvoiceViewProps = {
  item: Item
  shown: Shown
  open: (name: ViewName, of?: string) => void
  home: () => void
}

/** One invoice: its amounts line by line, its documents, and what can be said about it. */
export function InvoiceView({ item, shown, open, home }: InvoiceViewProps) {
  const { words } = useSpeech()
  return (
    <Screen title={item.invoice_number} home={home}>
      <InvoiceFacts item={item} today={shown.today} />
      {item.asked && item.dispute === null && (
        <div className="card spaced">
          <Way
            icon="dispute"
            title={words.ways_dispute}
            hint={words.ways_dispute_hint}
            open={() => open('dispute', item.invoice_number)}
          />
        </div>
      )}
    </Screen>
  )
}

/** What an invoice is for and what is open of it; `calm` where nobody is pressed to pay it. */
export function InvoiceFacts({ item, today, calm = false }: { item: Item; today: string; calm?: boolean }) {
  const { words, language } = useSpeech()
  const { says, tone } = useStanding(item, today)
  return (
    <div className="card padded">
      {!calm && <p className={tone}>{says}</p>}
      {Number(item.open_amount) < 0 && <p>{words.credit_explained}</p>}
      {item.description && <p>{item.description}</p>}
      <dl className="facts">
        {factsOf(item, words, language).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {item.documents.length > 0 && (
        <ul className="documents" aria-label={words.documents}>
          {item.documents.map(({ filename, url }) => (
            <li key={url}>
              <a href={url} download={filename}>
                {fill(words.download, { filename })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The amounts of an invoice, line by line. Where terms are agreed, its own day to pay does not count any more. */
function factsOf(item: Item, words: PortalWords, language: Language): [string, string][] {
  const facts: [string, string][] = [[words.invoice_date, sayDay(item.invoice_date, language)]]
  const add = (label: string, amount: string): number =>
    facts.push([label, sayAmount(amount, item.currency_code, language)])
  const addUnlessZero = (label: string, amount: string): unknown => Number(amount) !== 0 && add(label, amount)
  const day = item.collected ? words.to_be_collected : words.due_date
  if (!item.in_plan && !item.credit_note) facts.push([day, sayDay(item.due_date, language)])
  add(words.total, item.total_amount)
  if (item.credit_note) addUnlessZero(words.credit_used, unsigned(item.paid_amount))
  else addUnlessZero(words.already_paid, item.paid_amount)
  addUnlessZero(words.administration_costs, item.administration_costs_amount)
  addUnlessZero(words.interest_costs, item.interest_costs_amount)
  addUnlessZero(words.collection_costs, item.debt_collection_costs_amount)
  const credit = Number(item.open_amount) < 0
  const left = item.in_plan ? words.open_in_plan : words.still_open
  add(credit ? words.to_credit : left, credit ? unsigned(item.open_amount) : item.open_amount)
  return facts
}

const unsigned = (amount: string): string => amount.replace('-', '')
