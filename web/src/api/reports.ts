import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { Operations } from './generated.ts'

type Taken = Operations['reports.ageing']['takes']
/** What every report is narrowed down to. */
export type ReportFilter = Omit<Operations['reports.forecast']['takes'], 'administration_id'>
export type SegmentName = Taken['by']
export type Ageing = Operations['reports.ageing']['answers']
export type AgeingRow = Ageing['segments'][number]
export type Months = Operations['reports.months']['answers']
export type Month = Months['months'][number]
export type DsoRow = Months['segments'][number]
export type Promises = Operations['reports.promises']['answers']
export type PromiseMonth = Promises['months'][number]
export type Forecast = Operations['reports.forecast']['answers']
export type ForecastWeek = Forecast['weeks'][number]
export type ForecastCheck = Operations['reports.forecast_check']['answers']
export type Choices = Operations['reports.choices']['answers']
export type Age = NonNullable<Operations['reports.owed']['takes']['age']>
export type Apart = NonNullable<Operations['reports.expected']['takes']['apart']>
export type Outcome = NonNullable<Operations['reports.promised']['takes']['outcome']>
export type BehindInvoice = Operations['reports.owed']['answers']['invoices'][number]
export type ListedPromise = Operations['reports.promised']['answers']['promises'][number]

export type Dated = ReportFilter & { day: string }
export type Split = Dated & { by: SegmentName }

export const choicesQuery = (administration_id: string) =>
  queryOptions({
    queryKey: ['reports', administration_id, 'choices'],
    queryFn: () => ask('reports.choices', { administration_id }),
  })

export const ageingQuery = (administration_id: string, filter: Split) =>
  queryOptions({
    queryKey: ['reports', administration_id, 'ageing', filter],
    queryFn: () => ask('reports.ageing', { administration_id, ...filter }),
  })

export const monthsQuery = (administration_id: string, filter: Split) =>
  queryOptions({
    queryKey: ['reports', administration_id, 'months', filter],
    queryFn: () => ask('reports.months', { administration_id, ...filter }),
  })

export const promisesQuery = (administration_id: string, filter: Dated) =>
  queryOptions({
    queryKey: ['reports', administration_id, 'promises', filter],
    queryFn: () => ask('reports.promises', { administration_id, ...filter }),
  })

export const forecastQuery = (administration_id: string, filter: ReportFilter) =>
  queryOptions({
    queryKey: ['reports', administration_id, 'forecast', filter],
    queryFn: () => ask('reports.forecast', { administration_id, ...filter }),
  })

/** How good the forecast was: it changes once a week, so it is read once. */
export const forecastCheckQuery = (administration_id: string, filter: ReportFilter) =>
  queryOptions({
    queryKey: ['reports', administration_id, 'forecast_check', filter],
    queryFn: () => ask('reports.forecast_check', { administration_id, ...filter }),
  })

/** Which list stands behind a figure. */
export type Behind =
  | { kind: 'owed'; day: string; age?: Age }
  | { kind: 'expected'; week?: string; apart?: Apart }
  | { kind: 'promised'; month: string; outcome?: Outcome }

export type BehindPage = { invoices: BehindInvoice[]; promises: ListedPromise[]; cursor: string | null }

/** A page of the list behind a figure. */
export async function readBehind(
  administration_id: string,
  {
    filter,
    behind,
    cursor,
    per_page = 50,
  }: { filter: ReportFilter; behind: Behind; cursor: string; per_page?: number },
): Promise<BehindPage> {
  const page = { administration_id, ...filter, cursor, per_page }
  if (behind.kind === 'promised') {
    const { kind: _, ...of } = behind
    return { invoices: [], ...(await ask('reports.promised', { ...page, ...of })) }
  }
  if (behind.kind === 'owed') {
    const { kind: _, ...of } = behind
    return { promises: [], ...(await ask('reports.owed', { ...page, ...of })) }
  }
  const { kind: _, ...of } = behind
  return { promises: [], ...(await ask('reports.expected', { ...page, ...of })) }
}

export const behindQuery = (administration_id: string, filter: ReportFilter, behind: Behind) =>
  infiniteQueryOptions({
    queryKey: ['reports', administration_id, 'behind', filter, behind],
    queryFn: ({ pageParam: cursor }) => readBehind(administration_id, { filter, behind, cursor }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })
