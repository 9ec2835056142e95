import { Button, CloseButton, SegmentedControl, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { type ComposerFacts, composerQuery } from '../../api/composer.ts'
import { lastRead } from '../../api/last_read.ts'
import { todayPanelQuery } from '../../api/today.ts'
import { useRole } from '../../session/use_role.ts'
import { fill } from '../../words/fill.ts'
import { sayCode } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { CallForm } from '../calls/call_form.tsx'
import { Icon, type IconName } from '../icons.tsx'
import { LoadFailed, RowsLoading } from '../states.tsx'
import { useKeys } from '../use_keys.ts'
import { usePhone } from '../use_phone.ts'
import classes from './composer.module.css'
import type { Way } from './kept_draft.ts'
import { MailFields, MailTools } from './mail_fields.tsx'
import { sayReplyText } from './say_reply_text.ts'
import { type ComposerSubject, roomFor, type Sent, useComposer } from './use_composer.ts'

type Props = {
  subject: ComposerSubject
  /** After it was sent. */
  onSent?: (sent: Sent) => void
  /** What stands on the button that also goes on to the next one; without it there is none. */
  next?: string
  /** Among other work: one line until somebody writes, without calls and keys, which the page has itself. */
  compact?: boolean
}

/** Writes to a debtor, to colleagues, or what came of a call. Without the right to write there is nothing. */
export function Composer({ subject, onSent = () => {}, next, compact = false }: Props) {
  const { may_write } = useRole(subject.administration_id)
  const { administration_id, debtor_id, invoice_id = null } = subject
  const query = useQuery({ ...composerQuery(administration_id, debtor_id, invoice_id), enabled: may_write })
  if (!may_write) return null
  const { error } = lastRead(query)
  if (error) return <LoadFailed error={error} retry={() => void query.refetch()} />
  // Its place is kept, so that nothing jumps when it comes.
  if (!query.data) {
    const room = compact ? undefined : roomFor(subject)
    return <div className={classes.composer} data-compact={compact || undefined} data-room={room} aria-busy="true" />
  }
  const place = [administration_id, debtor_id, subject.reply?.conversation_id].join(' ')
  return <Writing key={place} subject={subject} facts={query.data} onSent={onSent} next={next} compact={compact} />
}

type WritingProps = {
  subject: ComposerSubject
  facts: ComposerFacts
  onSent: (sent: Sent) => void
  next?: string | undefined
  compact: boolean
}

const icons: Readonly<Record<Way, IconName>> = { mail: 'mail', note: 'letters', call: 'phone' }

const ways: readonly Way[] = ['mail', 'note', 'call']

function Writing({ subject, facts, onSent, next, compact }: WritingProps) {
  const { words } = useWords()
  const { may_work } = useRole(subject.administration_id)
  const phone = usePhone()
  // On a phone what was said needs the room until somebody writes.
  const folds = compact || phone
  const [opened, setOpened] = useState(!folds)
  const composer = useComposer(subject, facts, (sent) => {
    setOpened(!folds)
    onSent(sent)
  })
  const { draft, set, send, busy, problem } = composer
  const text = useRef<HTMLTextAreaElement>(null)
  const shown = opened || composer.is_kept || draft.way === 'call'
  const is_suggested = composer.is_suggested && draft.way === 'mail'
  const choose = (way: Way): void => {
    set({ way })
    setTimeout(() => text.current?.focus())
  }
  useKeys({
    r: [words.composer_mail, () => choose('mail')],
    n: [words.composer_note, () => choose('note')],
  })
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && draft.way !== 'call') {
      event.preventDefault()
      send(next !== undefined)
    }
    // Whoever leaves the field has the keys of the page again.
    if (event.key === 'Escape' && event.target === text.current) text.current?.blur()
  }
  useSendKey(() => draft.way === 'mail' && draft.body !== '' && send(next !== undefined))
  return (
    <section
      className={classes.composer}
      aria-label={words.composer}
      data-way={draft.way}
      data-compact={compact || undefined}
      data-room={compact ? undefined : roomFor(subject)}
      data-folded={!shown || undefined}
      onKeyDown={press}
      // Buttons stay where they are while they are pressed.
      onFocus={({ target }) => target.closest('button') === null && setOpened(true)}
    >
      {(shown || !phone) && (
        <Head way={draft.way} ways={ways.filter((way) => way !== 'call' || (may_work && !compact))} choose={choose}>
          {draft.way === 'mail' && <PutIn composer={composer} facts={facts} />}
        </Head>
      )}
      {is_suggested && <Suggested composer={composer} />}
      {draft.way === 'call' ? (
        <Call subject={subject} onDone={() => choose('mail')} onSent={onSent} />
      ) : (
        <>
          {shown && draft.way === 'mail' && <MailFields composer={composer} facts={facts} />}
          <Body composer={composer} facts={facts} text={text} rows={shown ? [3, 12] : [1, is_suggested ? 2 : 1]} />
          {(shown || is_suggested) && (
            <Foot
              tools={
                shown &&
                draft.way === 'mail' && <MailTools composer={composer} facts={facts} text={text} keys={!compact} />
              }
              said={composer.is_kept && words.composer_kept}
              problem={problem?.place === 'foot' ? problem.sentence : null}
            >
              {next && draft.way === 'mail' && (
                <Button variant="default" disabled={busy} onClick={() => send(false)}>
                  {words.composer_send}
                </Button>
              )}
              <Button className={classes.send} loading={busy} onClick={() => send(next !== undefined)}>
                {draft.way === 'note' ? words.composer_add_note : (next ?? words.composer_send)}
                <kbd className={classes.on_fill}>Ctrl</kbd>
                <kbd className={classes.on_fill}>↵</kbd>
              </Button>
            </Foot>
          )}
        </>
      )}
    </section>
  )
}

