import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../../words/words.tsx'
import { CaseLink, DebtorLink, InvoiceLink } from '../records/parts.tsx'
import classes from './work.module.css'

type Told = {
  debtor_id: string | null
  debtor_name: string | null
  invoice_id: string | null
  invoice_number: string | null
  credit_case_id: string | null
  credit_case_number: string | null
}

type AboutProps = { of: Told; administration_id: string; without_debtor?: boolean }

/** What a task or a message is about, each with the way there. */
export function About({ of, administration_id, without_debtor = false }: AboutProps) {
  const { words } = useWords()
  const { invoice_id, credit_case_id } = of
  const debtor_id = without_debtor ? null : of.debtor_id
  if (!debtor_id && !invoice_id && !credit_case_id) return '–'
  return (
    <ul className={classes.about}>
      {debtor_id && (
        <li>
          <DebtorLink administration_id={administration_id} id={debtor_id}>
            {of.debtor_name || words.record_debtor}
          </DebtorLink>
        </li>
      )}
      {invoice_id && (
        <li>
          <InvoiceLink administration_id={administration_id} id={invoice_id}>
            {`${words.record_invoice} ${of.invoice_number}`}
          </InvoiceLink>
        </li>
      )}
      {credit_case_id && (
        <li>
          <CaseLink administration_id={administration_id} id={credit_case_id}>
            {`${words.record_case} ${of.credit_case_number}`}
          </CaseLink>
        </li>
      )}
    </ul>
  )
}

type LinkProps = { administration_id: string; id: string; children: ReactNode }

export function TaskLink({ administration_id, id, children }: LinkProps) {
  return (
    <Link
      className="link"
      to="/administrations/$administration_id/tasks/$record_id"
      params={{ administration_id, record_id: id }}
    >
      {children}
    </Link>
  )
}

export function MessageLink({ administration_id, id, children }: LinkProps) {
  return (
    <Link
      className="link"
      to="/administrations/$administration_id/messages/$record_id"
      params={{ administration_id, record_id: id }}
    >
      {children}
    </Link>
  )
}

export function PlanLink({ administration_id, id, children }: LinkProps) {
  return (
    <Link
      className="link"
      to="/administrations/$administration_id/payment_plans/$record_id"
      params={{ administration_id, record_id: id }}
    >
      {children}
    </Link>
  )
}
