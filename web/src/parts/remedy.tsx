import { Button } from '@mantine/core'
import type { ConsoleError } from '../api/console_error.ts'
import { useWords } from '../words/words.tsx'

/** What helps against a refusal, besides trying again. */
export type Remedy = 'sign_in' | 'reload'

const remedies: Readonly<Record<string, Remedy>> = {
  session_ended: 'sign_in',
  unauthorized: 'sign_in',
  session_changed: 'reload',
  conflict: 'reload',
}

export const remedyOf = ({ code }: ConsoleError): Remedy | null => remedies[code] ?? null

/** The way to it. Signing in happens on another tab: what was typed on this one stays. */
export function RemedyButton({ remedy }: { remedy: Remedy | null }) {
  const { words } = useWords()
  if (remedy === null) return null
  return remedy === 'sign_in' ? (
    <Button size="compact-sm" variant="default" component="a" href="/sign_in" target="_blank" rel="noreferrer">
      {words.sign_in}
    </Button>
  ) : (
    <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
      {words.load_again}
    </Button>
  )
}
