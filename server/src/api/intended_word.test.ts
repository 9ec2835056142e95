import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intendedWord } from './intended_word.ts'

const slips: Record<string, string[]> = {
  administration_id: [
    ...['adminstration_id', 'administraiton_id', 'administratoin_di', 'aministration_id', 'administrations_id'],
    ...['administrationId', 'administration-id', 'administrationid', 'Administration_ID', 'administration__id'],
    ...['administration_i', 'administration_ids', 'administration.id', 'adminstrationid', 'dministration_id'],
  ],
  debtor_numbers: [
    ...['debtor_number', 'debtors_numbers', 'debtor_number[]', 'debtor_numbers[0]', 'debtorNumbers', 'DEBTOR_NUMBERS'],
    ...['debtor_nubmers', 'debtor_nubmer', 'debtor_nummbers', 'debter_numbers', 'debtor_numers', 'debtornumber'],
  ],
  per_page: ['perpage', 'perPage', 'per_pgae', 'per_pages', 'par_page', 'per-page', 'pre_page', 'per_paeg'],
  name: ['nmae', 'names', 'Name', 'nane', 'nam', 'namee', 'anme', 'ame'],
  cities: ['city', 'citys', 'citie', 'Cities'],
  address: ['adress', 'addresses', 'addres', 'adddress', 'Address'],
  id: ['ids', 'ID', 'di', 'idd', 'Id'],
  line1: ['lines1', 'lnie1', 'LINE1'],
  updated_at: ['update_at', 'updated_ta', 'updatedAt', 'upadted_at'],
}

const others: Record<string, string[]> = {
  administration_id: [
    ...['administrations', 'administration', 'administration_name', 'administration_key', 'id', 'organisation_id'],
    ...['my_administration_id', 'administration_id_of'],
  ],
  debtor_numbers: ['debtor_names', 'debtor', 'debtor_member', 'debtor_ids', 'numbers', 'invoice_numbers'],
  per_page: ['page', 'pages', 'per_day', 'paper', 'percentage'],
  name: ['game', 'same', 'note', 'n', 'surname', 'number', ''],
  date: ['rate', 'state', 'day', 'data_of', 'update', 'gate'],
  id: ['is', 'as', 'to', 'i_am', 'vat_id', 'iban'],
  line1: ['line2', 'line', 'line11', 'fine1'],
  updated_at: ['created_at', 'updated_on', 'updated_by', 'updated_to'],
  order: ['orderly', 'ordinal', 'sort_order'],
}

test('a word that somebody wrote almost is found', () => {
  const words = Object.keys(slips)
  for (const [meant, typed] of Object.entries(slips))
    for (const one of [meant, ...typed]) assert.equal(intendedWord(one, words), meant, one)
})

test('another word is nobody else’s slip', () => {
  for (const [word, typed] of Object.entries(others))
    for (const one of typed) assert.equal(intendedWord(one, [word]), null, `${one} of ${word}`)
})

test('of two words the nearer one was meant', () => {
  assert.equal(intendedWord('DebtorNumber', ['debtor_numbers', 'debtor_number']), 'debtor_number')
  assert.equal(intendedWord('debtor_numbre', ['debtor_numbers', 'debtor_number']), 'debtor_number')
  assert.equal(intendedWord(`debtor_number${'s'.repeat(60)}`, ['debtor_numbers']), null)
})
