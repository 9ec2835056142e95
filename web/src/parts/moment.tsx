import { sayDay, sayMoment } from '../words/formats.ts'
import { useWords } from '../words/words.tsx'

/** A moment on the reader's own clock; nothing yet is «never». */
export function Moment({ at, day = false }: { at: string | null; day?: boolean }) {
  const { words, language } = useWords()
  if (at === null) return <span className="hint">{words.never}</span>
  return (
    <time dateTime={at} title={sayMoment(at, language)}>
      {day ? sayDay(at, language) : sayMoment(at, language)}
    </time>
  )
}
