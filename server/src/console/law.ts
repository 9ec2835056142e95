import { type Actions, call } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { integer, jsonList, listOf, object, text } from '../api/field.ts'
import { calculated_fields, calculationsFor } from '../resources/law.ts'

/** More invoices than a case that somebody would work out by hand. */
const debts_max = 100

/** The calculator of our own pages: what is wrong stands beside the field that it is about. */
export const law_page_calls: Actions = {
  claim: call({
    method: 'POST',
    path: '/console/law/claim',
    reach: 'person',
    description:
      'Calculates what the law makes of one debt, or of several that are claimed together, or says what is wrong.',
    body: {
      debts: jsonList(
        `The debts, at most ${debts_max}, each with the members that \`GET /v1/law/claim\` takes; all of one country and debtor.`,
      ).required(),
    },
    answer: {
      calculations: listOf(
        { calculation: object(calculated_fields, 'The calculation.').required() },
        'One for each debt, in the same order; empty while something is wrong.',
      ).required(),
      problems: listOf(
        {
          debt: integer('Which of the debts, from 0.').required(),
          place: text('Where.').required(),
          sentence: text('What is wrong.').required(),
        },
        'What is wrong.',
      ).required(),
    },
    run: async (_, { debts }) => {
      if (debts.length === 0 || debts.length > debts_max)
        refuseParameters([`debts: must be a list of 1 to ${debts_max}`])
      // Costs that are shared go by one scale.
      if (new Set(debts.map(({ country, party }) => JSON.stringify([country, party]))).size > 1)
        refuseParameters(['debts: must all have the same country and the same party'])
      const found = calculationsFor(debts)
      return 'problems' in found
        ? { calculations: [], problems: [...found.problems] }
        : { calculations: found.calculations.map((calculation) => ({ calculation })), problems: [] }
    },
  }),
}
