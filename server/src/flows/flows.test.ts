import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packs } from '../law/packs.ts'
import { chooseFlow, tieProblems } from './choose.ts'
import { default_countries, defaultFlows } from './defaults.ts'
import { type Flow, flow_schema, readFlow } from './flow.ts'
import { type PublishingFacts, publishProblems } from './publish.ts'
import { draftOf, publishedOf, withDraft, withPublished } from './versions.ts'

const invoice = { step: 'invoice', day: 0, from: 'invoice_date' }
const first = { step: 'reminder_1', day: 7, from: 'due_date' }
const final = { step: 'final_reminder', day: 21, from: 'due_date', term_days: 14 }
const collectable = { step: 'collectable', day: 15 }
const least = { code: 'own', name: 'Own', steps: [invoice, first, final, collectable] }

const nothing: PublishingFacts = { others: [], laws: [], payment_conditions: [], texts: [] }

/** A flow with some members written otherwise. */
function written(own: { [member: string]: unknown } = {}): Flow {
  const { flow, problems } = readFlow({ ...least, ...own })
  assert.deepEqual(problems, [])
  return flow
}

const said = (problems: readonly { place: string; sentence: string }[]): string[] =>
  problems.map(({ place, sentence }) => `${place}: ${sentence}`)

const refused = (own: { [member: string]: unknown }, facts: Partial<PublishingFacts> = {}): string[] =>
  said(publishProblems(written(own), { ...nothing, ...facts }))

test('what is left out of a flow is filled in', () => {
  const flow = written()
  assert.deepEqual(flow.for, { payment_conditions: 'any', party: 'any', payment_methods: 'any' })
  assert.deepEqual(
    [flow.fallback, flow.minimum_amount, flow.bundle, flow.minimum_interval],
    [false, '0.00', 'reminders', 7],
  )
  assert.deepEqual([flow.end, flow.case_steps.at(-1)?.step], ['collectable', 'bailiff'])
  assert.deepEqual(flow.steps[3], {
    ...{ step: 'collectable', day: 15, from: 'previous', channels: ['mail', 'post'], term_days: null, fee: 'none' },
    ...{ approval: false, text: null },
  })
  assert.equal(written({ steps: [invoice, first] }).steps.at(-1)?.step, 'collectable', 'the end is added')
  assert.equal(written({ steps: [invoice, first], end: 'none' }).steps.at(-1)?.step, 'reminder_1')
})

test('what cannot be read is refused with its place', () => {
  const read = (value: unknown): string[] => said(readFlow(value).problems)
  assert.deepEqual(read(7)[0], ': must be an object.')
  assert.deepEqual(read({ ...least, code: undefined }), ['code: is missing.'])
  assert.deepEqual(read({ ...least, code: 'Own flow' }), [
    'code: must be made of small letters, digits, _ and -, at most 50, and begin with a letter or digit.',
  ])
  assert.deepEqual(read({ ...least, name: ' ' }), ['name: must be a name of at most 100 characters.'])
  assert.deepEqual(read({ ...least, fallback: 'yes' }), ['fallback: must be true or false.'])
  assert.deepEqual(read({ ...least, minimum_amount: '5' }), ['minimum_amount: must be an amount such as 5.00.'])
  assert.deepEqual(read({ ...least, minimum_interval: 0 }), ['minimum_interval: must be a whole number from 1 to 90.'])
  assert.deepEqual(read({ ...least, bundle: 'all' }), ['bundle: must be one of none, final, reminders.'])
  assert.deepEqual(read({ ...least, steps: 'all' }), ['steps: must be a list.'])
  assert.deepEqual(
    read({ ...least, steps: [{ step: 'reminder_9', day: 1 }] })[0]?.split(',')[0],
    'steps[0].step: must be one of invoice',
  )
  assert.deepEqual(read({ ...least, steps: [{ step: 'reminder_1' }] }), ['steps[0].day: is missing.'])
  assert.deepEqual(read({ ...least, steps: [{ ...first, channels: [] }] }), ['steps[0].channels: needs at least 1.'])
  assert.deepEqual(read({ ...least, steps: [{ ...first, channels: ['mail', 'mail'] }] }), [
    'steps[0].channels[1]: mail stands there twice.',
  ])
  assert.deepEqual(read({ ...least, steps: [{ ...first, fee: '5' }] }), [
    'steps[0].fee: must be none, pack, or an amount such as 7.50.',
  ])
  assert.deepEqual(read({ ...least, for: { party: 'nobody' } }), ['for.party: must be one of any, business, consumer.'])
  assert.deepEqual(read({ ...least, for: { payment_conditions: [] } }), ['for.payment_conditions: needs at least 1.'])
  assert.match(
    read({ ...least, steps: [{ ...first, days: 3 }] })[0] ?? '',
    /^steps\[0\]\.days: is unknown; there are step, day,/,
  )
})

