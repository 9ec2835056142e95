import { useWords } from '../../words/words.tsx'
import classes from './about.module.css'
import { RecordLink } from './links.tsx'

/** The records that something can be about, with what they are called. */
type Subjects = {
  debtor_id: string | null
  debtor_name: string | null
  invoice_id: string | null
  invoice_number: string | null
  credit_case_id: string | null
  credit_case_number: string | null
}

type AboutProps = { of: Subjects; administration_id: string; without_debtor?: boolean }

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
          <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
            {of.debtor_name || words.record_debtor}
          </RecordLink>
        </li>
      )}
      {invoice_id && (
        <li>
          <RecordLink family="invoices" administration_id={administration_id} id={invoice_id}>
            {`${words.record_invoice} ${of.invoice_number}`}
          </RecordLink>
        </li>
      )}
      {credit_case_id && (
        <li>
          <RecordLink family="credit_cases" administration_id={administration_id} id={credit_case_id}>
            {`${words.record_case} ${of.credit_case_number}`}
          </RecordLink>
        </li>
      )}
    </ul>
  )
}
