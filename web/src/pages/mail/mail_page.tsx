import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mails_query } from '../../api/queries.ts'
import type { Mail } from '../../api/types.ts'
import { Moment } from '../../parts/moment.tsx'
import { Note } from '../../parts/note.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Empty } from '../../parts/states.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useSignedIn } from '../../session/signed_in.ts'
import { useWords } from '../../words/words.tsx'
import classes from './mail.module.css'
import { MailDomainCheck } from './mail_domain.tsx'
import { MailStatusLabel } from './mail_status.tsx'

export function MailPage() {
  const { words } = useWords()
  const { mails_kept } = useSignedIn()
  const mails = useInfiniteQuery(mails_query)
  const listed = mails.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <>
      <PageHeading title={words.nav_mail} sentence={words.mail_sentence} />
      {mails_kept && (
        <div className={classes.note}>
          <Note>
            <p>{words.mail_kept_note}</p>
          </Note>
        </div>
      )}
      {!mails_kept && (
        <div className={classes.domain}>
          <MailDomainCheck />
        </div>
      )}
      <Listing
        query={mails}
        count={listed.length}
        empty={<Empty title={words.mail_empty}>{words.mail_empty_sentence}</Empty>}
      >
        <MailTable mails={listed} />
      </Listing>
    </>
  )
}

function MailTable({ mails }: { mails: Mail[] }) {
  const { words } = useWords()
  return (
    <DataTable
      list="mail"
      label={words.nav_mail}
      rows={mails}
      columns={[
        {
          id: 'subject',
          title: words.mail_subject,
          cell: ({ id, subject }) => (
            <Link className={classes.name} to="/settings/mail/$mail_id" params={{ mail_id: id }}>
              {subject}
            </Link>
          ),
        },
        { id: 'to', phone: 'below', title: words.mail_to, cell: ({ to }) => to.join(', ') },
        {
          id: 'status',
          phone: 'amount',
          title: words.mail_status,
          cell: ({ status }) => <MailStatusLabel status={status} />,
        },
        {
          id: 'created',
          phone: 'beside',
          title: words.mail_created,
          cell: ({ created_at }) => <Moment at={created_at} />,
        },
      ]}
    />
  )
}
