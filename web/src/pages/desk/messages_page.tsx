import { Button } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ListedMessage, markMessage, messageListQuery, workDone } from '../../api/work.ts'
import { DataTable } from '../../parts/data_table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { MoreButton } from '../../parts/more_button.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { DebtorLink, WithinReach } from '../records/parts.tsx'
import record from '../records/record.module.css'
import { About, MessageLink } from './about.tsx'
import { useNextRow } from './use_next_row.ts'
import { useRole } from './use_role.ts'
import classes from './work.module.css'

const route = getRouteApi('/signed_in/administrations/$administration_id/messages')

export function MessagesPage() {
  const { administration_id } = route.useParams()
  const { words } = useWords()
  return (
    <WithinReach administration_id={administration_id}>
      <PageHeading title={words.nav_messages} sentence={words.messages_sentence} />
      <Inbox key={administration_id} administration_id={administration_id} />
    </WithinReach>
  )
}

function Inbox({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const { may_write } = useRole(administration_id)
  const messages = useInfiniteQuery(messageListQuery(administration_id))
  const all = messages.data?.pages.flatMap((page) => page.messages) ?? []
  const { list, leave } = useNextRow(messages.dataUpdatedAt)
  return (
    <>
      {messages.isPending && <RowsLoading rows={8} />}
      {messages.isError && all.length === 0 && (
        <LoadFailed error={messages.error} retry={() => void messages.refetch()} />
      )}
      {messages.isSuccess && all.length === 0 && (
        <Empty title={words.messages_empty}>{words.messages_empty_sentence}</Empty>
      )}
      {all.length > 0 && (
        <div ref={list}>
          <DataTable
            label={words.nav_messages}
            columns={[words.messages_message, words.messages_from, words.work_about, words.messages_received]}
            {...(may_write ? { actions: words.actions } : {})}
            rows={all.map((one, index) => ({
              key: one.id,
              cells: [
                <Name key="name" message={one} administration_id={administration_id} />,
                <From key="from" message={one} administration_id={administration_id} />,
                <About key="about" of={one} administration_id={administration_id} without_debtor />,
                <Moment key="at" at={one.at} day />,
              ],
              actions: <Mark message={one} administration_id={administration_id} onMarked={() => leave(index)} />,
            }))}
          />
        </div>
      )}
      <MoreButton list={messages} shown={all.length} />
    </>
  )
}

function Name({ message, administration_id }: { message: ListedMessage; administration_id: string }) {
  const { words } = useWords()
  return (
    <span className={`${classes.two} ${classes.name}`}>
      <span className={classes.subject} data-unread={message.unread || undefined}>
        <MessageLink administration_id={administration_id} id={message.id}>
          {message.subject || words.messages_no_subject}
        </MessageLink>
        {message.unread && <span className={record.waiting}>{words.messages_unread}</span>}
      </span>
      <span className={classes.beginning}>{message.beginning}</span>
    </span>
  )
}

function From({ message, administration_id }: { message: ListedMessage; administration_id: string }) {
  const { words } = useWords()
  const { debtor_id, debtor_name } = message
  if (!debtor_id) return <span className="hint">{words.messages_unknown}</span>
  return (
    <DebtorLink administration_id={administration_id} id={debtor_id}>
      {debtor_name || words.record_debtor}
    </DebtorLink>
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
