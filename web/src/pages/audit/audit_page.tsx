import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auditEntriesQuery, users_query } from '../../api/queries.ts'
import type { AuditEntry } from '../../api/types.ts'
import { DataTable, type Row } from '../../parts/data_table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { MoreButton } from '../../parts/more_button.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useWords } from '../../words/words.tsx'
import classes from './audit.module.css'
import { actionsKnown, sayAction, sayActor, sayDetails } from './say_entry.ts'

export function AuditPage() {
  const { words } = useWords()
  const [filters, setFilters] = useState({ user_ids: '', actions: '' })
  const users = useQuery(users_query)
  const entries = useInfiniteQuery(auditEntriesQuery(filters))
  const all = entries.data?.pages.flatMap(({ data }) => data) ?? []
  const people = (users.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <PageHeading title={words.nav_audit} sentence={words.audit_sentence} />
      <div className={classes.filters}>
        <NativeSelect
          label={words.audit_filter_person}
          data={[{ value: '', label: words.audit_everybody }, ...people]}
          value={filters.user_ids}
          onChange={(event) => setFilters({ ...filters, user_ids: event.currentTarget.value })}
        />
        <NativeSelect
          label={words.audit_filter_action}
          data={[{ value: '', label: words.audit_every_action }, ...actionsKnown(words)]}
          value={filters.actions}
          onChange={(event) => setFilters({ ...filters, actions: event.currentTarget.value })}
        />
      </div>
      {entries.isPending && <RowsLoading rows={8} />}
      {entries.isError && <LoadFailed error={entries.error} retry={() => void entries.refetch()} />}
      {entries.isSuccess && all.length === 0 && <Empty title={words.audit_empty}>{words.audit_empty_sentence}</Empty>}
      {all.length > 0 && <AuditTable entries={all} />}
      <MoreButton list={entries} shown={all.length} />
    </>
  )
}

function AuditTable({ entries }: { entries: AuditEntry[] }) {
  const { words } = useWords()
  const rows = entries.map(
    (entry): Row => ({
      key: entry.id,
      cells: [
        <span key="what">
          {sayAction(entry.action, words)}
          <Details entry={entry} />
        </span>,
        sayActor(entry, words),
        <Moment key="when" at={entry.created_at} />,
        <span key="from" className={classes.address}>
          {entry.ip ?? '–'}
        </span>,
      ],
    }),
  )
  return (
    <DataTable
      label={words.nav_audit}
      columns={[words.audit_what, words.audit_who, words.audit_when, words.audit_from]}
      rows={rows}
    />
  )
}

function Details({ entry }: { entry: AuditEntry }) {
  const { words } = useWords()
  const told = sayDetails(entry, words)
  return told === '' ? null : <span className={classes.details}>{told}</span>
}
