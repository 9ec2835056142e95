import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import type { Operations } from '../../api/generated.ts'
import { partsQuery } from '../../api/orders.ts'
import { searchQuery } from '../../api/records.ts'
import { workDone } from '../../api/work.ts'
import { navigation } from '../../pages/pages.ts'
import { useNotice } from '../../parts/notices.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useAdministration } from '../../session/use_administration.ts'
import { useRole } from '../../session/use_role.ts'
import { useToday } from '../../session/use_today.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayLongDay, sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import type { Choice } from './choice.ts'
import { soughtIn, type Verb, verbIn } from './sought.ts'

const shown_max = 5

type Choices = {
  choices: Choice[]
  searching: boolean
  /** Whether this is what was found for what was typed, and not what was there before. */
  answered: boolean
}

/** What can be found, done and opened with what was typed, in the order in which it stands there. */
export function useChoices(administration_id: string, typed: string): Choices {
  const today = useToday(administration_id)
  const { language } = useWords()
  const { text: sought, amount, day } = soughtIn(typed, today, language)
  const { text, verb } = verbIn(sought)
  const { data, isFetching, isPending, isPlaceholderData } = useQuery({
    ...searchQuery(administration_id, text),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  const found = text === '' ? undefined : data
  const acts = useActs(administration_id, found?.debtors[0], { amount, day, verb })
  const records = useRecords(administration_id, found)
  const pages = usePages(administration_id, text)
  const answered = text === '' || !(isPending || isPlaceholderData)
  return { choices: [...acts, ...records, ...pages], searching: isFetching, answered }
}

type Found = Operations['search.find']['answers']
type Debtor = Found['debtors'][number]

type TakeBack = () => Promise<unknown>

/** The holds that a debtor itself was paused with. */
const pauses: readonly string[] = ['debtor_paused', 'debtor_reminding_paused']

/** What can be done with the first debtor that was found. */
function useActs(
  administration_id: string,
  debtor: Debtor | undefined,
  { amount, day, verb }: { amount: string | null; day: string | null; verb: Verb | null },
): Choice[] {
  const { words, language } = useWords()
  const { may_work } = useRole(administration_id)
  const { currency_code = 'EUR' } = useAdministration(administration_id) ?? {}
  const queries = useQueryClient()
  const say = useNotice()
  const { attempt } = useAttempt(async (work: () => Promise<TakeBack | undefined>, done: string) => {
    const takeBack = await work()
    // What was found before says what held the debtor then.
    queries.removeQueries({ queryKey: ['search', administration_id] })
    say(done, takeBack && (() => takeBack().then(() => workDone(queries))))
    await workDone(queries)
  })
  if (!debtor) return []
  const choices: Choice[] = []
  const { id, name, call_phone_number } = debtor
  const debtor_key = { administration_id, id }
  if (may_work && day !== null) {
    const on = sayLongDay(day, language)
    const promise = amount
      ? fill(words.palette_promise_of, { amount: sayMoney(amount, currency_code, language), day: on })
      : fill(words.palette_promise, { day: on })
    const create = async (): Promise<TakeBack> => {
      const made = await ask('promises.create', { administration_id, debtor_id: id, amount, promised_on: day })
      return () => ask('promises.withdraw', { administration_id, id: made.id })
    }
    const pause = async (): Promise<TakeBack | undefined> => {
      await ask('debtors.pause_one', { ...debtor_key, until: day, reminding_only: true })
      // What was paused before would not be so again.
      if (debtor.holds.some((reason) => pauses.includes(reason))) return undefined
      return () => ask('debtors.resume_one', { ...debtor_key, reminding_only: true })
    }
    const paused = fill(words.palette_pause, { day: on })
    choices.push(
      { ...act('promise', 'check', promise, name), act: () => attempt(create, `${promise} · ${name}`) },
      { ...act('pause', 'pause', paused, name), act: () => attempt(pause, `${paused} · ${name}`) },
    )
  }
  if (may_work && verb !== null) {
    const href = `/administrations/${administration_id}/debtors/${id}`
    choices.push({ ...act(verb, 'plans', words[`agree_${verb}`], name), href, hash: verb })
  }
  if (call_phone_number)
    choices.push({
      ...act('call', 'phone', words.palette_call, name),
      figure: call_phone_number,
      href: `tel:${call_phone_number}`,
    })
  return choices
}

const act = (id: string, icon: Choice['icon'], text: string, detail: string): Choice => ({
  ...{ id, group: 'do', icon, text, detail },
})

function useRecords(administration_id: string, found: Found | undefined): Choice[] {
  const { words, language } = useWords()
  const { currency_code = 'EUR' } = useAdministration(administration_id) ?? {}
  if (!found) return []
  const base = `/administrations/${administration_id}`
  const debtors = found.debtors.slice(0, shown_max).map(
    (one): Choice => ({
      ...{ id: `debtor_${one.id}`, group: 'debtors', icon: 'debtors', text: one.name },
      detail: [one.debtor_number, one.city, one.found_in].filter(Boolean).join(' · '),
      figure: sayMoney(one.book_open_amount, currency_code, language),
      href: `${base}/debtors/${one.id}`,
    }),
  )
  const invoices = found.invoices.slice(0, shown_max).map(
    (one): Choice => ({
      ...{ id: `invoice_${one.id}`, group: 'invoices', icon: 'invoices', text: one.invoice_number },
      detail: [one.debtor_name, one.found_in].filter(Boolean).join(' · '),
      figure: [
        sayMoney(one.open_amount, one.currency_code, language),
        ...(one.days_overdue > 0 ? [counted(one.days_overdue, words.palette_late_one, words.palette_late)] : []),
      ].join(' · '),
      href: `${base}/invoices/${one.id}`,
    }),
  )
  return [...debtors, ...invoices]
}

/** Pages by their name; all of them before anything was typed. */
function usePages(administration_id: string, text: string): Choice[] {
  const { words } = useWords()
  const { data: counts } = useQuery(partsQuery(administration_id))
  const there = { orders: counts?.orders, sandbox: useAdministration(administration_id)?.sandbox }
  return navigation
    .filter(({ group }) => group !== 'settings')
    .filter((entry) => !('only_where' in entry) || there[entry.only_where])
    .filter(({ word }) => words[word].toLowerCase().includes(text.toLowerCase()))
    .map(({ to, icon, word }) => ({
      ...{ id: `page_${word}`, group: 'go', icon, text: words[word] },
      href: to.replace('$administration_id', administration_id),
    }))
}
