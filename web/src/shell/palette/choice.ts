import type { IconName } from '../../parts/icons.tsx'

/** A line of the palette: what it says, and what choosing it does. */
export type Choice = {
  id: string
  group: 'do' | 'debtors' | 'invoices' | 'go'
  icon: IconName
  text: string
  /** Beside the text, quieter. */
  detail?: string
  /** At the end of the line. */
  figure?: string
  /** Where it leads; with a key held, in another tab. */
  href?: string
  /** What is opened there. */
  hash?: string
  act?: () => void
}
