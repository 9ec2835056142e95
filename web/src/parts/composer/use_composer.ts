import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ask } from '../../api/client.ts'
import type { ComposerFacts } from '../../api/composer.ts'
import { ConsoleError } from '../../api/console_error.ts'
import { workDone } from '../../api/work.ts'
import { useBusy } from '../../browser/use_busy.ts'
import { useSignedIn } from '../../session/signed_in.ts'
import { fill } from '../../words/fill.ts'
import { sayRefusal } from '../../words/refusals.ts'
import { useWords } from '../../words/words.tsx'
import { useNotice } from '../notices.tsx'
import { fittingText } from './fitting_text.ts'
import { type ComposerDraft, forgetDraft, keepDraft, readDraft, type Way } from './kept_draft.ts'

/** What is written about, and to whom an answer goes. */
export type ComposerSubject = {
  administration_id: string
  debtor_id: string
  invoice_id?: string | null
  invoice_number?: string | null
  credit_case_id?: string | null
  credit_case_number?: string | null
  /** Of the conversation that is answered. */
  reply?: {
    conversation_id: string
    to: string | null
    subject: string
    seen_message_id: string | null
    /** What the debtor wrote last, while nobody has answered it. */
    asked: string | null
  } | null
}

export type Sent = { way: Way; next: boolean }

/** Where text is missing, or wrong. */
export type Problem = { place: 'to' | 'subject' | 'body' | 'note' | 'foot'; sentence: string }

/** Whoever asks for a copy gets it with the text that says so. */
export const with_document = 'copy_of_invoice'
const files_max = 10
const file_bytes_max = 10 * 1024 * 1024

/** What somebody writes, kept in the browser until it is sent: the same debtor and conversation find it again. */
export function useComposer(subject: ComposerSubject, facts: ComposerFacts, onSent: (sent: Sent) => void) {
  const { person } = useSignedIn()
  const { words } = useWords()
  const { administration_id, debtor_id, reply } = subject
  const place = [person.id, administration_id, debtor_id, reply?.conversation_id ?? ''].join('.')
  const began: ComposerDraft = {
    ...{ way: 'mail', to: reply?.to ?? facts.email_addresses.join(', '), subject: reply?.subject ?? '', body: '' },
    ...{ note: '', text_code: null, documents: [] },
  }
  const [suggested] = useState(() => suggestedFor(subject, facts))
  const [draft, setDraft] = useState<ComposerDraft>(() => ({ ...began, ...suggested, ...readDraft(place) }))
  const [files, setFiles] = useState<File[]>([])
  const [problem, setProblem] = useState<Problem | null>(null)
  const latest = useRef(draft)
  latest.current = draft
  const set = (change: Partial<ComposerDraft>): void => {
    const changed = { ...latest.current, ...change }
    latest.current = changed
    setDraft(changed)
    setProblem(null)
    keepDraft(place, changed)
  }
  const addFiles = (more: readonly File[]): void => {
    const large = more.find(({ size }) => size > file_bytes_max)
    const all = [...files, ...more.filter(({ size }) => size <= file_bytes_max)]
    const room = files_max - draft.documents.length
    setFiles(all.slice(0, room))
    if (large) setProblem({ place: 'foot', sentence: fill(words.composer_file_large, { name: large.name }) })
    else if (all.length > room) setProblem({ place: 'foot', sentence: words.composer_files_many })
    else setProblem(null)
  }
  const emptied = (sent: ComposerDraft): void => {
    const rest = leftAfter(sent, latest.current, began)
    if (sent.way === 'mail') setFiles((now) => now.filter((file) => !files.includes(file)))
    latest.current = rest
    setDraft(rest)
    if (rest.body === '' && rest.note === '') forgetDraft(place)
    else keepDraft(place, rest)
  }
  const { busy, send } = useSending({ subject, facts, draft, files, setProblem, emptied, onSent })
  // What only stands there by itself is no draft of anybody.
  const is_suggested = suggested !== null && draft.text_code === suggested.text_code && draft.body === suggested.body
  const is_kept = (draft.body !== '' && !is_suggested) || draft.note !== ''
  return { draft, set, files, setFiles, addFiles, problem, busy, send, is_kept, is_suggested }
}

