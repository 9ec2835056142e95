import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { mailContentQuery, mailQuery } from '../../api/queries.ts'
import type { Mail } from '../../api/types.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { LetterFrame } from '../../parts/letter_frame.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Note } from '../../parts/note.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useWords } from '../../words/words.tsx'
import classes from './mail.module.css'
import { MailStatusLabel } from './mail_status.tsx'

const route = getRouteApi('/signed_in/settings/mail/$mail_id')

export function OneMailPage() {
  const { words } = useWords()
  const { mail_id } = route.useParams()
  const mail = useQuery(mailQuery(mail_id))
  return (
    <>
      <BackLink>
        <Link to="/settings/mail">{words.nav_mail}</Link>
      </BackLink>
      <PageHeading title={mail.data?.subject ?? words.nav_mail} />
      {mail.isPending && <RowsLoading />}
      {mail.isError && <LoadFailed error={mail.error} retry={() => void mail.refetch()} />}
      {mail.data && <Facts mail={mail.data} />}
      {mail.data &&
        (mail.data.status === 'kept' ? (
          <Content id={mail.data.id} subject={mail.data.subject} />
        ) : (
          <Note>
            <p>{words.mail_no_content}</p>
          </Note>
        ))}
    </>
  )
}

function Facts({ mail }: { mail: Mail }) {
  const { words } = useWords()
  return (
    <dl className={classes.facts}>
      <dt>{words.mail_to}</dt>
      <dd>{mail.to.join(', ')}</dd>
      <dt>{words.mail_status}</dt>
      <dd>
        <MailStatusLabel status={mail.status} />
      </dd>
      <dt>{words.mail_created}</dt>
      <dd>
        <Moment at={mail.created_at} />
      </dd>
      {mail.status === 'sent' && (
        <>
          <dt>{words.mail_sent_at}</dt>
          <dd>
            <Moment at={mail.sent_at} />
          </dd>
        </>
      )}
      {mail.attempts > 1 && (
        <>
          <dt>{words.mail_attempts}</dt>
          <dd>{mail.attempts}</dd>
        </>
      )}
      {mail.last_error !== null && (
        <>
          <dt>{words.mail_last_error}</dt>
          <dd>{mail.last_error}</dd>
        </>
      )}
    </dl>
  )
}

function Content({ id, subject }: { id: string; subject: string }) {
  const { words } = useWords()
  const content = useQuery(mailContentQuery(id))
  if (content.isPending) return <RowsLoading />
  if (content.isError) return <LoadFailed error={content.error} retry={() => void content.refetch()} />
  return (
    <Tabs defaultValue="seen" keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        <Tabs.Tab value="seen">{words.mail_as_seen}</Tabs.Tab>
        <Tabs.Tab value="text">{words.mail_as_text}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="seen">
        <LetterFrame title={subject} html={content.data.html} />
      </Tabs.Panel>
      <Tabs.Panel value="text">
        <pre className={classes.text}>{content.data.text}</pre>
      </Tabs.Panel>
    </Tabs>
  )
}
