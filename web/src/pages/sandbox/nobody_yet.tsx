import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { workDone } from '../../api/work.ts'
import { Empty } from '../../parts/states.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useRole } from '../../session/use_role.ts'
import { useWords } from '../../words/words.tsx'
import classes from './planned.module.css'

/** A clock has nothing to do where nobody owes anything: who it could be for comes from a file, or is invented. */
export function NobodyYet({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const { may_work } = useRole(administration_id)
  const { busy, attempt } = useAttempt(async () => {
    await ask('sandbox_verbs.invent', { administration_id })
    await workDone(queries)
  })
  return (
    <Empty
      title={words.sandbox_nobody}
      action={
        may_work && (
          <div className={classes.ways}>
            <Button loading={busy} onClick={attempt}>
              {words.sandbox_invent}
            </Button>
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link to="/administrations/$administration_id/imports" params={{ administration_id }} {...props} />
              )}
            >
              {words.sandbox_bring}
            </Button>
          </div>
        )
      }
    >
      {words.sandbox_nobody_sentence}
    </Empty>
  )
}
