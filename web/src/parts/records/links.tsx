import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export const record_pages = {
  debtors: '/administrations/$administration_id/debtors/$record_id',
  invoices: '/administrations/$administration_id/invoices/$record_id',
  credit_cases: '/administrations/$administration_id/credit_cases/$record_id',
  tasks: '/administrations/$administration_id/tasks/$record_id',
  messages: '/administrations/$administration_id/messages/$record_id',
  payment_plans: '/administrations/$administration_id/payment_plans/$record_id',
  orders: '/administrations/$administration_id/orders/$record_id',
  letters: '/administrations/$administration_id/letters/$record_id',
  order_lines: '/administrations/$administration_id/order_lines/$record_id',
} as const

type RecordLinkProps = { family: keyof typeof record_pages; administration_id: string; id: string; children: ReactNode }

/** The way to the page of a record. */
export function RecordLink({ family, administration_id, id, children }: RecordLinkProps) {
  return (
    <Link className="link" to={record_pages[family]} params={{ administration_id, record_id: id }}>
      {children}
    </Link>
  )
}
