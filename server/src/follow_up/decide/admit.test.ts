import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDebtor, anInvoice, someRules } from '../../../test/given_facts.ts'
import type { Day } from '../../domain/days.ts'
import { type Admission, admit, surgeAbove } from './admit.ts'
import { decide } from './decide.ts'
import type { Letter } from './decision.ts'
import { simulate } from './simulate.ts'

const today: Day = '2026-10-08'
const rules = someRules()
const open: Admission = { stopped: false, sandbox: false, cap: null, surge_released: false }
const quiet = { today: 0, before: [] }

/** The letter of a debtor with an amount, due since a day. */
function letterOf(id: string, open_amount = 50_000n, day: Day = today): Letter {
  const invoice = anInvoice({ open_amount, moved: { step: 'reminder_1', day } })
  const [letter] = decide(aDebtor([invoice], { id }), rules, today).letters
  assert.ok(letter)
  return letter
}

const ids = (letters: readonly Letter[]): string[] => letters.map(({ debtor_id }) => debtor_id)

test('without bounds every letter goes, the longest-waiting first, then the larger amount, then the lower id', () => {
  const letters = [
    letterOf('3'),
    letterOf('20', 90_000n),
    letterOf('100'),
    letterOf('4', 500n, '2026-10-06'),
    letterOf('2'),
  ]
  assert.deepEqual(ids(admit(letters, open, quiet).go), ['4', '20', '2', '3', '100'])
})

test('a cap lets the first ones go today and says so of the rest', () => {
  const letters = [letterOf('3'), letterOf('20', 90_000n), letterOf('2')]
  const { go, wait } = admit(letters, { ...open, cap: 5 }, { today: 3, before: [] })
  assert.deepEqual(ids(go), ['20', '2'])
  assert.deepEqual(
    wait.map(({ letter, hold }) => [letter.debtor_id, hold.reason, hold.cap]),
    [['3', 'cap', '5']],
  )
})

test('what a person let go passes cap and surge, and what waits for a person waits', () => {
  const letters = [
    { ...letterOf('1'), approval: 'given' as const },
    { ...letterOf('2'), approval: 'needed' as const },
    letterOf('3'),
  ]
  const { go, wait } = admit(letters, { ...open, cap: 0 }, quiet)
  assert.deepEqual(ids(go), ['1'])
  assert.deepEqual(
    wait.map(({ letter, hold }) => [letter.debtor_id, hold.reason]),
    [
      ['2', 'approval'],
      ['3', 'cap'],
    ],
  )
})

test('a surge is more than fifty and more than three times the median of the days before', () => {
  assert.deepEqual(
    [surgeAbove([]), surgeAbove([0, 0, 400]), surgeAbove([30, 20, 40]), surgeAbove([20, 40])],
    [50, 50, 90, 90],
  )
})

test('in a surge all wait until a person looked', () => {
  const letters = Array.from({ length: 51 }, (_, index) => letterOf(String(index + 1)))
  const { go, wait } = admit(letters, open, quiet)
  assert.deepEqual(
    [go.length, wait.length, wait[0]?.hold.reason, wait[0]?.hold.letters, wait[0]?.hold.usual],
    [0, 51, 'surge', '51', '50'],
  )
  assert.equal(admit(letters.slice(1), open, quiet).go.length, 50)
  assert.equal(admit(letters.slice(1), open, { today: 1, before: [] }).go.length, 0, 'the whole day counts')
  assert.equal(admit(letters, open, { today: 0, before: Array(20).fill(17) }).go.length, 51)
  assert.equal(admit(letters, { ...open, surge_released: true }, quiet).go.length, 51)
})

test('a sandbox has neither cap nor surge, and one switch stops everything', () => {
  const letters = Array.from({ length: 60 }, (_, index) => letterOf(String(index + 1)))
  assert.equal(admit(letters, { ...open, sandbox: true, cap: 1 }, quiet).go.length, 60)
  const { go, wait } = admit([...letters, { ...letterOf('99'), approval: 'given' }], { ...open, stopped: true }, quiet)
  assert.deepEqual([go.length, new Set(wait.map(({ hold }) => hold.reason))], [0, new Set(['stopped'])])
})

test('a simulation counts letters and steps per day, and a cap spreads them', () => {
  const debtors = ['1', '2', '3'].map((id) => aDebtor([anInvoice(), anInvoice({ id: '2' })], { id }))
  const { counts } = simulate(debtors, rules, '2026-10-05', 5)
  assert.deepEqual(counts, [{ day: '2026-10-08', step: 'reminder_1', letters: 3, steps: 6 }])
  const bounds = { admission: { ...open, cap: 2 }, sent: { today: 0, before: [] } }
  const capped = simulate(debtors, rules, '2026-10-05', 9, bounds)
  assert.deepEqual(
    capped.counts.map(({ day, letters }) => [day, letters]),
    [
      ['2026-10-08', 2],
      ['2026-10-09', 1],
    ],
  )
})

test('a simulation takes approvals as given and books as going on, unless they have stopped already', () => {
  const fresh = someRules({ administration: { lifted: [], books_written_on: '2026-10-05' } })
  assert.equal(simulate([aDebtor([anInvoice()])], fresh, '2026-10-05', 30).counts.length, 4)
  const stale = someRules({ administration: { lifted: [], books_written_on: '2026-09-01' } })
  assert.deepEqual(simulate([aDebtor([anInvoice()])], stale, '2026-10-05', 30).counts, [])
})

test('turned day by day or in one go, a simulation does the same', () => {
  const debtors = [
    aDebtor([anInvoice({ sent_on: null, lifted: ['not_sent'] }), anInvoice({ id: '2', due_date: '2026-10-20' })], {
      is_company: false,
    }),
  ]
  const whole = simulate(debtors, rules, '2026-09-01', 120)
  let facts = debtors
  const parts: string[] = []
  for (let left = 0; left < 120; left += 40) {
    const from = (['2026-09-01', '2026-10-11', '2026-11-20'] as const)[left / 40] ?? '2026-09-01'
    const part = simulate(facts, rules, from, 40)
    parts.push(...part.done.map(({ day, step, id }) => `${day} ${step} ${id}`))
    facts = [...part.facts]
  }
  assert.deepEqual(
    parts,
    whole.done.map(({ day, step, id }) => `${day} ${step} ${id}`),
  )
  assert.ok(parts.length > 8)
})
