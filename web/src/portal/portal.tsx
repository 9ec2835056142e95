import { useCallback, useEffect, useRef, useState } from 'react'
import { keepChoice, keptChoice } from '../browser/kept_choice.ts'
import { ask, linkIn, Refused, type Shown } from './ask.ts'
import { isLanguage, type Language, language_names, language_titles, loadWords, preferred } from './languages.ts'
import { persistently } from './persistently.ts'
import { Speech, useSpeech } from './speech.tsx'
import { Statement } from './statement.tsx'
import type { PortalWords } from './words/en.ts'

const link = linkIn(location.pathname)
const storage_key = 'dunlin.portal.language'
/** Links to documents live some hours; a page that stays open gets new ones in time. */
const renew_ms = 3_600_000

type State = { is: 'loading' | 'gone' | 'trouble' } | { is: 'there'; shown: Shown }

/** The page behind a link: what is owed, and what to do about it. */
export function Portal() {
  const [state, setState] = useState<State>({ is: 'loading' })
  const [chosen, setChosen] = useState<Language | null>(() => {
    const kept = keptChoice(storage_key)
    return isLanguage(kept) ? kept : null
  })
  const load = useCallback(async (): Promise<void> => {
    try {
      setState({ is: 'there', shown: await ask('look', link, {}) })
    } catch (problem) {
      const gone = problem instanceof Refused && (problem.status === 404 || problem.status === 422)
      setState((before) => (gone ? { is: 'gone' } : before.is === 'there' ? before : { is: 'trouble' }))
    }
  }, [])
  useEffect(() => {
    void load()
    const again = setInterval(() => void load(), renew_ms)
    return () => clearInterval(again)
  }, [load])
  const language = chosen ?? (state.is === 'there' ? state.shown.language : preferred(navigator.languages))
  const speak = (wanted: Language): void => {
    keepChoice(storage_key, wanted)
    setChosen(wanted)
  }
  const words = useWordsOf(language)
  useEffect(() => {
    if (words !== null) document.documentElement.lang = words.language
  }, [words])
  if (words === null) return null
  // Nobody sees the page in another language first, and then again in that of the letter.
  const unsaid = state.is === 'there' && chosen === null && words.language !== language
  return (
    <Speech value={{ ...words, speak }}>
      <Frame creditor={state.is === 'there' ? state.shown.creditor : null}>
        {(state.is === 'loading' || unsaid) && <Loading />}
        {state.is === 'gone' && <Dead which="gone" />}
        {state.is === 'trouble' && <Dead which="trouble" retry={() => void load()} />}
        {state.is === 'there' && !unsaid && <Statement link={link} shown={state.shown} reload={() => void load()} />}
      </Frame>
    </Speech>
  )
}

/** The words of a language; those of the one before stay until they are there. */
function useWordsOf(language: Language): { language: Language; words: PortalWords } | null {
  const [spoken, setSpoken] = useState<{ language: Language; words: PortalWords } | null>(null)
  useEffect(() => {
    let left = false
    void persistently(loadWords[language]).then((words) => left || setSpoken({ language, words }))
    return () => {
      left = true
    }
  }, [language])
  return spoken
}

type FrameProps = { creditor: Shown['creditor'] | null; children: React.ReactNode }

function Frame({ creditor, children }: FrameProps) {
  const { words } = useSpeech()
  const content = useRef<HTMLElement>(null)
  const colour = creditor?.colour ?? null
  useEffect(() => {
    // In the colour of the creditor stands what can be tapped on, and nothing else.
    if (colour === null) document.documentElement.style.removeProperty('--brand')
    else document.documentElement.style.setProperty('--brand', colour)
  }, [colour])
  return (
    <div className="page">
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the content, and only the address stays as it is. */}
      <a
        className="skip"
        href="#content"
        onClick={(event) => {
          // The address says which view is open: following the link would close it.
          event.preventDefault()
          content.current?.focus()
          content.current?.scrollIntoView()
        }}
      >
        {words.skip}
      </a>
      <header className="top">
        <p className="creditor">
          {creditor?.logo_url && <img className="logo" src={creditor.logo_url} alt="" />}
          {creditor?.name}
        </p>
        <LanguageChoice />
      </header>
      <main id="content" tabIndex={-1} ref={content}>
        {children}
      </main>
    </div>
  )
}

function LanguageChoice() {
  const { words, language, speak } = useSpeech()
  return (
    <label className="language">
      <span className="unseen">{words.choose_language}</span>
      <select
        value={language}
        onChange={({ currentTarget: { value } }) => {
          if (isLanguage(value)) speak(value)
        }}
      >
        {language_names.map((name) => (
          <option key={name} value={name} lang={name}>
            {language_titles[name]}
          </option>
        ))}
      </select>
    </label>
  )
}

function Loading() {
  const { words } = useSpeech()
  return (
    <p role="status" className="loading">
      <title>{words.loading}</title>
      {words.loading}…
    </p>
  )
}

function Dead({ which, retry }: { which: 'gone' | 'trouble'; retry?: () => void }) {
  const { words } = useSpeech()
  return (
    <section className="sheet">
      <title>{words[`${which}_heading`]}</title>
      <h1>{words[`${which}_heading`]}</h1>
      <p>{words[`${which}_sentence`]}</p>
      {retry && (
        <button type="button" className="action" onClick={retry}>
          {words.try_again}
        </button>
      )}
    </section>
  )
}