test('lists without an end and texts that no database takes are refused, and quickly', () => {
  const codes = Array.from({ length: 36_000 }, (_, index) => index.toString(36))
  const began = performance.now()
  const read = (own: object): string[] => said(readFlow({ ...least, ...own }).problems)
  assert.deepEqual(read({ for: { payment_conditions: codes } }), [
    'for.payment_conditions: must not be longer than 1000.',
  ])
  assert.deepEqual(read({ steps: codes.map(() => first) }), ['steps: must not be longer than 100.'])
  assert.ok(performance.now() - began < 500, 'nobody else waits for it')
  for (const name of ['a\u0000b', 'a\ud83d', 'a\u001bb']) {
    assert.deepEqual(read({ name }), ['name: must be a name of at most 100 characters.'])
    assert.deepEqual(read({ for: { payment_conditions: [name] } }), [
      'for.payment_conditions[0]: must be the code of a payment condition.',
    ])
  }
  assert.deepEqual(read({ name: 'Zahlung 🙂', for: { payment_conditions: codes.slice(0, 1_000) } }), [])
})

test('the schema names every member with its meaning', () => {
  const { properties, required } = flow_schema as unknown as {
    properties: { [name: string]: { description?: string } }
    required: string[]
  }
  assert.deepEqual(required, ['code', 'name', 'steps'])
  for (const [name, { description }] of Object.entries(properties)) assert.match(description ?? '', /\.$/, name)
})

test('steps stand in their order, each once', () => {
  assert.deepEqual(refused({ steps: [invoice, final, { ...first, day: 40 }, collectable] }), [
    'steps[2].step: reminder_1 has to come before final_reminder.',
  ])
  assert.deepEqual(refused({ steps: [invoice, first, { ...first, day: 14 }, collectable] }), [
    'steps[2].step: reminder_1 stands there twice.',
  ])
  assert.deepEqual(refused({ steps: [invoice, { step: 'call_reminder', day: 3 }, first, collectable] }), [
    'steps[1].step: call_reminder can only come after a reminder.',
  ])
  assert.deepEqual(refused({ steps: [invoice, first, { step: 'end_of_service', day: 10 }, collectable] }), [
    'steps[2].step: the end of the service has to be announced before.',
  ])
  assert.deepEqual(
    refused({ steps: [invoice, first, { ...collectable, day: 10 }, { step: 'call_reminder', day: 3 }] }),
    ['steps[3].step: nothing comes after collectable.'],
  )
  assert.deepEqual(refused({ steps: [], end: 'none' }), ['steps: a flow needs at least one step.'])
  assert.deepEqual(
    refused({
      steps: [invoice, first, { step: 'call_reminder', day: 3 }, { step: 'reminder_2', day: 7 }, collectable],
    }),
    [],
  )
})

test('an invoice counts from its date, and a pre-reminder comes no later than the due date', () => {
  assert.deepEqual(refused({ steps: [{ ...invoice, from: 'due_date' }, first] }), [
    'steps[0].from: an invoice is sent so many days after its invoice_date.',
  ])
  assert.deepEqual(refused({ steps: [{ ...invoice, day: -1 }, first] }), [
    'steps[0].day: an invoice cannot be sent before its date.',
  ])
  assert.deepEqual(refused({ steps: [invoice, { step: 'pre_reminder', day: 1, from: 'due_date' }, first] }), [
    'steps[1].day: a pre_reminder comes on the due date or before it.',
  ])
  assert.deepEqual(refused({ steps: [invoice, { step: 'pre_reminder', day: 3 }, first] }), [
    'steps[1].from: a pre_reminder counts from the due_date or the invoice_date.',
  ])
  assert.deepEqual(refused({ steps: [invoice, { ...first, day: 0 }] }), [
    'steps[1].day: reminder_1 comes at least a day after what it counts from.',
  ])
})

test('letters keep the interval of the flow and the term of the letter before', () => {
  const second = { step: 'reminder_2', day: 10, from: 'due_date' }
  assert.deepEqual(refused({ steps: [invoice, first, second] }), [
    'steps[2].day: reminder_2 comes 3 days after reminder_1, and the flow keeps 7 days.',
  ])
  assert.deepEqual(refused({ steps: [invoice, first, { step: 'reminder_2', day: 5 }] }), [
    'steps[2].day: reminder_2 comes 5 days after reminder_1, and the flow keeps 7 days.',
  ])
  assert.deepEqual(refused({ steps: [invoice, first, final, { ...collectable, day: 14 }] }), [
    'steps[3].day: collectable comes 14 days after final_reminder, which gives 14 days to pay.',
  ])
  assert.deepEqual(
    refused({
      steps: [invoice, { ...final, day: 21, term_days: null }, { ...collectable, day: 20, from: 'due_date' }],
    }),
    ['steps[2].day: collectable has to come after final_reminder.'],
  )
})