type HeadProps = { way: Way; ways: readonly Way[]; choose: (way: Way) => void; children: ReactNode }

/** Chooses to whom it goes. */
function Head({ way: chosen, ways: offered, choose, children }: HeadProps) {
  const { words } = useWords()
  return (
    <div className={classes.head}>
      <SegmentedControl
        size="xs"
        aria-label={words.composer_way}
        value={chosen}
        onChange={(way) => choose(way as Way)}
        data={offered.map((way) => ({
          value: way,
          label: (
            <span className={classes.way}>
              <Icon name={icons[way]} size={15} /> {words[`composer_${way}`]}
            </span>
          ),
        }))}
      />
      {chosen === 'note' && <span className={classes.inside}>{words.composer_note_inside}</span>}
      {children}
    </div>
  )
}

/** The text that was put in, in which language, and the way to do without it; what was typed besides stays. */
function PutIn({
  composer: { draft, set },
  facts,
}: {
  composer: ReturnType<typeof useComposer>
  facts: ComposerFacts
}) {
  const { words, language } = useWords()
  const text = facts.texts.find(({ code }) => code === draft.text_code)
  if (!text) return null
  const name = text.name ?? sayReplyText(words, text.code)
  const drop = (): void =>
    set({
      body: draft.body.replace(text.body, '').trim(),
      text_code: null,
      ...(draft.body === text.body && { documents: [] }),
    })
  return (
    <span className={classes.put_in}>
      <Icon name="letters" size={14} />
      <span>{`${name} · ${sayCode(facts.language_code, 'language', language)}`}</span>
      <CloseButton size="xs" aria-label={fill(words.composer_remove, { name })} onClick={drop} />
    </span>
  )
}

/** Says why something stands there that nobody typed, and takes it away. */
function Suggested({ composer: { draft, set } }: { composer: ReturnType<typeof useComposer> }) {
  const { words } = useWords()
  const along = draft.documents.length > 0
  return (
    <p className={classes.suggested}>
      <Icon name="info" size={14} />
      <span>
        {fill(along ? words.composer_suggested_along : words.composer_suggested, {
          template: sayReplyText(words, draft.text_code ?? ''),
        })}{' '}
        <button type="button" className="link" onClick={() => set({ body: '', text_code: null, documents: [] })}>
          {words.composer_empty_it}
        </button>
      </span>
    </p>
  )
}

/** Ctrl and Enter send what is written also when the keyboard is elsewhere on the page, as after a text was put in. */
function useSendKey(send: () => unknown): void {
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
      if (document.activeElement?.closest('input, textarea, select, [role="dialog"]')) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

type BodyProps = {
  composer: ReturnType<typeof useComposer>
  facts: ComposerFacts
  text: RefObject<HTMLTextAreaElement | null>
  rows: [least: number, most: number]
}

function Body({ composer: { draft, set, problem }, facts, text, rows }: BodyProps) {
  const { words, language } = useWords()
  const debtors_language = sayCode(facts.language_code, 'language', language)
  const member = draft.way === 'note' ? 'note' : 'body'
  return (
    <Textarea
      ref={text}
      aria-label={draft.way === 'note' ? words.composer_note_text : words.composer_body}
      placeholder={
        draft.way === 'note' ? words.composer_note_text : fill(words.composer_body_in, { language: debtors_language })
      }
      variant="unstyled"
      autosize
      minRows={rows[0]}
      maxRows={rows[1]}
      classNames={{ input: classes.text ?? '' }}
      value={draft[member]}
      error={problem?.place === member && problem.sentence}
      onChange={(event) => set({ [member]: event.currentTarget.value })}
    />
  )
}

type FootProps = { tools: ReactNode; said: string | false; problem: string | null; children: ReactNode }

function Foot({ tools, said, problem, children }: FootProps) {
  return (
    <>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <div className={classes.foot}>
        {tools}
        <span className={classes.said}>{said}</span>
        {children}
      </div>
    </>
  )
}

type CallProps = { subject: ComposerSubject; onDone: () => void; onSent: (sent: Sent) => void }

/** What came of a call, as Today records it. */
function Call({ subject: { administration_id, debtor_id }, onDone, onSent }: CallProps) {
  const query = useQuery(todayPanelQuery(administration_id, debtor_id))
  const { error } = lastRead(query)
  if (error) return <LoadFailed error={error} retry={() => void query.refetch()} />
  if (!query.data) return <RowsLoading rows={2} />
  const done = (): void => {
    onDone()
    onSent({ way: 'call', next: false })
  }
  return <CallForm administration_id={administration_id} panel={query.data} onSaved={done} />
}
