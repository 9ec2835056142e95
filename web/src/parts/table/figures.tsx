import type { ReactNode } from 'react'
import { counted } from '../../words/fill.ts'
import { sayMoney, sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'

/** A figure below a list, with what it is. */
export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span>
      {label} <strong>{children}</strong>
    </span>
  )
}

/** How many there are of something. */
export function Count({ of, one, others }: { of: number; one: string; others: string }) {
  const { language } = useWords()
  return (
    <>
      <strong>{sayNumber(of, language)}</strong> {counted(of, one, others)}
    </>
  )
}

type Sum = { currency_code: string; open_amount: string }

/** What is open, by currency. */
export function OpenSums({ sums }: { sums: readonly Sum[] }) {
  const { words, language } = useWords()
  if (sums.length === 0) return null
  return (
    <Figure label={words.record_open}>
      {sums.map(({ open_amount, currency_code }) => sayMoney(open_amount, currency_code, language)).join(' · ')}
    </Figure>
  )
}

/** How many of the rows are there already. */
export function Loaded({ rows, of }: { rows: number; of: number }) {
  const { language } = useWords()
  return <span>{`${sayNumber(rows, language)} / ${sayNumber(of, language)}`}</span>
}