test('what sends nothing has no term, no price and no text', () => {
  const mark = { ...collectable, term_days: 3, fee: '1.00', text: 'reminder_1' }
  assert.deepEqual(refused({ steps: [invoice, first, mark] }), [
    'steps[2].term_days: collectable sends nothing, so it gives no term.',
    'steps[2].fee: collectable sends nothing, so it costs nothing.',
    'steps[2].text: collectable sends nothing, so it has no text.',
  ])
})

test('a case begins with its opening, and its steps count from one another', () => {
  const summons = { step: 'summons', day: 0 }
  const opening = { step: 'opening', day: 0 }
  assert.deepEqual(refused({ case_steps: [summons] }), ['case_steps[0].step: a case begins with its opening.'])
  assert.deepEqual(refused({ case_steps: [opening, { ...summons, from: 'due_date' }] }), [
    'case_steps[1].from: steps of a case count from the previous one.',
  ])
  assert.deepEqual(refused({ case_steps: [opening, { ...summons, day: -1 }] }), [
    'case_steps[1].day: summons cannot come before the step before it.',
  ])
  assert.deepEqual(
    refused({ case_steps: [opening, { ...summons, term_days: 5 }, { step: 'summons_reminder', day: 5 }] }),
    ['case_steps[2].day: summons_reminder comes 5 days after summons, which gives 5 days to pay.'],
  )
  assert.deepEqual(refused({ case_steps: [], end: 'case' }), ['case_steps: end is case, so a case needs its steps.'])
  assert.deepEqual(refused({ end: 'none' }), ['steps[3]: end is none, so nothing becomes collectable.'])
})

test('payment conditions and texts have to be there', () => {
  const own = { for: { payment_conditions: ['30', '60'] }, steps: [invoice, { ...first, text: 'friendly' }] }
  assert.deepEqual(refused(own, { payment_conditions: ['30'] }), [
    'for.payment_conditions[1]: there is no payment condition 60.',
    'steps[1].text: there is no text friendly.',
  ])
  assert.deepEqual(refused(own, { payment_conditions: ['30', '60'], texts: ['friendly'] }), [])
  assert.deepEqual(refused({ fallback: true, for: { payment_conditions: ['30'] } }, { payment_conditions: ['30'] }), [
    'fallback: a fall-back is for invoices of any payment condition.',
  ])
})

test('a flow that would break the law is refused with the rule', () => {
  const laws = [{ pack: packs.nl, party: 'consumer' } as const]
  const short = publishProblems(
    written({ steps: [invoice, first, { ...final, term_days: 10 }, { ...collectable, day: 11 }] }),
    { ...nothing, laws },
  )
  assert.deepEqual(short, [
    {
      place: 'steps[2].term_days',
      sentence: 'final_reminder has to give a consumer at least 14 days, and gives 10.',
      rule: 'nl.14_days',
    },
  ])
  const none = publishProblems(written({ steps: [invoice, first, collectable] }), { ...nothing, laws })
  assert.deepEqual(
    none.map(({ place, rule }) => [place, rule]),
    [['steps[2]', 'nl.14_days']],
  )
  const fee = publishProblems(written({ steps: [invoice, { ...first, fee: '7.50' }, final, collectable] }), {
    ...nothing,
    laws,
  })
  assert.deepEqual(
    fee.map(({ place, sentence, rule }) => [place, sentence, rule]),
    [['steps[1].fee', 'reminder_1 costs a consumer 7.50, and the law lets it cost at most 0.00.', 'nl.14_days']],
  )
  const for_businesses = written({ for: { party: 'business' }, steps: [invoice, first, collectable] })
  assert.deepEqual(publishProblems(for_businesses, { ...nothing, laws }), [], 'it is not for consumers')
  const belgian = written({
    steps: [invoice, { ...first, term_days: 7 }, { step: 'final_reminder', day: 14 }, collectable],
  })
  assert.deepEqual(
    publishProblems(belgian, { ...nothing, laws: [{ pack: packs.be, party: 'consumer' }] }).map(({ rule }) => rule),
    ['be.xix_14_days'],
  )
})

