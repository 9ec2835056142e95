import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '../../api/client.ts'
import type { LetterTextKey, TextPreview } from '../../api/outbox.ts'

/** So long nobody has typed before the preview follows. */
const pause_ms = 250

export type Channel = 'mail' | 'post'

export type Previewing = {
  data: TextPreview | undefined
  /** Whether it is about to change. */
  pending: boolean
  error: Error | null
  channel: Channel
  setChannel: (channel: Channel) => void
  setInvoice: (invoice_id: string | null) => void
  /** Prints it, as it is now. */
  print: () => Promise<string>
}

type Edited = { subject: string; body: string }

/** What a text becomes with a real invoice, a moment after the last key. */
export function usePreview(key: LetterTextKey & { administration_id: string }, edited: Edited): Previewing {
  const { subject, body } = useSettled(edited)
  const [channel, setChannel] = useState<Channel>('mail')
  const [invoice_id, setInvoice] = useState<string | null>(null)
  const asked = { ...key, subject, body, channel, invoice_id }
  const query = useQuery({
    queryKey: ['letter_texts', key.administration_id, 'preview', asked],
    queryFn: () => ask('letter_texts.preview', asked),
    placeholderData: keepPreviousData,
  })
  const print = async (): Promise<string> =>
    (await ask('letter_texts.preview', { ...asked, ...edited, pdf: true })).content ?? ''
  const pending = query.isFetching || subject !== edited.subject || body !== edited.body
  return { data: query.data, pending, error: query.error, channel, setChannel, setInvoice, print }
}

function useSettled({ subject, body }: Edited): Edited {
  const [settled, setSettled] = useState({ subject, body })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ subject, body }), pause_ms)
    return () => clearTimeout(timer)
  }, [subject, body])
  return settled
}
