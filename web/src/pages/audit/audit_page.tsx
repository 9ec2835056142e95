import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auditEntriesQuery, users_query } from '../../api/queries.ts'
import type { AuditEntry } from '../../api/types.ts'
import { Moment } from '../../parts/moment.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Empty } from '../../parts/states.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useWords } from '../../words/words.tsx'
import classes from './audit.module.css'
import { actionsKnown, sayAction, sayActor, sayDetails } from './say_entry.ts'

export function AuditPage() {
  const { words } = useWords()
  const [filters, setFilters] = useState({ user_ids: '', actions: '' })
  const users = useQuery(users_query)
  const entries = useInfiniteQuery(auditEntriesQuery(filters))
  const listed = entries.data?.pages.flatMap(({ data }) => data) ?? []
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
      <Listing
        query={entries}
        count={listed.length}
        expected={8}
        empty={<Empty title={words.audit_empty}>{words.audit_empty_sentence}</Empty>}
      >
        <AuditTable entries={listed} />
      </Listing>
    </>
  )
}

function AuditTable({ entries }: { entries: AuditEntry[] }) {
  const { words } = useWords()
  return (
    <DataTable
      list="audit"
      label={words.nav_audit}
      rows={entries}
      columns={[
        {
          id: 'what',
          title: words.audit_what,
          cell: (entry) => (
            <span>
              {sayAction(entry.action, words)}
              <Details entry={entry} />
            </span>
          ),
        },
        { id: 'who', title: words.audit_who, cell: (entry) => sayActor(entry, words) },
        { id: 'when', title: words.audit_when, cell: ({ created_at }) => <Moment at={created_at} /> },
        {
          id: 'from',
          title: words.audit_from,
          cell: ({ ip }) => <span className={classes.address}>{ip ?? '–'}</span>,
        },
      ]}
    />
  )
}

function Details({ entry }: { entry: AuditEntry }) {
  const { words } = useWords()
  const details = sayDetails(entry, words)
  return details === '' ? null : <span className={classes.details}>{details}</span>
}