test('the flow that says most about an invoice is its flow', () => {
  const flow = (code: string, meant: object, fallback = false): Flow => written({ code, for: meant, fallback })
  const flows = [
    flow('rest', {}, true),
    flow('rest_consumers', { party: 'consumer' }, true),
    flow('debit', { payment_methods: ['direct_debit'] }),
    flow('consumers', { party: 'consumer' }),
    flow('thirty', { payment_conditions: ['30'] }),
    flow('thirty_consumers', { payment_conditions: ['30'], party: 'consumer' }),
  ]
  const chosen = (payment_condition: string | null, party: 'business' | 'consumer', payment_method = 'bank_transfer') =>
    chooseFlow(flows, { payment_condition, party, payment_method })?.code
  assert.equal(chosen('30', 'consumer'), 'thirty_consumers')
  assert.equal(chosen('30', 'business', 'direct_debit'), 'thirty', 'a condition says more than a method')
  assert.equal(chosen(null, 'consumer', 'direct_debit'), 'consumers', 'a party says more than a method')
  assert.equal(chosen(null, 'business', 'direct_debit'), 'debit')
  assert.equal(chosen('60', 'business'), 'rest')
  assert.equal(
    chooseFlow(flows.slice(0, 2), { payment_condition: null, party: 'consumer', payment_method: 'cash' })?.code,
    'rest_consumers',
  )
  assert.equal(
    chooseFlow(flows.slice(2, 3), { payment_condition: null, party: 'business', payment_method: 'cash' }),
    null,
  )
  const backwards = [...flows].reverse()
  assert.equal(
    chooseFlow(backwards, { payment_condition: '30', party: 'consumer', payment_method: 'cash' })?.code,
    'thirty_consumers',
  )
})

test('two flows for the same invoices are refused', () => {
  const flow = (code: string, own: object): Flow => written({ code, ...own })
  const thirty = flow('a', { for: { payment_conditions: ['30', '60'] } })
  assert.deepEqual(said(tieProblems(thirty, [flow('b', { for: { payment_conditions: ['60'] } })])), [
    'for: it is for the same invoices as the flow b; only one of them can be.',
  ])
  assert.deepEqual(tieProblems(thirty, [flow('b', { for: { payment_conditions: ['90'] } })]), [])
  assert.deepEqual(tieProblems(thirty, [flow('b', {})]), [], 'one of them says more')
  assert.deepEqual(tieProblems(thirty, [flow('a', { for: { payment_conditions: ['60'] } })]), [], 'it is the same flow')
  const rest = flow('c', { fallback: true })
  assert.match(
    said(tieProblems(rest, [flow('d', { fallback: true })]))[0] ?? '',
    /fall-back for the same invoices as the flow d/,
  )
  assert.deepEqual(
    tieProblems(flow('c', { fallback: true, for: { party: 'business' } }), [
      flow('d', { fallback: true, for: { party: 'consumer' } }),
    ]),
    [],
  )
})

test('a published version is never changed, and one draft is kept beside it', () => {
  const one = withPublished(withDraft([], written()), '2026-11-16')
  assert.deepEqual(
    one.map(({ version, state, published_on }) => [version, state, published_on]),
    [[1, 'published', '2026-11-16']],
  )
  const drafted = withDraft(withDraft(one, written({ name: 'Two' })), written({ name: 'Three' }))
  assert.deepEqual([drafted.length, draftOf(drafted)?.version, draftOf(drafted)?.flow.name], [2, 2, 'Three'])
  assert.equal(publishedOf(drafted)?.flow, one[0]?.flow)
  const two = withPublished(drafted, '2026-11-20')
  assert.deepEqual(
    two.map(({ version, state }) => [version, state]),
    [
      [1, 'retired'],
      [2, 'published'],
    ],
  )
  assert.deepEqual(withPublished(two, '2026-11-21'), two, 'without a draft nothing changes')
})

test('every flow that Dunlin brings can be published, under the law of its country', () => {
  const laws = { NL: packs.nl, BE: packs.be, DE: packs.de, FR: packs.fr, GB: packs.uk, US: packs.none } as const
  assert.deepEqual(default_countries, ['NL', 'BE', 'DE', 'FR', 'GB'])
  for (const [country, pack] of Object.entries(laws)) {
    const { business, consumer } = defaultFlows(country)
    for (const [party, flow, other] of [
      ['business', business, consumer],
      ['consumer', consumer, business],
    ] as const) {
      assert.deepEqual(
        publishProblems(flow, { ...nothing, others: [other], laws: [{ pack, party }] }),
        [],
        `${country} ${party}`,
      )
    }
  }
})

test('a flow that names no term can be published where the law asks for one, which the law then gives', () => {
  const { consumer } = defaultFlows('NL')
  assert.deepEqual(publishProblems(consumer, { ...nothing, laws: [{ pack: packs.be, party: 'consumer' }] }), [])
})
