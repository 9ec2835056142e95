import { Button } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { ConsoleError } from '../api/console_error.ts'
import { CodeMissing } from '../parts/code_missing.ts'
import { Frame } from '../parts/frame.tsx'
import { Shore } from '../parts/shore.tsx'
import { LoadFailed } from '../parts/states.tsx'
import { SignedInContext } from '../session/signed_in.ts'
import { useWords } from '../words/words.tsx'
import classes from './not_found.module.css'
import { useReloadWhenThere } from './use_reload_when_there.ts'

/** Instead of a page that could not be shown. Inside the shell only the page itself is missing. */
export function CrashedPage({ error }: { error: unknown }) {
  const { words } = useWords()
  const title = error instanceof CodeMissing ? words.code_missing_heading : words.crashed_heading
  const reason = error instanceof CodeMissing ? <NotLoaded /> : <Stumbled error={error} />
  if (useContext(SignedInContext) === null) return <Frame title={title}>{reason}</Frame>
  return (
    <>
      <title>{`${title} · Dunlin`}</title>
      {reason}
    </>
  )
}

/** A refusal by the service is shown as such; the rest is our own fault. */
function Stumbled({ error }: { error: unknown }) {
  const { words } = useWords()
  const reload = (): void => location.reload()
  return (
    <Deserted heading={words.crashed_heading}>
      {error instanceof ConsoleError ? (
        <LoadFailed error={error} retry={reload} />
      ) : (
        <>
          <p className={classes.sentence}>{words.crashed_sentence}</p>
          <Button onClick={reload}>{words.crashed_reload}</Button>
        </>
      )}
    </Deserted>
  )
}

function NotLoaded() {
  const { words } = useWords()
  const retry = useReloadWhenThere()
  return (
    <Deserted heading={words.code_missing_heading}>
      <p className={classes.sentence} role="alert">
        {words.code_missing_sentence}
      </p>
      <Button onClick={retry}>{words.code_missing_retry}</Button>
    </Deserted>
  )
}

function Deserted({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <Shore className={classes.shore} deserted />
      <h1 className={classes.heading}>{heading}</h1>
      {children}
    </div>
  )
}
