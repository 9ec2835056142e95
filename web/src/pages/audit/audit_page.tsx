import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { auditEntriesQuery, readAuditEntries, users_query } from '../../api/queries.ts'
import type { AuditEntry } from '../../api/types.ts'
import { Moment } from '../../parts/moment.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Empty } from '../../parts/states.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { DataTable } from '../../parts/table/data_table.tsx'
import { ExportMenu } from '../../parts/table/export_menu.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useGo } from '../../parts/table/use_go.ts'
import { useWords } from '../../words/words.tsx'
import classes from './audit.module.css'
import { actionsKnown, sayAction, sayActor, sayDetails } from './say_entry.ts'

const route = getRouteApi('/signed_in/settings/audit')

/** Who did what in the company; what it is narrowed down to stands in the address. */
export function AuditPage() {
  const { words } = useWords()
  const { person = '', action = '' } = route.useSearch()
  const filters = { user_ids: /^\d{1,18}$/.test(person) ? person : '', actions: action }
  const entries = useInfiniteQuery(auditEntriesQuery(filters))
  const listed = entries.data?.pages.flatMap(({ data }) => data) ?? []
  const columns = useAuditColumns()
  return (
    <>
      <PageHeading title={words.nav_audit} sentence={words.audit_sentence} />
      <Filters person={filters.user_ids} action={action} />
      <ExportMenu
        name={words.nav_audit}
        columns={columns}
        count={undefined}
        read={(cursor) => readAuditEntries(filters, cursor)}
      />
      <Listing
        query={entries}
        count={listed.length}
        expected={8}
        empty={<Empty title={words.audit_empty}>{words.audit_empty_sentence}</Empty>}
      >
        <DataTable list="audit" label={words.nav_audit} rows={listed} columns={columns} />
      </Listing>
    </>
  )
}

function Filters({ person, action }: { person: string; action: string }) {
  const { words } = useWords()
  const go = useGo()
  const users = useQuery(users_query)
  const people = (users.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <search className={classes.filters}>
      <NativeSelect
        aria-label={words.audit_filter_person}
        data={[{ value: '', label: words.audit_everybody }, ...people]}
        value={person}
        onChange={({ currentTarget }) => go({ person: currentTarget.value })}
      />
      <NativeSelect
        aria-label={words.audit_filter_action}
        data={[{ value: '', label: words.audit_every_action }, ...actionsKnown(words)]}
        value={action}
        onChange={({ currentTarget }) => go({ action: currentTarget.value })}
      />
    </search>
  )
}

function useAuditColumns(): Column<AuditEntry>[] {
  const { words, language } = useWords()
  const text = (id: string, title: string, say: (entry: AuditEntry) => string) => ({
    ...{ id, title, file: say },
    cell: say,
  })
  return [
    { ...text('what', words.audit_what, ({ action }) => sayAction(action, words)), always: true },
    { ...text('about', words.audit_about, (entry) => sayDetails(entry, words, language)), phone: 'beside' },
    { ...text('who', words.audit_who, (entry) => sayActor(entry, words)), phone: 'below' },
    {
      ...{ id: 'when', title: words.audit_when, phone: 'amount', file: ({ created_at }) => created_at },
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
    text('from', words.audit_from, ({ ip }) => ip ?? ''),
  ]
}
