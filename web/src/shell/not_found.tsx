import { Button } from '@mantine/core'
import { useContext } from 'react'
import { Frame } from '../parts/frame.tsx'
import { Shore } from '../parts/shore.tsx'
import { SignedInContext } from '../session/signed_in.ts'
import { useWords } from '../words/words.tsx'
import classes from './not_found.module.css'

/** There is no such page. Inside the shell its navigation stays, and nothing else stands around the words. */
export function NotFoundPage() {
  const { words } = useWords()
  const inside = useContext(SignedInContext) !== null
  if (inside) {
    return (
      <>
        <title>{`${words.not_found_title} · Dunlin`}</title>
        <NothingHere />
      </>
    )
  }
  return (
    <Frame title={`${words.not_found_title} · Dunlin`}>
      <NothingHere />
    </Frame>
  )
}

function NothingHere() {
  const { words } = useWords()
  return (
    <div className={classes.page}>
      <Shore className={classes.shore} deserted />
      <h1 className={classes.heading}>{words.not_found_heading}</h1>
      <p className={classes.sentence}>{words.not_found_sentence}</p>
      <Button component="a" href="/">
        {words.not_found_back}
      </Button>
    </div>
  )
}
