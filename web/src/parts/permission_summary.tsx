import { fill } from '../words/fill.ts'
import { familyRows, summarize } from '../words/say_permission.ts'
import { useWords } from '../words/words.tsx'
import classes from './permission_summary.module.css'

const families_shown = 3

/** What something may do, in a few words; many permissions are one press away. */
export function PermissionSummary({ permissions }: { permissions: readonly string[] }) {
  const { words } = useWords()
  if (permissions.length === 0) return <>{words.permissions_none}</>
  if (familyRows(permissions, words).length <= families_shown + 1) return <>{summarize(permissions, words)}</>
  return (
    <details className={classes.summary}>
      <summary>
        {fill(words.permissions_count, { count: permissions.length })}{' '}
        <span className={classes.more}>{words.permissions_show}</span>
      </summary>
      {summarize(permissions, words)}
    </details>
  )
}
