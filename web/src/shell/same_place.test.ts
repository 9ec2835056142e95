import assert from 'node:assert/strict'
import { test } from 'node:test'
import { samePlace } from './same_place.ts'

const other = { id: '2', sandbox: false }
const root = '/administrations/$administration_id'
const to = (path: string, search: object = {}, wanted = other) => {
  const found = samePlace({ fullPath: path, search }, wanted)
  return [found.to, found.search]
}

test('another administration opens the list that one is on, with what it is narrowed down to', () => {
  assert.deepEqual(to(`${root}/invoices`, { show: 'overdue', order: 'amount_desc', debtor_id: '9' }), [
    `${root}/invoices`,
    { show: 'overdue', order: 'amount_desc' },
  ])
  assert.deepEqual(to(`${root}/invoices/$record_id`, { show: 'x' }), [`${root}/invoices`, {}])
  assert.deepEqual(to(`${root}/flows/$code`), [`${root}/flows`, {}])
})

test('what the other administration does not have becomes its overview', () => {
  assert.deepEqual(to(root), [root, {}])
  assert.deepEqual(to('/settings/users', { page: '2' }), [root, {}])
  assert.deepEqual(to(`${root}/sandbox`), [root, {}])
  assert.deepEqual(to(`${root}/sandbox`, {}, { id: '3', sandbox: true }), [`${root}/sandbox`, {}])
})
