import { Button, Checkbox } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../words/words.tsx'
import { CopyField } from './copy_field.tsx'
import classes from './secret_once.module.css'

type SecretOnceProps = { sentence: string; label: string; secret: string; children?: ReactNode; onStored: () => void }

/** A secret on its only appearance. It goes when the reader says that it is stored. */
export function SecretOnce({ sentence, label, secret, children, onStored }: SecretOnceProps) {
  const { words } = useWords()
  const [stored, setStored] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <section className={classes.secret} aria-labelledby="secret-heading">
      <div>
        <h2 id="secret-heading" ref={heading} tabIndex={-1}>
          {words.secret_heading}
        </h2>
        <p>{sentence}</p>
      </div>
      {children}
      <CopyField label={label} value={secret} />
      <Checkbox
        label={words.secret_stored}
        checked={stored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <div>
        <Button disabled={!stored} onClick={onStored}>
          {words.secret_go_on}
        </Button>
      </div>
    </section>
  )
}
