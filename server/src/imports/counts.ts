import { amountText, cents } from '../domain/money.ts'

/** What came of rows, and of the debtors in them; of what is open, only rows that were not refused. */
export type Counts = {
  new: number
  changed: number
  unchanged: number
  refused: number
  remarks: number
  debtors_new: number
  debtors_changed: number
  debtors_unchanged: number
  open_amount: string
}

export const no_counts: Counts = {
  new: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  remarks: 0,
  debtors_new: 0,
  debtors_changed: 0,
  debtors_unchanged: 0,
  open_amount: '0.00',
}

export function addCounts(one: Partial<Counts>, other: Partial<Counts>): Counts {
  const [left, right] = [
    { ...no_counts, ...one },
    { ...no_counts, ...other },
  ]
  return {
    new: left.new + right.new,
    changed: left.changed + right.changed,
    unchanged: left.unchanged + right.unchanged,
    refused: left.refused + right.refused,
    remarks: left.remarks + right.remarks,
    debtors_new: left.debtors_new + right.debtors_new,
    debtors_changed: left.debtors_changed + right.debtors_changed,
    debtors_unchanged: left.debtors_unchanged + right.debtors_unchanged,
    open_amount: amountText(cents(left.open_amount) + cents(right.open_amount)),
  }
}
