import { type FormEvent, useEffect, useRef, useState } from 'react'
import { fill } from '../words/fill.ts'
import { type Concern, comment, type Link, Refused } from './ask.ts'
import { useSpeech } from './speech.tsx'
import type { PortalWords } from './words/en.ts'

const length_max = 5000

/** Sentences that a message can begin with, by one tap. */
export type Beginning = Concern

type State = 'writing' | 'sending' | 'sent'

type ReactionProps = { link: Link; creditor: string; beginnings: readonly Beginning[] }

/** Where a debtor says what the creditor should know. What was written stays until it is sent. */
export function Reaction({ link, creditor, beginnings }: ReactionProps) {
  const { words } = useSpeech()
  const [state, setState] = useState<State>('writing')
  const [text, setText] = useState('')
  const [about, setAbout] = useState<Concern | null>(null)
  const [problem, setProblem] = useState<((words: PortalWords) => string) | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (state === 'sending') return
    const wrong = problemOf(text)
    setProblem(() => wrong)
    if (wrong !== null) return field.current?.focus()
    setState('sending')
    try {
      await comment(link, text, about)
      setText('')
      setAbout(null)
      setState('sent')
    } catch (refused) {
      setProblem(() => sayRefused(refused))
      setState('writing')
    }
  }
  const begin = (wanted: Beginning): void => {
    const before = about === null ? '' : words[`begin_${about}_text`]
    const own = text.startsWith(before) ? text.slice(before.length) : text
    const now = about === wanted ? null : wanted
    setAbout(now)
    setText(now === null ? own : words[`begin_${now}_text`] + own)
    field.current?.focus()
  }
  if (state === 'sent') return <Thanks creditor={creditor} again={() => setState('writing')} />
  return (
    <section className="sheet" aria-labelledby="react">
      <h2 id="react">{words.react}</h2>
      <p>{fill(words.react_sentence, { creditor })}</p>
      <form onSubmit={(event) => void send(event)} noValidate>
        {beginnings.length > 0 && (
          <fieldset className="beginnings">
            <legend>{words.begin_with}</legend>
            {beginnings.map((one) => (
              <button key={one} type="button" className="copy" aria-pressed={about === one} onClick={() => begin(one)}>
                {words[`begin_${one}`]}
              </button>
            ))}
          </fieldset>
        )}
        <label htmlFor="message">{words.your_message}</label>
        <textarea
          id="message"
          ref={field}
          rows={5}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : 'problem'}
        />
        {problem !== null && (
          <p id="problem" role="alert" className="late">
            {problem(words)}
          </p>
        )}
        <button type="submit" className="button" aria-disabled={state === 'sending'}>
          {state === 'sending' ? words.sending : words.send}
        </button>
      </form>
    </section>
  )
}

function problemOf(text: string): ((words: PortalWords) => string) | null {
  if (text.trim() === '') return (words) => words.message_missing
  return text.trim().length > length_max ? (words) => words.message_long : null
}

function sayRefused(refused: unknown): (words: PortalWords) => string {
  if (refused instanceof Refused && refused.status === 429) {
    const minutes = Math.max(1, Math.ceil(refused.wait_s / 60))
    return (words) => fill(words.too_many, { minutes })
  }
  return (words) => words.failed
}

function Thanks({ creditor, again }: { creditor: string; again: () => void }) {
  const { words } = useSpeech()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="sheet" aria-labelledby="thanks" data-good>
      <h2 id="thanks" ref={heading} tabIndex={-1}>
        {words.thanks_heading}
      </h2>
      <p>{fill(words.thanks_sentence, { creditor })}</p>
      <button type="button" className="button" data-plain onClick={again}>
        {words.write_another}
      </button>
    </section>
  )
}
