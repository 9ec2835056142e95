import { Button } from '@mantine/core'
import { useWords } from '../../words/words.tsx'

/** The button of a form of settings, or why there is none. */
export function SaveWay({ may_change, busy }: { may_change: boolean; busy: boolean }) {
  const { words } = useWords()
  if (!may_change) return <p className="hint">{words.settings_read_only}</p>
  return (
    <div>
      <Button type="submit" loading={busy}>
        {words.save}
      </Button>
    </div>
  )
}
