import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MandateProblem, mandateProblems, type WantedMandate } from './psp_mandate.ts'

const fine: WantedMandate = {
  provider_code: 'twikey',
  mandate_identifier: null,
  mandate_reference: null,
  customer_identifier: null,
  debtor_named: true,
  debtor_id: '1',
  known_already: false,
}
const other = { ...fine, debtor_id: '2' }

const cases: [what: string, wanted: Partial<WantedMandate>[], problems: Partial<Record<MandateProblem, number[]>>][] = [
  ['one that is fine', [{}], {}],
  ['two debtors', [{}, other], {}],
  ['two without identifier or reference', [{}, other], {}],
  ['no debtor named', [{ debtor_named: false, debtor_id: null }], { missing_data: [0] }],
  ['a debtor that is not there', [{ debtor_id: null }], { unknown_debtor: [0] }],
  ['mollie without a customer', [{ provider_code: 'mollie' }], { missing_data: [0] }],
  ['mollie with a customer', [{ provider_code: 'mollie', customer_identifier: 'c' }], {}],
  ['one debtor twice', [{}, {}], { duplicate_debtor_code: [1] }],
  [
    'one identifier twice',
    [{ mandate_identifier: 'm' }, { ...other, mandate_identifier: 'm' }],
    { duplicate_mandate_identifier: [1] },
  ],
  [
    'one identifier at two providers',
    [
      { mandate_identifier: 'm' },
      { ...other, mandate_identifier: 'm', provider_code: 'mollie', customer_identifier: 'c' },
    ],
    {},
  ],
  [
    'one reference twice',
    [{ mandate_reference: 'r' }, { ...other, mandate_reference: 'r' }],
    { duplicate_mandate_identifier: [1] },
  ],
  ['one that is there already', [{ known_already: true }], { existing_mandate: [0] }],
  [
    'everything at once, each reported once',
    [{ known_already: true }, { known_already: true }, { debtor_id: null }],
    { existing_mandate: [0, 1], duplicate_debtor_code: [1], unknown_debtor: [2] },
  ],
]

for (const [what, wanted, problems] of cases) {
  test(`mandates to be registered: ${what}`, () => {
    assert.deepEqual(Object.fromEntries(mandateProblems(wanted.map((one) => ({ ...fine, ...one })))), problems)
  })
}
