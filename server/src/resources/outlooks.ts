import { type CallAction, readCall } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { date, jsonList, object, oneOf, text } from '../api/field.ts'
import { isId } from '../api/types.ts'
import { case_step_names, invoice_step_names } from '../domain/steps.ts'
import { outlookOfRecord } from '../follow_up/outlooks.ts'
import { reasons } from './steps.ts'

const one_of = { invoices: 'invoice', credit_cases: 'credit case' } as const

const holds = jsonList('Everything that keeps the step from being done now; empty when nothing does.', {
  properties: {
    reason: { type: 'string', description: 'What holds it, as a code.' },
    since: { type: ['string', 'null'], description: 'Since when: a moment, or a day; null when nobody noted it.' },
    until: {
      type: ['string', 'null'],
      format: 'date',
      description: 'Last day on which it holds; null: no end is known.',
    },
  },
  required: ['reason', 'since', 'until'],
})

/** What comes next for a record of a family, and why. */
export const outlookCall = (family: keyof typeof one_of): CallAction =>
  readCall({
    path: `/v1/${family}/{id}/outlook`,
    permission: `${family}:read`,
    summary: `Show what comes next for ${one_of[family] === 'invoice' ? 'an invoice' : 'a credit case'}`,
    description:
      'Shows the next step, its day, everything that holds it, and why. It is decided at the moment of asking, by the ' +
      'same rules that follow records up. The step is null when nothing will come, and `because` says why.',
    outcome: 'What comes next.',
    body: { id: text(`Identifier of the ${one_of[family]}.`).required() },
    example: { id: '1' },
    answer: {
      data: object(
        {
          step: oneOf([...invoice_step_names, ...case_step_names], 'What is done next; null when nothing will come.'),
          day: date('When; null while something holds it whose end nobody knows.'),
          holds: holds.required(),
          because: reasons('What step and day rest on, or why nothing comes.').required(),
        },
        'What comes next.',
      ).required(),
    },
    run: async ({ db, administration_id, today }, { id: record_id }) => {
      const key = { administration_id, family, id: record_id }
      const found = isId(record_id) ? await outlookOfRecord(db, key, today) : null
      const { step, day, holds: held, because } = found ?? refuse('not_found', `There is no such ${one_of[family]}.`)
      return { data: { step, day, holds: [...held], because: [...because] } }
    },
  })
