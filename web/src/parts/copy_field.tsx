import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type Copying, copyText } from '../browser/copy_text.ts'
import { useWords } from '../words/words.tsx'
import classes from './copy_field.module.css'

const shown_ms = 2_500

/** A value to take along with one press. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { words } = useWords()
  const text = useRef<HTMLElement>(null)
  const [copying, setCopying] = useState<Copying>('idle')
  useEffect(() => {
    if (copying === 'idle') return
    const timer = setTimeout(() => setCopying('idle'), shown_ms)
    return () => clearTimeout(timer)
  }, [copying])
  return (
    <div className={classes.field}>
      <span className={classes.label}>{label}</span>
      <div className={classes.line}>
        <code ref={text} className={classes.value}>
          {value}
        </code>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void copyText(value, text.current).then(setCopying)}
          aria-label={`${words[copying === 'idle' ? 'copy' : copying]}: ${label}`}
        >
          <span aria-live="polite">{words[copying === 'idle' ? 'copy' : copying]}</span>
        </Button>
      </div>
    </div>
  )
}
