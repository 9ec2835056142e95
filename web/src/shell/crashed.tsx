import { Button } from '@mantine/core'
import { ConsoleError } from '../api/console_error.ts'
import { Frame } from '../parts/frame.tsx'
import { Shore } from '../parts/shore.tsx'
import { LoadFailed } from '../parts/states.tsx'
import { useWords } from '../words/words.tsx'
import classes from './not_found.module.css'

/** Instead of a page that could not be shown. What the service refused is told; the rest is our own fault. */
export function CrashedPage({ error }: { error: unknown }) {
  const { words } = useWords()
  const reload = (): void => location.reload()
  return (
    <Frame title={words.crashed_heading}>
      <div className={classes.page}>
        <Shore className={classes.shore} deserted />
        <h1 className={classes.heading}>{words.crashed_heading}</h1>
        {error instanceof ConsoleError ? (
          <LoadFailed error={error} retry={reload} />
        ) : (
          <>
            <p className={classes.sentence}>{words.crashed_sentence}</p>
            <Button onClick={reload}>{words.crashed_reload}</Button>
          </>
        )}
      </div>
    </Frame>
  )
}
