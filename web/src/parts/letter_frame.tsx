import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { logoQuery } from '../api/queries.ts'
import classes from './letter_frame.module.css'

type Props = { title: string; html: string; tall?: boolean }

/**
 * What a debtor reads, in a frame that can run nothing; its links open in a tab of their own. The logo that travels
 * with a mail is put in its place; where another one counts by now, the name stands there.
 */
export function LetterFrame({ title, html, tall = false }: Props) {
  const { administration_id = '' } = useParams({ strict: false })
  const logo = useQuery({ ...logoQuery(administration_id), enabled: administration_id !== '' && html.includes('cid:') })
  const { url, cid } = logo.data ?? { url: null, cid: null }
  const wanted = `<base target="_blank">${url && cid ? html.replaceAll(`cid:${cid}`, url) : html}`
  // A frame whose content is exchanged leaves an entry in the history of the page each time, and Back would lead
  // through them. So each content has a frame of its own; the one before stays in sight until it has come.
  const [shown, setShown] = useState(wanted)
  return (
    <div className={classes.frames}>
      {[...new Set([shown, wanted])].map((content) => (
        <iframe
          key={content}
          className={classes.frame}
          data-tall={tall || undefined}
          aria-hidden={content !== shown || undefined}
          tabIndex={content === shown ? undefined : -1}
          title={title}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          srcDoc={content}
          onLoad={() => setShown(content)}
        />
      ))}
    </div>
  )
}
