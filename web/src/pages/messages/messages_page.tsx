import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import {
  inboxQuery,
  type ListedMessage,
  markMessage,
  messageListQuery,
  unassignedQuery,
  workDone,
} from '../../api/work.ts'
import { CopyField } from '../../parts/copy_field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { About } from '../../parts/records/about.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import record from '../../parts/records/record.module.css'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Section } from '../../parts/section.tsx'
import { Empty } from '../../parts/states.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useNextRow } from '../../parts/table/use_next_row.ts'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useRole } from '../../session/use_role.ts'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import classes from './messages.module.css'

const route = getRouteApi('/signed_in/administrations/$administration_id/messages')

export function MessagesPage() {
  const { administration_id } = route.useParams()
  const { words } = useWords()
  return (
    <WithinReach administration_id={administration_id}>
      <PageHeading title={words.nav_messages} sentence={words.messages_sentence} />
      <InboxAddress administration_id={administration_id} />
      <Tray key={`tray ${administration_id}`} administration_id={administration_id} />
      <Inbox key={administration_id} administration_id={administration_id} />
    </WithinReach>
  )
}

/** Where mail can be forwarded to, if any comes in. */
function InboxAddress({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const address = useQuery(inboxQuery(administration_id)).data?.address
  if (!address) return null
  return (
    <div className={classes.part}>
      <CopyField label={words.messages_inbox_address} value={address} />
    </div>
  )
}

/** What came from strangers; it is there only while something waits. */
function Tray({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const query = useInfiniteQuery(unassignedQuery(administration_id))
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? []
  const { message, from, received } = columnsOf(words, administration_id)
  if (messages.length === 0) return null
  return (
    <div className={classes.part}>
      <Section title={words.messages_tray} sentence={words.messages_tray_sentence}>
        <Listing query={query} count={messages.length} expected={2} empty={null}>
          <DataTable label={words.messages_tray} rows={messages} columns={[message, from, received]} />
        </Listing>
      </Section>
    </div>
  )
}

/** Those stand in the tray, and nowhere else. */
const isFromStranger = ({ debtor_id, from_address }: ListedMessage): boolean => !debtor_id && !!from_address

/** What the tray and the inbox both show. */
const columnsOf = (words: Words, administration_id: string) => ({
  message: {
    id: 'message',
    title: words.messages_message,
    cell: (message: ListedMessage) => <Name message={message} administration_id={administration_id} />,
  },
  from: {
    id: 'from',
    title: words.messages_from,
    cell: (message: ListedMessage) => <From message={message} administration_id={administration_id} />,
  },
  received: {
    id: 'received',
    title: words.messages_received,
    cell: ({ at }: ListedMessage) => <Moment at={at} day />,
  },
})

function Inbox({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const { may_write } = useRole(administration_id)
  const query = useInfiniteQuery(messageListQuery(administration_id))
  const all = query.data?.pages.flatMap((page) => page.messages) ?? []
  const messages = all.filter((message) => !isFromStranger(message))
  const { list, leave } = useNextRow(query.dataUpdatedAt)
  const actions = (message: ListedMessage, index: number) => (
    <Mark message={message} administration_id={administration_id} onMarked={() => leave(index)} />
  )
  const { message, from, received } = columnsOf(words, administration_id)
  const nothing = <Empty title={words.messages_empty}>{words.messages_empty_sentence}</Empty>
  return (
    <Listing query={query} count={messages.length} expected={8} empty={nothing}>
      <div ref={list}>
        <DataTable
          list="messages"
          label={words.nav_messages}
          rows={messages}
          columns={[
            message,
            from,
            {
              id: 'about',
              title: words.work_about,
              cell: (message) => <About of={message} administration_id={administration_id} without_debtor />,
            },
            received,
          ]}
          actions={may_write ? actions : undefined}
        />
      </div>
    </Listing>
  )
}

function Name({ message, administration_id }: { message: ListedMessage; administration_id: string }) {
  const { words } = useWords()
  return (
    <span className={`${record.two} ${record.name}`}>
      <span className={classes.subject} data-unread={message.unread || undefined}>
        <RecordLink family="messages" administration_id={administration_id} id={message.id}>
          {message.subject || words.messages_no_subject}
        </RecordLink>
        {message.unread && <span className={record.waiting}>{words.messages_unread}</span>}
      </span>
      <span className={record.beginning}>{message.beginning}</span>
    </span>
  )
}

function From({ message, administration_id }: { message: ListedMessage; administration_id: string }) {
  const { words } = useWords()
  const { debtor_id, debtor_name, from_address } = message
  if (!debtor_id) return <span className="hint">{from_address ?? words.messages_unknown}</span>
  return (
    <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
      {debtor_name || words.record_debtor}
    </RecordLink>
  )
}

type MarkProps = { message: ListedMessage; administration_id: string; onMarked: () => void }

/** Marks a message as the other of read and unread; it goes to another place in the inbox then. */
function Mark({ message, administration_id, onMarked }: MarkProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const subject = message.subject || words.messages_no_subject
  const way = message.unread ? 'read' : 'unread'
  const { busy, attempt } = useAttempt(async () => {
    await markMessage({ administration_id, id: message.id }, message.unread)
    say(words[`messages_marked_${way}`])
    onMarked()
    await workDone(queries)
  })
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={busy}
      aria-label={fill(words[`messages_mark_${way}_one`], { subject })}
      onClick={attempt}
    >
      {words[`messages_mark_${way}`]}
    </Button>
  )
}
