import { Button } from '@mantine/core'
import { useUnsaved } from '../../parts/unsaved.tsx'
import { useWords } from '../../words/words.tsx'

type SaveWayProps = { may_change: boolean; form: { busy: boolean; changed: boolean } }

/**
 * The button of a form of settings, filled as soon as there is something to save; or why there is none. Whoever leaves
 * the page before is asked.
 */
export function SaveWay({ may_change, form: { busy, changed } }: SaveWayProps) {
  const { words } = useWords()
  useUnsaved(may_change && changed)
  if (!may_change) return <p className="hint">{words.settings_read_only}</p>
  return (
    <div>
      <Button type="submit" variant={changed ? 'filled' : 'default'} loading={busy}>
        {words.save}
      </Button>
    </div>
  )
}
