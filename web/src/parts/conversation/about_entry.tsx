import type { ReactNode } from 'react'
import { reasonsOf } from '../../api/follow_up.ts'
import type { RecordKey, TimelineEntry, TimelineFamily } from '../../api/records.ts'
import { sayBecause, sayReasons } from '../../words/say_reason.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { RecordLink } from '../records/links.tsx'

/** Which page it stands on. */
export type Place = { record_key: RecordKey; family: TimelineFamily; currency_code: string }

type Props = { entry: TimelineEntry; place: Place; children?: ReactNode }

/** How a step was done, where that was not by the engine. */
const isBecause = (status: string | null): status is string => status !== null && status !== 'performed'

/** What it is about, with the way there unless the page is about that already, and why it was done. */
export function AboutEntry({ entry, place, children }: Props) {
  const said = useSaid(entry)
  const linked = useLinks(entry, place)
  const parts: [string, ReactNode][] = [...said, ...linked]
  if (parts.length === 0 && !children) return null
  return (
    <>
      {parts.map(([key, part], index) => (
        <span key={key}>
          {index > 0 && ' · '}
          {part}
        </span>
      ))}
      {parts.length > 0 && children && ' · '}
      {children}
    </>
  )
}

function useSaid(entry: TimelineEntry): [string, ReactNode][] {
  const { words, language } = useWords()
  const { kind, subject, status, recipient } = entry
  const reasons = entry.reasons ? sayReasons(reasonsOf(entry.reasons), words, language) : ''
  const by_step = kind === 'step' || kind === 'reminder'
  const parts: [string, ReactNode | null | false][] = [
    ['step', kind === 'event' && subject && sayType(words, 'step', subject)],
    ['cost', kind === 'payment' && subject && subject !== 'principal' && sayType(words, 'cost', subject)],
    ['reason', kind === 'dispute' && subject && sayDispute(subject, words)],
    ['subject', subject && !['event', 'payment', 'dispute'].includes(kind) && subject],
    ['to', kind === 'letter' && recipient && `${words.letter_to.toLowerCase()} ${recipient}`],
    ['status', kind === 'letter' && status && sayType(words, 'letter_status', status)],
    ['how', by_step && isBecause(status) && reasons === '' && sayBecause({ reason: status }, words, language)],
    ['why', reasons !== '' && reasons],
  ]
  return parts.filter((part): part is [string, ReactNode] => Boolean(part[1]))
}

const sayDispute = (reason: string, words: ReturnType<typeof useWords>['words']): string => {
  const key = `today_dispute_${reason}`
  return Object.hasOwn(words, key) ? words[key as 'today_dispute_other'] : reason.replaceAll('_', ' ')
}

function useLinks(entry: TimelineEntry, { record_key, family }: Place): [string, ReactNode][] {
  const { words } = useWords()
  const { administration_id } = record_key
  const records = [
    ['invoices', entry.invoice_id, entry.invoice_number, words.record_invoice],
    ['credit_cases', entry.credit_case_id, entry.credit_case_number, words.record_case],
  ] as const
  return records.flatMap(([of, id, number, name]): [string, ReactNode][] => {
    if (!number || (family === of && id === record_key.id)) return []
    const text = `${name} ${number}`
    return [
      [
        of,
        id ? (
          <RecordLink key={of} family={of} administration_id={administration_id} id={id}>
            {text}
          </RecordLink>
        ) : (
          text
        ),
      ],
    ]
  })
}
