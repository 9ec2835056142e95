import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadWords } from '../pages/dictionary.ts'
import { addressesProblem, mailsProblem, readEntries } from './entries.ts'

const dictionary = { en: await loadWords('en'), nl: await loadWords('nl') }

const good = [
  '192.0.2.1',
  '192.0.2.0/24',
  '0.0.0.0/0',
  '2001:db8::1',
  '2001:db8::/32',
  '::ffff:192.0.2.1',
  '::/0',
  '\n 192.0.2.1 \n\n192.0.2.2\n',
  '',
]
for (const text of good) {
  test(`${JSON.stringify(text)} is an allow list`, () => assert.equal(addressesProblem(text, dictionary.en), null))
}

const bad: [string, RegExp][] = [
  ['192.0.2.256', /^Line 1: 192.0.2.256 is not/],
  ['192.0.2', /is not an IP address/],
  ['192.0.02.1', /is not an IP address/],
  ['192.0.2.1\nexample.com', /^Line 2: example.com/],
  ['192.0.2.0/33', /from 0 to 32/],
  ['2001:db8::/129', /from 0 to 128/],
  ['192.0.2.0/', /from 0 to 32/],
  ['192.0.2.0/2/4', /is not an IP address/],
  ['2001:db8:::1', /is not an IP address/],
  ['fe80::1%eth0', /is not an IP address/],
  ['::1]/[', /is not an IP address/],
  [Array.from({ length: 101 }, (_, index) => `192.0.2.${index}`).join('\n'), /more than 100/],
]
for (const [text, problem] of bad) {
  test(`${JSON.stringify(text.slice(0, 40))} is refused as an allow list`, () =>
    assert.match(addressesProblem(text, dictionary.en) ?? '', problem))
}

test('a list of addresses for mail names its bad line', () => {
  assert.equal(mailsProblem('security@example.com\n\noffice@example.com', dictionary.en), null)
  assert.match(mailsProblem('security@example.com\n\noffice', dictionary.en) ?? '', /^Line 3: office/)
})

test('empty lines are no entries', () => {
  assert.deepEqual(readEntries('\n 192.0.2.1 \n\n192.0.2.2\n'), ['192.0.2.1', '192.0.2.2'])
})
