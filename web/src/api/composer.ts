import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { Operations } from './generated.ts'

export type ComposerFacts = Operations['composer.show']['answers']
export type ReplyText = ComposerFacts['texts'][number]
export type InvoiceDocument = ComposerFacts['documents'][number]

/** What somebody needs to write to a debtor, perhaps about an invoice. */
export const composerQuery = (administration_id: string, debtor_id: string, invoice_id: string | null) =>
  queryOptions({
    queryKey: ['composer', administration_id, 'debtor', debtor_id, invoice_id ?? ''],
    queryFn: () => ask('composer.show', { administration_id, debtor_id, ...(invoice_id ? { invoice_id } : {}) }),
  })
