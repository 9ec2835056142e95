import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Icon, type IconName } from './icons.tsx'
import { useSpeech } from './speech.tsx'

/** A view of its own: the way back, what it is, and what it is about. Whoever opens it is read its heading. */
export function Screen({
  title,
  beside,
  home,
  children,
}: {
  title: string
  beside?: string
  home: () => void
  children: ReactNode
}) {
  const { words } = useSpeech()
  const heading = useRef<HTMLHeadingElement>(null)
  // Before it is painted: later it would take the keyboard from a field that somebody quick is typing in already.
  useLayoutEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus()
  }, [])
  return (
    <section aria-labelledby="screen">
      <div className="screen_head">
        <button type="button" className="round" aria-label={words.back} onClick={home}>
          <Icon name="back" />
        </button>
        <h1 id="screen" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {beside && <span className="beside">{beside}</span>}
      </div>
      {children}
    </section>
  )
}

/** A part of a page with its heading. */
export function Part({ title, beside, children }: { title: string; beside?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="part" aria-labelledby={id}>
      <div className="part_head">
        <h2 id={id}>{title}</h2>
        {beside && <span className="beside">{beside}</span>}
      </div>
      {children}
    </section>
  )
}

/** A row that leads somewhere: to another view, or to a file. */
export function Way({ icon, title, hint, ...leads }: { icon: IconName; title: string; hint?: string } & Leads) {
  const inside = (
    <>
      <Icon name={icon} />
      <span className="way_words">
        <span className="strong">{title}</span>
        {hint && <span className="hint">{hint}</span>}
      </span>
      <Icon name="next" size={18} />
    </>
  )
  return 'href' in leads ? (
    <a className="way" href={leads.href} download>
      {inside}
    </a>
  ) : (
    <button type="button" className="way" onClick={leads.open}>
      {inside}
    </button>
  )
}
type Leads = { open: () => void } | { href: string }

/** One of a few, side by side. */
export function Choice<Value extends string>({
  legend,
  options,
  value,
  choose,
}: {
  legend: string
  options: readonly (readonly [value: Value, says: string])[]
  value: Value | null
  choose: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      <div className="segments">
        {options.map(([one, says]) => (
          <label key={one} className="segment">
            <input type="radio" name={name} checked={value === one} onChange={() => choose(one)} />
            <span>{says}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** One of several, as many on a line as fit. */
export function Chips<Value extends string>({
  legend,
  options,
  value,
  choose,
}: {
  legend: string
  options: readonly (readonly [value: Value, says: string])[]
  value: Value | null
  choose: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      <div className="chips">
        {options.map(([one, says]) => (
          <label key={one} className="chip">
            <input type="radio" name={name} checked={value === one} onChange={() => choose(one)} />
            <span>{says}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** What follows from what was chosen. */
export function Note({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className="note">
      <Icon name={icon} />
      <span>{children}</span>
    </p>
  )
}

/** That it is done. */
export function Done({ heading, sentence, home }: { heading: string; sentence: string; home: () => void }) {
  const { words } = useSpeech()
  const title = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    scrollTo(0, 0)
    title.current?.focus()
  }, [])
  return (
    <section className="done" aria-labelledby="done">
      <span className="done_mark">
        <Icon name="paid" size={30} />
      </span>
      <h1 id="done" ref={title} tabIndex={-1}>
        {heading}
      </h1>
      <p>{sentence}</p>
      <button type="button" className="action" data-plain onClick={home}>
        {words.back_to_overview}
      </button>
    </section>
  )
}
