import { fill } from '../words/fill.ts'
import type { Shown } from './ask.ts'
import { sayMomentDay } from './languages.ts'
import { Screen } from './parts.tsx'
import { useSpeech } from './speech.tsx'

type Message = Shown['said'][number]

/** A message as it was written, in whatever language that was. */
export function Said({ message, creditor, debtor }: { message: Message; creditor: string; debtor: string }) {
  const { words, language } = useSpeech()
  return (
    <article className="said" data-own={message.by === 'debtor' || undefined}>
      <p className="said_head">
        <span className="strong">{message.by === 'debtor' ? debtor : creditor}</span>
        <time dateTime={message.at}>{sayMomentDay(message.at, language)}</time>
      </p>
      {message.subject && <p className="hint">{message.subject}</p>}
      <p className="said_text">{message.text}</p>
      {message.files.length > 0 && (
        <ul className="documents" aria-label={words.documents}>
          {message.files.map(({ filename, url }) => (
            <li key={url}>
              <a href={url} download={filename}>
                {fill(words.download, { filename })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}

/** Everything that was said, newest first. */
export function SaidView({ shown, home }: { shown: Shown; home: () => void }) {
  const { words } = useSpeech()
  return (
    <Screen title={words.said} home={home}>
      {shown.said.map((message) => (
        <div key={`${message.at} ${message.text}`} className="card padded spaced">
          <Said message={message} creditor={shown.creditor.name} debtor={shown.debtor_name} />
        </div>
      ))}
      {shown.more_said && <p className="hint">{words.more_said}</p>}
    </Screen>
  )
}
