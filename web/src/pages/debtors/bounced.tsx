import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { type DebtorFacts, debtorFactsQuery, type RecordKey } from '../../api/records.ts'
import { workDone } from '../../api/work.ts'
import { useNotice } from '../../parts/notices.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useRole } from '../../session/use_role.ts'
import { fill } from '../../words/fill.ts'
import { sayDay } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './debtors.module.css'

/** Which of these addresses mail came back from, since when and why, and the way to mail there again. */
export function Bounced({ addresses, debtor_key }: { addresses: string; debtor_key: RecordKey }) {
  const { data } = useQuery(debtorFactsQuery(debtor_key))
  const named = addresses.split(/[,;]/).map((one) => one.trim().toLowerCase())
  const found = data?.bounced_addresses.filter(({ address }) => named.includes(address)) ?? []
  return found.map((one) => <Marked key={one.address} of={one} debtor_key={debtor_key} />)
}

type MarkedProps = { of: DebtorFacts['bounced_addresses'][number]; debtor_key: RecordKey }

function Marked({ of: { address, reason, since, until }, debtor_key }: MarkedProps) {
  const { words, language } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const { administration_id, id: debtor_id } = debtor_key
  const { may_work } = useRole(administration_id)
  const { busy, attempt } = useAttempt(async () => {
    await ask('debtor_verbs.mail_again', { administration_id, debtor_id, address })
    say(fill(words.debtor_mail_again_done, { address }))
    await workDone(queries)
  })
  const day = sayDay(since, language)
  return (
    <p className={classes.bounced}>
      {until
        ? fill(words.debtor_bounced_until, { day, until: sayDay(until, language) })
        : fill(words.debtor_bounced, { day })}{' '}
      {reason && fill(words.debtor_bounced_said, { reason })}{' '}
      {may_work && (
        <button type="button" className="link" disabled={busy} onClick={attempt}>
          {words.debtor_mail_again}
        </button>
      )}
    </p>
  )
}
