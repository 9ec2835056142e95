import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { type Copying, copyText } from '../browser/copy_text.ts'
import { useWords } from '../words/words.tsx'
import classes from './code_block.module.css'

const shown_ms = 2_500

/** A command to take along: it scrolls inside its own frame, and copies with one press. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  const { words } = useWords()
  const text = useRef<HTMLElement>(null)
  const [copying, setCopying] = useState<Copying>('idle')
  const copy = async (): Promise<void> => {
    setCopying(await copyText(code, text.current))
    setTimeout(() => setCopying('idle'), shown_ms)
  }
  const action = { idle: words.copy, copied: words.copied, selected: words.selected }[copying]
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard. */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <pre className={classes.code}>
          <code ref={text}>{code}</code>
        </pre>
      </section>
      <Button className={classes.copy} size="compact-sm" variant="default" onClick={() => void copy()}>
        <span aria-live="polite">{action}</span>
      </Button>
    </div>
  )
}
