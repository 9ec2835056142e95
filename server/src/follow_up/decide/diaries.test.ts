import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDebtor, anInvoice, reachable, rulesWith, someRules } from '../../../test/given_facts.ts'
import { defaultFlows } from '../../flows/defaults.ts'
import type { DebtorFacts } from './facts.ts'
import type { Rules } from './rules.ts'
import { simulate } from './simulate.ts'

// An invoice of €500.00 of Tuesday 1 September 2026, due on Thursday 1 October, that is never paid: what is done with
// it in 180 days by the flows that Dunlin brings.

const unpaid = (country_code: string, is_company: boolean, own: object = {}): DebtorFacts =>
  aDebtor([anInvoice({ sent_on: null, ...own })], { country_code, is_company })

function diary(debtor: DebtorFacts, rules: Rules): string[] {
  return simulate([debtor], rules, '2026-09-01', 180).done.map(({ day, step, letter }) => {
    const term = letter?.term_days ? `, ${letter.term_days} days` : ''
    return `${day} ${step}${letter ? ` by ${letter.channel}` : ''}${term}${letter?.legal ? ', legal' : ''}`
  })
}

const usual = [
  '2026-09-01 invoice by mail',
  '2026-10-08 reminder_1 by mail',
  '2026-10-15 reminder_2 by mail',
  '2026-10-22 reminder_3 by mail',
]
const short = usual.slice(0, 3)
const begun = usual.slice(0, 2)

const expected: { readonly [country: string]: { business: string[]; consumer: string[] } } = {
  NL: {
    business: [...usual, '2026-10-29 final_reminder by mail, 14 days', '2026-11-13 collectable'],
    consumer: [...usual, '2026-10-29 final_reminder by mail, 14 days, legal', '2026-11-13 collectable'],
  },
  BE: {
    business: [...usual, '2026-10-29 final_reminder by mail, 14 days', '2026-11-13 collectable'],
    consumer: [
      ...[
        '2026-09-01 invoice by mail',
        '2026-10-08 reminder_1 by mail, 14 days, legal',
        '2026-10-29 reminder_2 by mail',
      ],
      ...['2026-11-12 final_reminder by mail, 14 days', '2026-11-27 collectable'],
    ],
  },
  DE: {
    business: [
      ...begun,
      ...[
        '2026-10-22 reminder_2 by mail, 10 days',
        '2026-11-05 final_reminder by mail, 10 days',
        '2026-11-19 collectable',
      ],
    ],
    // Thirty-eight days after the due date is a Sunday.
    consumer: [
      ...begun,
      ...[
        '2026-10-22 reminder_2 by mail, 14 days',
        '2026-11-09 final_reminder by mail, 14 days',
        '2026-11-24 collectable',
      ],
    ],
  },
  FR: {
    // Five days before the due date is a Saturday; the formal notice goes by post.
    business: [
      ...['2026-09-01 invoice by mail', '2026-09-28 pre_reminder by mail', '2026-10-08 reminder_1 by mail'],
      ...['2026-10-21 reminder_2 by mail', '2026-11-05 final_reminder by post, 15 days', '2026-11-21 collectable'],
    ],
    consumer: [
      ...['2026-09-01 invoice by mail', '2026-10-12 reminder_1 by mail', '2026-10-26 reminder_2 by mail'],
      ...['2026-11-10 final_reminder by post, 15 days', '2026-11-26 collectable'],
    ],
  },
  GB: {
    business: [...short, '2026-10-29 final_reminder by mail, 14 days', '2026-11-13 collectable'],
    consumer: [
      ...begun,
      ...['2026-10-22 reminder_2 by mail', '2026-11-05 final_reminder by mail, 30 days', '2026-12-06 collectable'],
    ],
  },
  US: {
    business: [...usual, '2026-10-29 final_reminder by mail, 14 days', '2026-11-13 collectable'],
    consumer: [...usual, '2026-10-29 final_reminder by mail, 14 days', '2026-11-13 collectable'],
  },
}

for (const [country, { business, consumer }] of Object.entries(expected)) {
  test(`${country}: the diary of an invoice that is never paid`, () => {
    const rules = someRules({ administration: { country_code: country } })
    assert.deepEqual(diary(unpaid(country, true), rules), business)
    assert.deepEqual(diary(unpaid(country, false), rules), consumer)
  })
}

test('by post the fourteen days of a Dutch consumer begin with receipt, and end on a working day', () => {
  // Posted on Thursday 29 October, received on Saturday; fourteen days later is a Saturday, so it is free until Monday.
  const by_post = unpaid('NL', false, { recipient: { ...reachable, mail: 'no' } })
  assert.deepEqual(diary(by_post, someRules()).slice(-2), [
    '2026-10-29 final_reminder by post, 14 days, legal',
    '2026-11-17 collectable',
  ])
})

test('a Dutch administration with a Belgian consumer gives the fourteen days of Belgium, though its flow does not', () => {
  assert.deepEqual(diary(unpaid('BE', false), someRules()).slice(1, 3), [
    '2026-10-08 reminder_1 by mail, 14 days, legal',
    // The term is over on 22 October, and the letter after one of the law keeps fourteen days.
    '2026-10-23 reminder_2 by mail',
  ])
})

test('a case goes from its opening to the bailiff in thirty days and what weekends add', () => {
  const flow = { ...defaultFlows('NL').business, end: 'case' as const }
  const rules = rulesWith(flow, { sandbox: true })
  assert.deepEqual(diary(unpaid('NL', true), rules).slice(5), [
    '2026-11-13 collectable',
    '2026-11-13 opening',
    '2026-11-13 summons by mail',
    '2026-11-18 summons_reminder by mail',
    '2026-11-23 second_summons by mail',
    '2026-11-30 second_summons_reminder by mail',
    '2026-12-07 notice_of_default by mail',
    '2026-12-16 bailiff',
  ])
})
