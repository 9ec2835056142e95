import { Button } from '@mantine/core'
import { Frame } from '../parts/frame.tsx'
import { Shore } from '../parts/shore.tsx'
import { useWords } from '../words/words.tsx'
import classes from './not_found.module.css'

export function NotFoundPage() {
  const { words } = useWords()
  return (
    <Frame title={words.not_found_title}>
      <div className={classes.page}>
        <Shore className={classes.shore} deserted />
        <h1 className={classes.heading}>{words.not_found_heading}</h1>
        <p className={classes.sentence}>{words.not_found_sentence}</p>
        <Button component="a" href="/">
          {words.not_found_back}
        </Button>
      </div>
    </Frame>
  )
}
