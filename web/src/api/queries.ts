import { infiniteQueryOptions, MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { read, readSession } from './client.ts'
import { ConsoleError } from './console_error.ts'
import type {
  ApiToken,
  Application,
  AuditEntry,
  Authorization,
  Connection,
  Mail,
  MailContent,
  Overview,
  OwnSession,
  Page,
  User,
} from './types.ts'

/** What the pages have read. `onSignedOut` hears once when the service says that nobody is signed in any more. */
export function makeQueryClient(onSignedOut: () => void): QueryClient {
  const look = (problem: Error): void => {
    if (!(problem instanceof ConsoleError) || problem.code !== 'unauthorized') return
    const session = client.getQueryData(session_query.queryKey)
    if (!session?.person) return
    client.setQueryData(session_query.queryKey, { ...session, person: null, company: null, administrations: [] })
    onSignedOut()
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: look }),
    mutationCache: new MutationCache({ onError: look }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // What was refused stays refused; what did not arrive may arrive the second time.
        retry: (failures, problem) => failures < 2 && problem instanceof ConsoleError && problem.status === 0,
      },
    },
  })
  return client
}

export const session_query = queryOptions({ queryKey: ['session'], queryFn: readSession, staleTime: 60_000 })

export const authorizationQuery = (query: string) =>
  queryOptions({
    queryKey: ['authorization', query],
    queryFn: () => read<Authorization>(`/console/authorization${query}`),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const overviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['overview', id],
    queryFn: () => read<Overview>(`/console/administrations/${id}/overview`),
  })

export const sessions_query = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => read<Page<OwnSession>>('/console/sessions'),
})

export const applications_query = queryOptions({
  queryKey: ['applications'],
  queryFn: () => readAll<Application>('/console/applications'),
})

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', id],
    queryFn: () => read<Application>(`/console/applications/${id}`),
  })

export const connectionsQuery = (application_id: string | null) =>
  queryOptions({
    queryKey: ['connections', application_id],
    queryFn: () =>
      readAll<Connection>('/console/connections', application_id === null ? {} : { application_id: application_id }),
  })

export const api_tokens_query = queryOptions({
  queryKey: ['api_tokens'],
  queryFn: () => readAll<ApiToken>('/console/api_tokens'),
})

export const users_query = queryOptions({ queryKey: ['users'], queryFn: () => readAll<User>('/console/users') })

export const mails_query = infiniteQueryOptions({
  queryKey: ['mails'],
  queryFn: ({ pageParam }) => read<Page<Mail>>(`/console/mails${search({ cursor: pageParam })}`),
  initialPageParam: '',
  getNextPageParam: (page) => page.pagination?.cursor ?? null,
})

export const mailQuery = (id: string) =>
  queryOptions({ queryKey: ['mails', id], queryFn: () => read<Mail>(`/console/mails/${id}`) })

export const mailContentQuery = (id: string) =>
  queryOptions({
    queryKey: ['mails', id, 'content'],
    queryFn: () => read<MailContent>(`/console/mails/${id}/content`),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const auditEntriesQuery = (filters: { user_id: string; action: string }) =>
  infiniteQueryOptions({
    queryKey: ['audit_entries', filters],
    queryFn: ({ pageParam }) =>
      read<Page<AuditEntry>>(`/console/audit_entries${search({ ...filters, cursor: pageParam })}`),
    initialPageParam: '',
    getNextPageParam: (page) => page.pagination?.cursor ?? null,
  })

/** Lists that a company makes by hand are short, so a page shows the whole of them. */
async function readAll<Item>(path: string, filters: Record<string, string> = {}): Promise<Item[]> {
  const items: Item[] = []
  let cursor = ''
  do {
    const page = await read<Page<Item>>(`${path}${search({ ...filters, cursor })}`)
    items.push(...page.data)
    cursor = page.pagination?.cursor ?? ''
  } while (cursor !== '')
  return items
}

function search(values: Record<string, string>): string {
  const told = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
  return told.size === 0 ? '' : `?${told}`
}
