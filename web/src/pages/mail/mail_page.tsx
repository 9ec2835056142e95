import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mails_query } from '../../api/queries.ts'
import type { Mail } from '../../api/types.ts'
import { DataTable, type Row } from '../../parts/data_table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { MoreButton } from '../../parts/more_button.tsx'
import { Note } from '../../parts/note.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useSignedIn } from '../../shell/signed_in.tsx'
import { useWords } from '../../words/words.tsx'
import classes from './mail.module.css'
import { MailStatusLabel } from './mail_status.tsx'

export function MailPage() {
  const { words } = useWords()
  const { mails_kept } = useSignedIn()
  const mails = useInfiniteQuery(mails_query)
  const all = mails.data?.pages.flatMap(({ data }) => data) ?? []
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
      {mails.isPending && <RowsLoading />}
      {mails.isError && <LoadFailed error={mails.error} retry={() => void mails.refetch()} />}
      {mails.isSuccess && all.length === 0 && <Empty title={words.mail_empty}>{words.mail_empty_sentence}</Empty>}
      {all.length > 0 && <MailTable mails={all} />}
      <MoreButton list={mails} shown={all.length} />
    </>
  )
}

function MailTable({ mails }: { mails: Mail[] }) {
  const { words } = useWords()
  const rows = mails.map(
    (mail): Row => ({
      key: mail.id,
      cells: [
        <Link key="subject" className={classes.name} to="/settings/mail/$mail_id" params={{ mail_id: mail.id }}>
          {mail.subject}
        </Link>,
        mail.to.join(', '),
        <MailStatusLabel key="status" status={mail.status} />,
        <Moment key="created" at={mail.created_at} />,
      ],
    }),
  )
  return (
    <DataTable
      label={words.nav_mail}
      columns={[words.mail_subject, words.mail_to, words.mail_status, words.mail_created]}
      rows={rows}
    />
  )
}
