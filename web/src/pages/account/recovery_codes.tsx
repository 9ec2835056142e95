import { Button } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { type Copying, copyText } from '../../browser/copy_text.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import classes from './account.module.css'

type RecoveryCodesProps = { codes: string[]; email_address: string; onStored: () => void }

/** The recovery codes on their only appearance. */
export function RecoveryCodes({ codes, email_address, onStored }: RecoveryCodesProps) {
  const { words } = useWords()
  const list = useRef<HTMLUListElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [copying, setCopying] = useState<Copying>('idle')
  useLayoutEffect(() => heading.current?.focus(), [])
  const text = `${fill(words.recovery_file, { email_address })}\n\n${codes.join('\n')}\n`
  return (
    <div className="fields">
      <div>
        <h3 ref={heading} tabIndex={-1} className={classes.heading}>
          {words.recovery_heading}
        </h3>
        <p className={classes.scan}>{words.recovery_sentence}</p>
      </div>
      <ul ref={list} className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="ways">
        <Button variant="default" onClick={() => void copyText(codes.join('\n'), list.current).then(setCopying)}>
          <span aria-live="polite">{copying === 'idle' ? words.recovery_copy : words[copying]}</span>
        </Button>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="dunlin-recovery-codes.txt"
        >
          {words.recovery_download}
        </Button>
        <Button onClick={onStored}>{words.recovery_stored}</Button>
      </div>
    </div>
  )
}
