import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inboxQuery, type ListedMessage, messageQuery, unassignedQuery } from '../../api/work.ts'
import { CopyField } from '../../parts/copy_field.tsx'
import { Note } from '../../parts/note.tsx'
import { DocumentLink } from '../../parts/records/document_link.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useOpenRow } from '../../parts/table/use_open_row.ts'
import { useKeys } from '../../parts/use_keys.ts'
import { useRole } from '../../session/use_role.ts'
import { sayShortDay } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { Assign } from './assign.tsx'
import classes from './inbox.module.css'

/** What came from strangers: somebody says whose it is, and it becomes a conversation with that debtor. */
export function Tray({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const query = useInfiniteQuery(unassignedQuery(administration_id))
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? []
  const [chosen, choose] = useState<string | undefined>()
  const { current, gone, move, goOn } = useOpenRow({
    ...{ list: administration_id, chosen, choose },
    ids: query.data && messages.map(({ id }) => id),
  })
  useKeys({ j: [words.keys_next, () => move(1)], k: [words.keys_previous, () => move(-1)] })
  return (
    <div className={classes.page} data-fill data-tray data-chosen={chosen ? true : undefined}>
      <section className={classes.list} aria-label={words.messages_tray}>
        <Listing query={query} count={messages.length} expected={4} empty={<Empty title={words.messages_tray_empty} />}>
          <ul className={classes.rows}>
            {messages.map((one) => (
              <Row key={one.id} of={one} current={one.id === current} onChoose={choose} />
            ))}
          </ul>
        </Listing>
        <InboxAddress administration_id={administration_id} />
      </section>
      {current !== null && (
        <Stranger key={current} {...{ administration_id, gone }} id={current} onDone={() => goOn(current)} />
      )}
    </div>
  )
}

type RowProps = { of: ListedMessage; current: boolean; onChoose: (id: string) => void }

function Row({ of: one, current, onChoose }: RowProps) {
  const { words, language } = useWords()
  return (
    <li className={classes.row} data-current={current || undefined} data-unread={one.unread || undefined}>
      <button
        type="button"
        className={classes.open}
        aria-current={current ? 'true' : undefined}
        onClick={() => onChoose(one.id)}
      >
        <span className={classes.line}>
          <span className={classes.who}>{one.from_address}</span>
          <time dateTime={one.at} className={classes.meta}>
            {sayShortDay(one.at, language)}
          </time>
        </span>
        <span className={classes.subject}>{one.subject || words.messages_no_subject}</span>
        <span className={classes.beginning}>{one.beginning}</span>
      </button>
    </li>
  )
}

type StrangerProps = {
  administration_id: string
  id: string
  /** Whether it left the list while it was open. */
  gone: boolean
  onDone: () => void
}

function Stranger({ administration_id, id, gone, onDone }: StrangerProps) {
  const { words } = useWords()
  const { may_write } = useRole(administration_id)
  const query = useQuery(messageQuery({ administration_id, id }))
  const message = query.data
  return (
    <section className={classes.thread} aria-label={words.messages_message}>
      {gone && (
        <Note live>
          <p>{words.messages_tray_gone}</p>
        </Note>
      )}
      {query.isError && !message && <LoadFailed error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <RowsLoading rows={4} />}
      {message && (
        <>
          <header className={classes.head}>
            <div className={classes.title}>
              <h2 className={classes.name}>{message.subject || words.messages_no_subject}</h2>
              <p className={classes.meta}>
                {[message.from_name, message.from_address].filter((one) => one).join(' · ')}
              </p>
            </div>
          </header>
          <div className={classes.said}>
            <p className={classes.letter}>{message.content}</p>
            {message.attachments.length > 0 && (
              <ul className={classes.files} aria-label={words.messages_attachments}>
                {message.attachments.map(({ filename, url }) => (
                  <li key={url}>
                    <DocumentLink url={url}>{filename}</DocumentLink>
                  </li>
                ))}
              </ul>
            )}
            {may_write && !gone && <Assign message_key={{ administration_id, id }} onDone={onDone} />}
          </div>
        </>
      )}
    </section>
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