/** How much room an answer will need, which is known before its text is there. */
export function roomFor({ reply }: ComposerSubject): 'document' | 'text' | 'nothing' {
  const fitting = reply?.asked ? fittingText(reply.asked) : null
  if (fitting === null) return 'nothing'
  return fitting === with_document ? 'document' : 'text'
}

/** The text and the document that answer what was asked, where that is clear. */
function suggestedFor({ reply }: ComposerSubject, { texts, documents, invoice_id }: ComposerFacts) {
  const text = texts.find(({ code }) => reply?.asked && code === fittingText(reply.asked))
  if (!text) return null
  const own = text.code === with_document ? documents.filter((one) => one.invoice_id === invoice_id).slice(0, 1) : []
  return {
    ...{ text_code: text.code, body: text.body },
    documents: own.map(({ checksum, filename }) => ({ checksum, filename })),
  }
}

type Sending = {
  subject: ComposerSubject
  facts: ComposerFacts
  draft: ComposerDraft
  files: File[]
  setProblem: (problem: Problem | null) => void
  /** Clears what was sent. */
  emptied: (sent: ComposerDraft) => void
  onSent: (sent: Sent) => void
}

function useSending({ subject, facts, draft, files, setProblem, emptied, onSent }: Sending) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const { busy, isBusy, setBusy } = useBusy()
  const sendMail = (): Promise<unknown> =>
    ask('messages.create', {
      administration_id: subject.administration_id,
      debtor_number: facts.debtor_number,
      seen_message_id: subject.reply?.seen_message_id ?? null,
      ...(subject.invoice_number ? { invoice_number: subject.invoice_number } : {}),
      ...(subject.credit_case_number ? { credit_case_number: subject.credit_case_number } : {}),
      message: {
        ...{ subject: draft.subject.trim(), body: draft.body.trim(), email: draft.to },
        ...(files.length > 0 ? { attachments: files } : {}),
        ...(draft.documents.length > 0 ? { files: draft.documents } : {}),
      },
    })
  const send = async (next: boolean): Promise<void> => {
    if (isBusy()) return
    const missing = missingIn(draft)
    if (missing) return setProblem({ place: missing, sentence: words.problem_missing })
    setBusy(true)
    setProblem(null)
    try {
      await (draft.way === 'note' ? ask('notes.create', { content: draft.note.trim(), ...noted(subject) }) : sendMail())
      say(draft.way === 'note' ? words.work_note_added : fill(words.composer_sent, { to: draft.to }))
    } catch (error) {
      if (!(error instanceof ConsoleError)) throw error
      return setProblem(placed(error, sayRefusal(words, error)))
    } finally {
      setBusy(false)
    }
    emptied(draft)
    onSent({ way: draft.way, next })
    // Whoever writes on meanwhile can send that: reading the page again holds nobody up.
    await workDone(queries)
  }
  return { busy, send: (next: boolean): void => void send(next) }
}

/** What stays when something was sent: what was written in the other way, and what was typed since. */
function leftAfter(sent: ComposerDraft, now: ComposerDraft, began: ComposerDraft): ComposerDraft {
  if (sent.way === 'note') return now.note === sent.note ? { ...now, note: '', way: 'mail' } : now
  return now.body === sent.body ? { ...began, note: now.note, way: now.way } : now
}

function missingIn({ way, to, subject, body, note }: ComposerDraft): 'to' | 'subject' | 'body' | 'note' | null {
  if (way === 'note') return note.trim() === '' ? 'note' : null
  if (to.trim() === '') return 'to'
  if (subject.trim() === '') return 'subject'
  return body.trim() === '' ? 'body' : null
}

/** A note stands with what is written about: one record. */
function noted({ administration_id, debtor_id, invoice_id, credit_case_id }: ComposerSubject) {
  if (invoice_id) return { administration_id, invoice_id }
  return credit_case_id ? { administration_id, credit_case_id } : { administration_id, debtor_id }
}

/** Whether the service names the field that it refuses. */
function placed({ message }: ConsoleError, sentence: string): Problem {
  const [, member] = /^message\.(email|subject|body)\b/.exec(message) ?? []
  if (member === 'email') return { place: 'to', sentence }
  return { place: member === 'subject' || member === 'body' ? member : 'foot', sentence }
}
