import { getRouteApi } from '@tanstack/react-router'
import type { Age, Apart, Behind, Outcome, ReportFilter, SegmentName } from '../../api/reports.ts'
import { useToday } from '../../session/use_today.ts'
import { segments } from '../../words/say_segment.ts'

export const route = getRouteApi('/signed_in/administrations/$administration_id/reports')

export const tabs = ['glance', 'ageing', 'dso', 'effectiveness', 'promises', 'forecast'] as const
export type Tab = (typeof tabs)[number]
export const definitions = ['count_back', 'simple', 'best_possible'] as const
export type Definition = (typeof definitions)[number]
export const ages = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'] as const satisfies Age[]
export const aparts = ['later', 'disputed', 'case', 'beyond'] as const satisfies Apart[]
export const outcomes = ['kept', 'kept_late', 'broken', 'withdrawn', 'open'] as const satisfies Outcome[]

const list_names = ['behind', 'age', 'week', 'apart', 'month', 'outcome'] as const
type Search = ReturnType<typeof route.useSearch>

export type Choice = {
  administration_id: string
  tab: Tab
  today: string
  day: string
  by: SegmentName
  definition: Definition
  filter: ReportFilter
  behind: Behind | null
}

const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '')
const oneOf = <Word extends string>(words: readonly Word[], text: string | undefined): Word | undefined =>
  words.find((word) => word === text)

/** What the address asks for; what it does not know is left at what is usual. */
export function useChoice(): Choice {
  const { administration_id } = route.useParams()
  const search = route.useSearch()
  const today = useToday(administration_id)
  const day = isDay(search.day) && search.day <= today ? search.day : today
  const filter: ReportFilter = {
    ...Object.fromEntries(segments.flatMap((name) => (search[name] ? [[name, search[name]]] : []))),
    ...(search.currency_code ? { currency_code: search.currency_code } : {}),
    ...(search.cases === 'without' ? { cases: 'without' as const } : {}),
  }
  return {
    ...{ administration_id, today, day, filter, behind: behindOf(search, day) },
    tab: oneOf(tabs, search.tab) ?? 'glance',
    by: oneOf(segments, search.by) ?? 'country',
    definition: oneOf(definitions, search.definition) ?? 'count_back',
  }
}

function behindOf({ behind, age, week, apart, month, outcome }: Search, day: string): Behind | null {
  if (behind === 'owed') return { kind: 'owed', day, ...some('age', oneOf(ages, age)) }
  const why = oneOf(aparts, apart)
  if (behind === 'expected' && why) return { kind: 'expected', apart: why }
  if (behind === 'expected' && isDay(week)) return { kind: 'expected', week }
  if (behind === 'promised' && isDay(month))
    return { kind: 'promised', month, ...some('outcome', oneOf(outcomes, outcome)) }
  return null
}

const some = <Name extends string, Value>(name: Name, value: Value | undefined): { [One in Name]?: Value } =>
  // It has this one member or none.
  (value === undefined ? {} : { [name]: value }) as { [One in Name]?: Value }

type Wanted = { [Name in keyof Search]?: string }

/** The address of another choice, with everything that it does not touch; what is empty is left out. */
export const searchWith =
  (wanted: Wanted) =>
  (before: Search): Search =>
    Object.fromEntries(Object.entries({ ...before, ...wanted }).filter(([, value]) => value !== ''))

/** The address of the report itself, whatever list was open. */
export const withoutList: Wanted = Object.fromEntries(list_names.map((name) => [name, '']))

/** Goes to another choice in the place of this one. */
export function useGo(): (wanted: Wanted) => void {
  const navigate = route.useNavigate()
  return (wanted) => void navigate({ search: searchWith(wanted), replace: true })
}
