import assert from 'node:assert/strict'
import { test } from 'node:test'
import { services } from '../../../server/src/domain/actor.ts'
import { because_reasons } from '../../../server/src/domain/because.ts'
import { case_stage_names } from '../../../server/src/domain/case_stages.ts'
import { claim_statuses } from '../../../server/src/domain/claim.ts'
import { elsewhere, hold_reasons } from '../../../server/src/domain/holds.ts'
import { notification_types } from '../../../server/src/domain/notifications.ts'
import { plan_transitions } from '../../../server/src/domain/payment_plan.ts'
import { cost_types, transaction_types } from '../../../server/src/domain/payments.ts'
import { case_step_names, invoice_step_names } from '../../../server/src/domain/steps.ts'
import { events as catalogue } from '../../../server/src/events/catalogue.ts'
import { letter_reasons } from '../../../server/src/follow_up/send/look_again.ts'
import { statement_step } from '../../../server/src/follow_up/send/rows.ts'
import { resource_types } from '../../../server/src/resources/events.ts'
import { payment_methods } from '../../../server/src/resources/invoices/invoices.ts'
import { letter_statuses } from '../../../server/src/resources/letters.ts'
import { completed_statuses } from '../../../server/src/resources/tasks.ts'
import { loadWords } from '../pages/dictionary.ts'
import { language_names } from './languages.ts'
import { sayFlow, sayType } from './say_type.ts'

const dictionary = { en: await loadWords('en'), nl: await loadWords('nl') }

const groups = {
  event: Object.keys(catalogue),
  type: resource_types,
  transaction: transaction_types,
  cost: cost_types,
  task: ['open', ...completed_statuses],
  method: payment_methods,
  stage: case_stage_names,
  service: services,
  notification: notification_types,
  step: [...invoice_step_names, ...case_step_names, statement_step],
  hold: [...hold_reasons, ...elsewhere],
  why: [...hold_reasons, ...elsewhere],
  lift: hold_reasons,
  because: because_reasons,
  letter_status: letter_statuses,
  withdrawn: letter_reasons,
  claim: claim_statuses,
  plan: [...new Set(Object.values(plan_transitions).flatMap(({ from, to }) => [from, to]))],
} as const

for (const language of language_names) {
  test(`every event and every type has words in ${language}`, () => {
    const speechless = Object.entries(groups).flatMap(([group, names]) => {
      assert.ok(names.length > 1, group)
      return names.map((name) => `${group}_${name}`).filter((key) => !Object.hasOwn(dictionary[language], key))
    })
    assert.deepEqual(speechless, [])
  })
}

test('a name that is newer than the pages can be read', () => {
  assert.equal(sayType(dictionary.nl, 'event', 'moon_risen'), 'moon risen')
  assert.equal(sayType(dictionary.nl, 'event', 'invoice_created'), 'Nieuwe factuur')
  assert.equal(sayType(dictionary.en, 'step', 'constructor'), 'constructor')
})

test('a flow is named in words, and one of a company by its own code', () => {
  assert.equal(sayFlow(dictionary.en, 'direct_debit'), 'Direct debit')
  assert.equal(sayFlow(dictionary.nl, 'direct_debit'), 'Automatische incasso')
  assert.equal(sayFlow(dictionary.en, 'B2B_30_days'), 'B2B_30_days')
})
