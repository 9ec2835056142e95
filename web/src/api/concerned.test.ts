import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Hint, known_families, urgencyOf } from './concerned.ts'

const hint = (kind: string, id: string, debtor_id: string | null = null): Hint => ({ kind, id, debtor_id, by: null })
const debtors: Readonly<Record<string, string>> = { 'invoices 5': '9', 'credit_cases 7': '8' }
const urgency = (key: unknown[], ...hints: Hint[]) =>
  urgencyOf({ administration_id: '1', key }, hints, (family, id) => debtors[`${family} ${id}`] ?? null)

test('a record is read again at once when it changed, or something of its dossier did', () => {
  const invoice = ['records', 'invoices', '1', '5']
  assert.equal(urgency(invoice, hint('invoices', '5', '9')), 'now')
  assert.equal(urgency(invoice, hint('payments', '3', '9')), 'now')
  assert.equal(urgency(invoice, hint('invoices', '6', '8')), null)
  assert.equal(urgency(['records', 'invoices', '1', '6'], hint('notes', '6', '8')), 'now', 'its debtor is not known')
  assert.equal(urgency(['records', 'case_dossiers', '1', '7'], hint('payments', '3', '8')), 'now')
  assert.equal(urgency(['payment_behaviour', '1', '9'], hint('payments', '3', '9')), 'now')
  assert.equal(urgency(['tasks', '1', '4'], hint('tasks', '4')), 'now')
})

test('what is shown beside a record follows its dossier, and no other', () => {
  assert.equal(urgency(['timeline', '1', 'debtors', '9'], hint('notes', '2', '9')), 'now')
  assert.equal(urgency(['timeline', '1', 'debtors', '9'], hint('notes', '2', '8')), null)
  assert.equal(urgency(['records', 'standing', '1', 'invoices', '5'], hint('promises', '2', '9')), 'now')
  assert.equal(urgency(['records', 'outlooks', '1', 'credit_cases', '7'], hint('promises', '2', '9')), null)
})

test('lists and counts follow a little later, each what it shows', () => {
  assert.equal(urgency(['tasks', '1', 'open', 'all'], hint('tasks', '4')), 'soon')
  assert.equal(urgency(['tasks', '1', 'open', 'all'], hint('notes', '4', '9')), null)
  assert.equal(urgency(['records', 'invoice_list', '1', { show: 'open' }], hint('payments', '4', '9')), 'soon')
  assert.equal(urgency(['parts', '1'], hint('notes', '4', '9')), 'soon')
  assert.equal(urgency(['letter_texts', '1'], hint('administrations', '1')), 'soon')
  assert.equal(urgency(['letter_texts', '1', 'preview', {}], hint('administrations', '1')), null)
})

test('nothing else is read again: other administrations, and what belongs to the company', () => {
  assert.equal(urgency(['timeline', '2', 'debtors', '9'], hint('notes', '2', '9')), null)
  assert.equal(urgency(['applications', '1'], hint('administrations', '1')), null)
  assert.equal(urgency(['session'], hint('administrations', '1')), null)
  const many = (key: unknown[]) => urgencyOf({ administration_id: '1', key }, null, () => null)
  assert.deepEqual([many(['records', 'debtors', '1', '9']), many(['mails', '1'])], ['soon', null])
})

test('every query of an administration is known here', () => {
  const folder = new URL('./', import.meta.url)
  const text = readdirSync(folder)
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
  const keys = text.matchAll(/queryKey: \['(?:records', ')?(\w+)', (?:\w+\.)?administration_id/g)
  const families = [...keys].map(([, family = '']) => family)
  assert.ok(families.length > 25)
  assert.deepEqual(
    families.filter((family) => !known_families.has(family)),
    [],
  )
})
