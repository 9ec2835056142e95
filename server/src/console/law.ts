import { type Actions, call } from '../api/actions.ts'
import { json, listOf, object, text } from '../api/field.ts'
import { calculated_fields, calculationFor } from '../resources/law.ts'

/** The calculator of our own pages: what is wrong stands beside the field that it is about. */
export const law_page_calls: Actions = {
  claim: call({
    method: 'POST',
    path: '/console/law/claim',
    reach: 'person',
    description: 'Calculates what the law makes of a debt, or says what is wrong with what was given.',
    body: { claim: json('The debt, with the members that `GET /v1/law/claim` takes.').required() },
    answer: {
      calculation: object(calculated_fields, 'The calculation; null while something is wrong.'),
      problems: listOf(
        { place: text('Where.').required(), sentence: text('What is wrong.').required() },
        'What is wrong.',
      ).required(),
    },
    run: async (_, { claim }) => {
      const found = calculationFor(claim)
      return 'problems' in found
        ? { calculation: null, problems: [...found.problems] }
        : { calculation: found, problems: [] }
    },
  }),
}
