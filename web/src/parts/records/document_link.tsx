import { type MouseEvent, type ReactNode, useState } from 'react'
import { useWords } from '../../words/words.tsx'
import { RemedyButton } from '../remedy.tsx'

/** A link to a file. Links expire and files can be gone: then the reader hears of it, instead of leaving the page. */
export function DocumentLink({ url, children }: { url: string; children: ReactNode }) {
  const { words } = useWords()
  const [failed, setFailed] = useState(false)
  const open = async (event: MouseEvent): Promise<void> => {
    event.preventDefault()
    // One byte is enough to know whether the rest would come.
    const answer = await fetch(url, { headers: { range: 'bytes=0-0' } }).catch(() => null)
    setFailed(!answer?.ok)
    if (answer?.ok) window.location.assign(url)
  }
  return (
    <>
      <a className="link" href={url} onClick={(event) => void open(event)}>
        {children}
      </a>
      <span role="status" className="hint">
        {failed && (
          <>
            {` ${words.document_failed} `}
            <RemedyButton remedy="reload" />
          </>
        )}
      </span>
    </>
  )
}
