import classes from './letter_frame.module.css'

type Props = { title: string; html: string; tall?: boolean }

/** What a debtor reads, in a frame that can run nothing; its links open in a tab of their own. */
export function LetterFrame({ title, html, tall = false }: Props) {
  return (
    <iframe
      className={classes.frame}
      data-tall={tall || undefined}
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={`<base target="_blank">${html}`}
    />
  )
}
