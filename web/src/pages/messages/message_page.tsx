import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import type { RecordKey } from '../../api/records.ts'
import { markMessage, messageQuery, type ShownMessage, workDone } from '../../api/work.ts'
import { Moment } from '../../parts/moment.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { About } from '../../parts/records/about.tsx'
import { DocumentLink } from '../../parts/records/document_link.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import record from '../../parts/records/record.module.css'
import { RecordPage } from '../../parts/records/record_page.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useRole } from '../../session/use_role.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { Assign } from './assign.tsx'
import classes from './messages.module.css'

const route = getRouteApi('/signed_in/administrations/$administration_id/messages/$record_id')

/** A message leads to its conversation; what came from a stranger belongs to none yet, and stands here. */
export function MessagePage() {
  const params = route.useParams()
  const { words } = useWords()
  const back = (
    <Link to="/administrations/$administration_id/inbox" params={{ administration_id: params.administration_id }}>
      {words.nav_messages}
    </Link>
  )
  return (
    <RecordPage params={params} query={messageQuery} back={back}>
      {(message, message_key) =>
        message.conversation_id ? (
          <Navigate
            to="/administrations/$administration_id/inbox"
            params={{ administration_id: params.administration_id }}
            search={{ conversation: message.conversation_id }}
            replace
          />
        ) : (
          <Content message={message} message_key={message_key} />
        )
      }
    </RecordPage>
  )
}

function Content({ message, message_key }: { message: ShownMessage; message_key: RecordKey }) {
  const { words } = useWords()
  const { administration_id } = message_key
  const { may_write } = useRole(administration_id)
  const received = message.sender_type === 'debtor'
  const { read_at, read_by } = message
  return (
    <>
      <PageHeading
        title={message.subject || words.messages_no_subject}
        action={
          received &&
          may_write &&
          !message.unread && <MarkUnread id={message.id} administration_id={administration_id} />
        }
      />
      <div className={record.columns}>
        <Section title={words.messages_text}>
          <Card>
            <p className={classes.letter}>{message.content}</p>
            {message.quoted && (
              <details className={classes.quoted}>
                <summary>{words.messages_quoted}</summary>
                <p className={classes.letter}>{message.quoted}</p>
              </details>
            )}
          </Card>
          <Attachments of={message} />
          {received && !message.debtor_id && may_write && (
            <div className={classes.assign}>
              <Assign message_key={message_key} />
            </div>
          )}
        </Section>
        <Facts
          title={words.record_data}
          facts={[
            [received ? words.messages_from : words.messages_to, message.debtor_name ?? words.messages_unknown],
            [words.messages_address, message.from_address && <Sender key="sender" of={message} />],
            [received ? words.messages_received : words.messages_sent, <Moment key="at" at={message.at} />],
            [words.work_about, <About key="about" of={message} administration_id={administration_id} />],
            [
              words.messages_read,
              read_at && (
                <span key="read" className={record.two}>
                  <Moment at={read_at} />
                  {read_by && <span className="hint">{fill(words.messages_read_by, { name: read_by })}</span>}
                </span>
              ),
            ],
          ]}
        />
      </div>
    </>
  )
}

/** From whom a mail came, and the mail as it came. */
function Sender({ of: { from_name, from_address, automatic, original_url } }: { of: ShownMessage }) {
  const { words } = useWords()
  return (
    <span className={record.two}>
      <span>{from_name ? `${from_name} <${from_address}>` : from_address}</span>
      {automatic && <span className="hint">{words.messages_automatic}</span>}
      {original_url && <DocumentLink url={original_url}>{words.messages_original}</DocumentLink>}
    </span>
  )
}

/** The files that came along; two may have the same name. */
function Attachments({ of: { attachments } }: { of: ShownMessage }) {
  const { words } = useWords()
  if (attachments.length === 0) return null
  return (
    <ul aria-label={words.messages_attachments} className={classes.attachments}>
      {attachments.map(({ filename, url }) => (
        <li key={url}>
          <DocumentLink url={url}>{filename}</DocumentLink>
        </li>
      ))}
    </ul>
  )
}

/** Puts a message back among the unread ones, and goes back to them. */
function MarkUnread({ id, administration_id }: { id: string; administration_id: string }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const navigate = route.useNavigate()
  const say = useNotice()
  const { busy, attempt } = useAttempt(async () => {
    await markMessage({ administration_id, id }, false)
    say(words.messages_marked_unread)
    await navigate({ to: '/administrations/$administration_id/inbox', params: { administration_id } })
    await workDone(queries)
  })
  return (
    <Button variant="default" loading={busy} onClick={attempt}>
      {words.messages_mark_unread}
    </Button>
  )
}
