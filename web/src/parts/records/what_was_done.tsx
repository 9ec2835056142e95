import { useQuery } from '@tanstack/react-query'
import { reasonsOf, type Step, stepsQuery } from '../../api/follow_up.ts'
import type { RecordKey, TimelineFamily } from '../../api/records.ts'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import type { Language, Words } from '../../words/languages.ts'
import { sayReasons } from '../../words/say_reason.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { Section } from '../section.tsx'
import { Empty } from '../states.tsx'
import { DataTable } from '../table/data_table.tsx'
import classes from './follow_up.module.css'
import { LetterButton } from './letter_button.tsx'
import { RecordLink } from './links.tsx'
import record_classes from './record.module.css'

type WhatWasDoneProps = { record_key: RecordKey; family: TimelineFamily }

/** Each step that was taken for a record, newest first, with its letter and the reasons in words. */
export function WhatWasDone({ record_key, family }: WhatWasDoneProps) {
  const { words, language } = useWords()
  const { data } = useQuery(stepsQuery(record_key, family))
  if (data === undefined) return null
  const { steps } = data
  const { administration_id } = record_key
  return (
    <Section title={words.done_heading}>
      {steps.length === 0 && <Empty title={words.done_none} />}
      {steps.length > 0 && (
        <DataTable
          label={words.done_heading}
          rows={steps}
          columns={[
            {
              id: 'step',
              title: words.done_step,
              cell: (step) => (
                <>
                  {sayStep(step, words)}
                  <span className={classes.reasons}>{sayReasons(reasonsOf(step.reasons), words, language)}</span>
                </>
              ),
            },
            ...(family === 'debtors'
              ? [
                  {
                    id: 'about',
                    title: words.work_about,
                    cell: (step: Step) => <About {...{ step, administration_id }} />,
                  },
                ]
              : []),
            {
              id: 'day',
              title: words.done_day,
              cell: ({ day }) => <span className={record_classes.whole}>{sayDay(day, language)}</span>,
            },
            {
              id: 'channel',
              title: words.done_channel,
              cell: ({ channel }) => (channel ? sayType(words, 'channel', channel) : '–'),
            },
            {
              id: 'term',
              title: words.done_term,
              cell: ({ term_ends_on }) => (
                <span className={record_classes.whole}>{term_ends_on ? sayDay(term_ends_on, language) : '–'}</span>
              ),
            },
            { id: 'costs', title: words.done_costs, number: true, cell: (step) => sayCosts(step, language) },
            {
              id: 'letter',
              title: words.done_letter,
              cell: ({ letter_id }) =>
                letter_id ? <LetterButton letter_key={{ administration_id, id: letter_id }} /> : '–',
            },
          ]}
        />
      )}
    </Section>
  )
}

export const sayStep = ({ step, round }: Step, words: Words): string => {
  const name = sayType(words, 'step', step)
  return round > 1 ? `${name}, ${fill(words.done_round, { round })}` : name
}

function sayCosts({ costs_amount, interest_amount, currency_code }: Step, language: Language): string {
  const charged = [costs_amount, interest_amount].filter((amount) => Number(amount) !== 0)
  if (charged.length === 0) return '–'
  return charged.map((amount) => sayMoney(amount, currency_code, language)).join(' + ')
}

/** Which record of a debtor it was done for. */
function About({ step, administration_id }: { step: Step; administration_id: string }) {
  const { words } = useWords()
  const { invoice_id, credit_case_id, number } = step
  return invoice_id ? (
    <RecordLink family="invoices" administration_id={administration_id} id={invoice_id}>
      {number}
    </RecordLink>
  ) : (
    <RecordLink family="credit_cases" administration_id={administration_id} id={credit_case_id ?? ''}>
      {`${words.record_case} ${number}`}
    </RecordLink>
  )
}
