import type { ListedInvoice } from '../../api/records.ts'

/** What could not be done, with the name of the row and why. */
export type Failure = { name: string; reason: string }
export type Outcome = { done: string; failures: readonly Failure[] }

/** What a verb on many invoices gets. */
export type VerbProps = {
  administration_id: string
  invoices: readonly ListedInvoice[]
  opened: boolean
  onOpen: (opened: boolean) => void
  end: (outcome: Outcome) => Promise<void>
}
