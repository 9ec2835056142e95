import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertedIn, marksIn, strongIn } from './marks.ts'

const known = new Set(['debtor.name', 'total.open'])

test('what a text names is marked, and the pieces together are the text', () => {
  const text =
    'Dear {{ debtor.name }},\n{% if total.open %}{{ total.open | otherwise: "all" }}{% endif %} {{ portal.lnk }}'
  const pieces = marksIn(text, known)
  assert.equal(pieces.map((one) => one.text).join(''), text)
  assert.deepEqual(
    pieces.map(({ mark }) => mark ?? 'plain'),
    ['plain', 'known', 'plain', 'condition', 'known', 'condition', 'plain', 'unknown'],
  )
  assert.deepEqual(marksIn('', known), [])
  assert.deepEqual(marksIn('{{ half', known), [{ at: 0, text: '{{ half' }])
})

test('what is chosen becomes strong, and plain again', () => {
  const strong = strongIn('Pay now.', 4, 7)
  assert.deepEqual(strong, { text: 'Pay **now**.', from: 6, to: 9 })
  assert.deepEqual(strongIn(strong.text, strong.from, strong.to), { text: 'Pay now.', from: 4, to: 7 })
  assert.deepEqual(strongIn('', 0, 0), { text: '****', from: 2, to: 2 })
})

test('a variable takes the place of what is chosen, and a condition stands around it', () => {
  assert.deepEqual(insertedIn('{{ total.open }}')('Pay it.', 4, 6), { text: 'Pay {{ total.open }}.', from: 20, to: 20 })
  const condition = insertedIn('{% if total.open %}', '{% endif %}')('Pay it.', 4, 6)
  assert.deepEqual(condition, { text: 'Pay {% if total.open %}it{% endif %}.', from: 23, to: 25 })
})
