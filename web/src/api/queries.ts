import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query'
import { ask, readSession } from './client.ts'
import { ConsoleError } from './console_error.ts'
import type { Operations, Page } from './generated.ts'
import type { Answer, ListName, Takes } from './operations.ts'

/** What the pages have read. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // What was refused stays refused; what did not arrive may arrive the second time.
        retry: (failures, problem) => failures < 2 && problem instanceof ConsoleError && problem.status === 0,
      },
    },
  })

export const session_query = queryOptions({ queryKey: ['session'], queryFn: readSession, staleTime: 60_000 })

export const authorizationQuery = (asked: Operations['authorization.show']['takes']) =>
  queryOptions({
    queryKey: ['authorization', asked],
    queryFn: () => ask('authorization.show', asked),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const overviewQuery = (id: string) =>
  queryOptions({ queryKey: ['overview', id], queryFn: () => ask('overview.show', { administration_id: id }) })

export const logoQuery = (administration_id: string) =>
  queryOptions({
    queryKey: ['administration_logo', administration_id],
    queryFn: () => ask('administration_logos.show', { administration_id }),
  })

/** Who an administration is, where debtors pay, and its modules. */
export const generalQuery = (administration_id: string) =>
  queryOptions({
    queryKey: ['administration_general', administration_id],
    queryFn: () => ask('administration_general.show', { administration_id }),
  })

export const settingsQuery = (administration_id: string) =>
  queryOptions({
    queryKey: ['administration_settings', administration_id],
    queryFn: () => ask('administration_settings.show', { administration_id }),
  })

export const sessions_query = queryOptions({ queryKey: ['sessions'], queryFn: () => askAll('sessions.list') })

export const applications_query = queryOptions({
  queryKey: ['applications'],
  queryFn: () => askAll('applications.list'),
})

export const applicationQuery = (id: string) =>
  queryOptions({ queryKey: ['applications', id], queryFn: () => ask('applications.show', { id }) })

export const connectionsQuery = (application_id: string | null) =>
  queryOptions({
    queryKey: ['connections', application_id],
    queryFn: () => askAll('connections.list', application_id === null ? {} : { application_id }),
  })

export const api_tokens_query = queryOptions({ queryKey: ['api_tokens'], queryFn: () => askAll('api_tokens.list') })

export const users_query = queryOptions({ queryKey: ['users'], queryFn: () => askAll('users.list') })

export const mails_query = infiniteQueryOptions({
  queryKey: ['mails'],
  queryFn: ({ pageParam }) => ask('mails.list', { cursor: pageParam }),
  initialPageParam: '',
  getNextPageParam: (page) => page.pagination?.cursor ?? null,
})

export const mailQuery = (id: string) =>
  queryOptions({ queryKey: ['mails', id], queryFn: () => ask('mails.show', { id }) })

export const mailContentQuery = (id: string) =>
  queryOptions({
    queryKey: ['mails', id, 'content'],
    queryFn: () => ask('mails.content', { id }),
    staleTime: Number.POSITIVE_INFINITY,
  })

type AuditFilters = { user_ids: string; actions: string }

export const auditEntriesQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit_entries', filters],
    queryFn: ({ pageParam }) => ask('audit_entries.list', { ...filters, per_page: 50, cursor: pageParam }),
    initialPageParam: '',
    getNextPageParam: (page) => page.pagination?.cursor ?? null,
  })

/** A page of entries for a file. */
export async function readAuditEntries(filters: AuditFilters, cursor: string) {
  const { data, pagination } = await ask('audit_entries.list', { ...filters, per_page: 100, cursor })
  return { rows: data, cursor: pagination?.cursor ?? null }
}

/** Takes a record that is gone off its list at once, before the list is asked for again. */
export function forget(queries: QueryClient, family: 'applications' | 'api_tokens' | 'users', id: string): void {
  queries.removeQueries({ queryKey: [family, id] })
  queries.setQueryData<{ id: string }[]>([family], (known) => known?.filter((one) => one.id !== id))
  void queries.invalidateQueries({ queryKey: [family], exact: true })
}

type Item<Name extends ListName> = Answer<Name>['data'][number]

/** Lists that a company makes by hand are short, so a page shows the whole of them. */
async function askAll<Name extends ListName>(name: Name, filters: object = {}): Promise<Item<Name>[]> {
  const items: Item<Name>[] = []
  let cursor = ''
  do {
    // Every list takes these, and answers with pages of its items.
    const takes = { ...filters, per_page: 100, cursor } as Takes<Name, undefined>
    const page = (await ask(name, takes)) as Page<Item<Name>>
    items.push(...page.data)
    cursor = page.pagination?.cursor ?? ''
  } while (cursor !== '')
  return items
}

export type MailDomain = Operations['mail_domain.check']['answers']

/** Whether the domain of our mails says what other servers ask for. */
export const mail_domain_query = queryOptions({
  queryKey: ['mail_domain'],
  queryFn: () => ask('mail_domain.check', {}),
})
