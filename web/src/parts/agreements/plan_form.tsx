import { Checkbox, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { AgreementScope, Agreements } from '../../api/agreements.ts'
import { ask } from '../../api/client.ts'
import type { ConsoleError } from '../../api/console_error.ts'
import { workDone } from '../../api/work.ts'
import { useToday } from '../../session/use_today.ts'
import { addDays } from '../../words/days.ts'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import type { Language, Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import { useForm } from '../form.ts'
import { FormSheet } from '../form_sheet.tsx'
import { FormWays } from '../form_ways.tsx'
import { useNotice } from '../notices.tsx'
import { Empty } from '../states.tsx'
import classes from './agreements.module.css'
import { centsOf } from './cents.ts'
import { OldestOnly, useLongList } from './long_list.tsx'
import { type Item, itemsOf, usualItems } from './plan_items.ts'
import { type Schedule, terms_max, termsOf } from './schedule.ts'
import { ShownTerms, TermsFields } from './terms_fields.tsx'

const first_day_after = 14

type Values = { currency_code: string; mail: boolean; terms: Schedule; chosen: string[] }

/** What of all that is open is shown and chosen, what it comes to, and its terms, if any can be made. */
function planOf({ currency_code, chosen: keys, terms }: Values, items: readonly Item[], language: Language) {
  const shown = items.filter((one) => one.currency_code === currency_code)
  const chosen = shown.filter(({ key }) => keys.includes(key))
  const total = chosen.reduce((sum, { amount }) => sum + (centsOf(amount) ?? 0n), 0n)
  return { shown, chosen, total, terms: termsOf(total, terms, language) }
}

type Props = { agreements: Agreements; scope: AgreementScope; onClose: () => void }

/** A plan that is in force at once: what it is about, its terms as they will be, and whether the debtor gets a mail. */
export function PlanForm({ agreements, scope, onClose }: Props) {
  const { words, language } = useWords()
  const { administration_id } = scope
  const today = useToday(administration_id)
  const queries = useQueryClient()
  const say = useNotice()
  const items = itemsOf(agreements)
  const usual = usualItems(items, scope)
  const schedule: Schedule = { count: '3', each: '', first_day: addDays(today, first_day_after), every: 'month' }
  const may_mail = agreements.mailed_to !== null
  const problemOf = (values: Values): string | null => {
    if (values.terms.first_day < today) return words.agree_day_past
    return planOf(values, items, language).terms ? null : fill(words.agree_terms_wrong, { max: terms_max })
  }
  const form = useForm<Values, { mailed: boolean }>({
    initial: {
      ...{ currency_code: usual[0]?.currency_code ?? items[0]?.currency_code ?? '', mail: true, terms: schedule },
      chosen: usual.map(({ key }) => key),
    },
    check: (values) => ({ terms: problemOf(values) }),
    send: (values) => {
      const { chosen, terms } = planOf(values, items, language)
      const ids = (kind: Item['kind']) => chosen.filter((one) => one.kind === kind).map(({ id }) => id)
      const about = { invoice_ids: ids('invoice'), credit_case_ids: ids('credit_case') }
      const mail = values.mail && may_mail
      return ask('agreements.make_plan', { administration_id, ...about, terms: terms ?? [], mail })
    },
    done: async ({ mailed }) => {
      onClose()
      say(mailed ? words.agree_plan_done_mailed : words.agree_plan_done)
      await workDone(queries)
    },
    refused: sayTaken,
  })
  const { values } = form
  const { shown, total, terms } = planOf(values, items, language)
  const problem = problemOf(values)
  if (items.length === 0) return <Empty title={words.agree_items_none} />
  return (
    <FormSheet form={form} label={words.agree_plan}>
      <Currencies items={items} value={values.currency_code} onChange={(code) => form.set('currency_code', code)} />
      <Items items={shown} chosen={values.chosen} onChange={(keys) => form.set('chosen', keys)} />
      <OldestOnly agreements={agreements} />
      <TermsFields schedule={values.terms} today={today} onChange={(changed) => form.set('terms', changed)} />
      <ShownTerms terms={terms} total={total} currency_code={values.currency_code} />
      {problem && (
        <p role="alert" className="hint">
          {problem}
        </p>
      )}
      {may_mail ? (
        <Checkbox
          label={fill(words.agree_mail, { address: agreements.mailed_to ?? '' })}
          checked={values.mail}
          onChange={({ currentTarget }) => form.set('mail', currentTarget.checked)}
        />
      ) : (
        <p className="hint">{words.agree_no_mail}</p>
      )}
      <FormWays form={form} submit={words.agree_plan_make} onCancel={onClose} autofocus />
    </FormSheet>
  )
}

/** Somebody else put one of the invoices into a plan meanwhile. */
function sayTaken({ message }: ConsoleError, words: Words): string | null {
  const taken = [...message.matchAll(/: ([^;:,]+?) is in another active plan/g)].map(([, name]) => name?.trim())
  return taken.length > 0 ? fill(words.agree_taken, { names: taken.join(', ') }) : null
}

type CurrenciesProps = { items: readonly Item[]; value: string; onChange: (code: string) => void }

/** A plan is in one currency, which is only asked for where there are more. */
function Currencies({ items, value, onChange }: CurrenciesProps) {
  const { words } = useWords()
  const codes = [...new Set(items.map(({ currency_code }) => currency_code))]
  if (codes.length < 2) return null
  return (
    <NativeSelect
      label={words.agree_currency}
      data={codes}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

type ItemsProps = { items: readonly Item[]; chosen: readonly string[]; onChange: (keys: string[]) => void }

function Items({ items, chosen, onChange }: ItemsProps) {
  const { words, language } = useWords()
  const { shown, rest } = useLongList(items)
  const nameOf = ({ kind, number }: Item): string => (kind === 'invoice' ? number : fill(words.agree_case, { number }))
  const detailsOf = (item: Item): string =>
    [
      item.due_date &&
        fill(item.overdue ? words.agree_due : words.agree_not_due, { day: sayDay(item.due_date, language) }),
      Number(item.amount) < 0 && words.agree_credit_note,
      item.disputed && words.agree_disputed,
      Number(item.costs_amount) > 0 &&
        fill(words.agree_costs, { amount: sayMoney(item.costs_amount, item.currency_code, language) }),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{words.agree_items}</legend>
      <ul className={classes.items}>
        {shown.map((item) => (
          <li key={item.key} className={classes.item}>
            <Checkbox
              label={nameOf(item)}
              description={detailsOf(item)}
              checked={chosen.includes(item.key)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...chosen, item.key] : chosen.filter((key) => key !== item.key))
              }
            />
            <span className={classes.figure}>{sayMoney(item.amount, item.currency_code, language)}</span>
          </li>
        ))}
        {rest}
      </ul>
    </fieldset>
  )
}
