import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { reasonsOf } from '../../api/follow_up.ts'
import { lastRead } from '../../api/last_read.ts'
import { type Sandbox, sandboxQuery } from '../../api/sandbox.ts'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { RecordFailed, WithinReach } from '../../parts/records/within_reach.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { Empty, RowsLoading } from '../../parts/states.tsx'
import { useAdministration } from '../../session/use_administration.ts'
import { useCurrency } from '../../session/use_currency.ts'
import { counted } from '../../words/fill.ts'
import { sayDay, sayMoney, sayNumber } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { Clock, type Turned } from './clock.tsx'
import { Diary } from './diary.tsx'
import { PlayDebtor } from './play_debtor.tsx'
import classes from './sandbox.module.css'

const route = getRouteApi('/signed_in/administrations/$administration_id/sandbox')

export function SandboxPage() {
  const { administration_id } = route.useParams()
  const { words } = useWords()
  const is_sandbox = useAdministration(administration_id)?.sandbox
  return (
    <WithinReach administration_id={administration_id}>
      <PageHeading
        title={words.nav_sandbox}
        views={is_sandbox && <span className="hint">{words.sandbox_invites}</span>}
      />
      {is_sandbox ? (
        <Content administration_id={administration_id} />
      ) : (
        <Empty title={words.sandbox_not_one}>{words.sandbox_not_one_sentence}</Empty>
      )}
    </WithinReach>
  )
}

function Content({ administration_id }: { administration_id: string }) {
  const sandbox = useQuery(sandboxQuery(administration_id))
  const [turned, setTurned] = useState<Turned | null>(null)
  const { error } = lastRead(sandbox)
  if (error) return <RecordFailed error={error} retry={() => void sandbox.refetch()} />
  if (!sandbox.data) return <RowsLoading />
  const { data } = sandbox
  return (
    <>
      <Clock sandbox={data} administration_id={administration_id} turned={turned} onTurned={setTurned} />
      <div className={classes.columns}>
        <Diary sandbox={data} administration_id={administration_id} turned={turned} />
        <div>
          {data.diary.length > 0 && <Sums sandbox={data} administration_id={administration_id} />}
          <PlayDebtor sandbox={data} administration_id={administration_id} />
          {(data.diary.length > 0 || data.next.length > 0) && <Coming sandbox={data} />}
          <Held sandbox={data} administration_id={administration_id} />
        </div>
      </div>
    </>
  )
}

function Sums({ sandbox, administration_id }: { sandbox: Sandbox; administration_id: string }) {
  const { words, language } = useWords()
  const currency_code = useCurrency(administration_id)
  return (
    <Facts
      title={words.sandbox_sums}
      facts={[
        [words.sandbox_letters, sayNumber(sandbox.letters, language)],
        [words.sandbox_received, sayMoney(sandbox.received_amount, currency_code, language)],
        [words.sandbox_costs, sayMoney(sandbox.costs_amount, currency_code, language)],
        [words.sandbox_held, sayNumber(sandbox.held_count, language)],
      ]}
    />
  )
}

/** What is planned, as far as nothing changes. */
function Coming({ sandbox }: { sandbox: Sandbox }) {
  const { words, language } = useWords()
  return (
    <Section title={words.sandbox_coming}>
      <Card>
        {sandbox.next.length === 0 && <p className={classes.plain}>{words.sandbox_coming_none}</p>}
        <ul className={classes.coming}>
          {sandbox.next.map(({ day, step, records }) => (
            <li key={`${day} ${step}`}>
              <strong>{sayDay(day, language)}</strong>
              <span>
                {sayType(words, 'step', step)}{' '}
                <span className="hint">{counted(records, words.sandbox_records_one, words.sandbox_records)}</span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}

/** What was not sent, and why. */
function Held({ sandbox, administration_id }: { sandbox: Sandbox; administration_id: string }) {
  const { words } = useWords()
  if (sandbox.held.length === 0) return null
  return (
    <Section title={words.sandbox_not_sent}>
      <Card>
        <ul className={classes.coming}>
          {sandbox.held.map(({ family, id, number, debtor_name, step, holds }) => (
            <li key={`${family} ${id}`}>
              <RecordLink family={family} administration_id={administration_id} id={id}>
                {number}
              </RecordLink>
              <span>
                {`${debtor_name}: ${sayType(words, 'step', step)}`}{' '}
                <span className="hint">
                  {reasonsOf(holds)
                    .map(({ reason }) => sayType(words, 'hold', reason))
                    .join(', ')}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}
