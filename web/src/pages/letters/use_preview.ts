import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { LetterTextKey, TextPreview } from '../../api/outbox.ts'
import { useSettled } from '../../parts/texts/use_settled.ts'

export const preview_modes = ['both', 'mail', 'paper', 'plain'] as const
export type PreviewMode = (typeof preview_modes)[number]

export type Previewing = {
  data: TextPreview | undefined
  /** The same on paper, where its term is another one; only while somebody looks at it. */
  paper: TextPreview | undefined
  /** Whether it is about to change. */
  pending: boolean
  error: Error | null
  mode: PreviewMode
  setMode: (mode: PreviewMode) => void
  setInvoice: (invoice_id: string | null) => void
  /** Prints it, as it is now. */
  print: () => Promise<string>
}

type Edited = { subject: string; body: string }

/** What a text becomes with a real invoice, a moment after the last key. */
export function usePreview(key: LetterTextKey & { administration_id: string }, edited: Edited): Previewing {
  const { subject, body } = useSettled(edited)
  const wide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const [chosen, setMode] = useState<PreviewMode | null>(null)
  const [invoice_id, setInvoice] = useState<string | null>(null)
  const mode = chosen ?? (wide ? 'both' : 'mail')
  const asked = { ...key, subject, body, invoice_id }
  const preview = (more: { channel: 'mail' | 'post'; paper: boolean }, enabled: boolean) => ({
    queryKey: ['letter_texts', key.administration_id, 'preview', { ...asked, ...more }],
    queryFn: () => ask('letter_texts.preview', { ...asked, ...more }),
    placeholderData: keepPreviousData<TextPreview | undefined>,
    enabled,
  })
  const mail = useQuery(preview({ channel: 'mail', paper: false }, true))
  const paper = useQuery(preview({ channel: 'post', paper: true }, mode === 'both' || mode === 'paper'))
  const print = async (): Promise<string> =>
    (await ask('letter_texts.preview', { ...asked, ...edited, channel: 'post', pdf: true })).content ?? ''
  const pending = mail.isFetching || subject !== edited.subject || body !== edited.body
  const error = mail.error ?? paper.error
  return { data: mail.data, paper: paper.data, pending, error, mode, setMode, setInvoice, print }
}
