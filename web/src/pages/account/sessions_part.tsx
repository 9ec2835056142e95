import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { ConsoleError } from '../../api/console_error.ts'
import { sessions_query } from '../../api/queries.ts'
import type { OwnSession } from '../../api/types.ts'
import { useBusy } from '../../browser/use_busy.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { Section } from '../../parts/section.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useSignedIn } from '../../session/signed_in.ts'
import { sayMoment } from '../../words/formats.ts'
import { sayRefusal } from '../../words/refusals.ts'
import { useWords } from '../../words/words.tsx'
import classes from './account.module.css'
import { sayBrowser } from './say_browser.ts'

/** Where the person is signed in, and the ways to end that. */
export function SessionsPart() {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const sessions = useQuery(sessions_query)
  const [ending_others, others] = useDisclosure(false)
  const several = (sessions.data?.length ?? 0) > 1
  return (
    <Section
      title={words.sessions_heading}
      sentence={words.sessions_sentence}
      action={
        several && (
          <Button variant="default" onClick={others.open}>
            {words.sessions_end_others}
          </Button>
        )
      }
    >
      <Listing query={sessions} count={sessions.data?.length ?? 0} expected={2}>
        <SessionTable sessions={sessions.data ?? []} />
      </Listing>
      <Confirm
        opened={ending_others}
        onClose={others.close}
        title={words.sessions_end_others_heading}
        action={words.sessions_end_others}
        grave={false}
        onConfirm={async () => {
          await ask('sessions.end_others', {})
          await queries.invalidateQueries({ queryKey: sessions_query.queryKey })
          say(words.sessions_ended)
        }}
      >
        <p>{words.sessions_end_others_sentence}</p>
      </Confirm>
    </Section>
  )
}

function SessionTable({ sessions }: { sessions: OwnSession[] }) {
  const { words } = useWords()
  const { person } = useSignedIn()
  return (
    <DataTable
      label={words.sessions_heading}
      rows={sessions}
      columns={[
        {
          id: 'device',
          title: words.session_device,
          cell: ({ id, user_agent }) => (
            <span>
              {sayBrowser(user_agent ?? '', words)}
              {id === person.session_id && <span className={classes.small}> ({words.session_this})</span>}
            </span>
          ),
        },
        { id: 'address', title: words.session_address, cell: ({ ip }) => ip ?? '–' },
        { id: 'since', title: words.session_since, cell: ({ created_at }) => <Moment at={created_at} /> },
        { id: 'seen', title: words.session_seen, cell: ({ last_seen_at }) => <Moment at={last_seen_at} /> },
      ]}
      actions={(session) => session.id !== person.session_id && <EndButton session={session} />}
    />
  )
}

function EndButton({ session }: { session: OwnSession }) {
  const { words, language } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const { busy, isBusy, setBusy } = useBusy()
  const end = async (): Promise<void> => {
    if (isBusy()) return
    setBusy(true)
    try {
      await ask('sessions.delete', { id: session.id })
      say(words.session_ended_notice)
    } catch (problem) {
      if (!(problem instanceof ConsoleError)) throw problem
      say(sayRefusal(words, problem), undefined, 'bad')
    } finally {
      setBusy(false)
    }
    await queries.invalidateQueries({ queryKey: sessions_query.queryKey })
  }
  const browser = sayBrowser(session.user_agent ?? '', words)
  const label = `${words.session_end}: ${browser}, ${sayMoment(session.created_at, language)}`
  return (
    <Button size="compact-sm" variant="default" aria-label={label} loading={busy} onClick={() => void end()}>
      {words.session_end}
    </Button>
  )
}
