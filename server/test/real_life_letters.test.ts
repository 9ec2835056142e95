import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RealLife, startLives } from './real_life.ts'

// Letters as debtors get them. What goes wrong with them elsewhere must not go wrong here.

const { open } = await startLives()

const lettersOf = async (life: RealLife) => {
  const ids = (await life.all('steps')).flatMap(({ letter_id }) => (letter_id === null ? [] : [String(letter_id)]))
  return Promise.all([...new Set(ids)].map((id) => life.letter(id)))
}

test('the same day again, and again: nothing is done twice', async () => {
  const life = await open()
  await life.invoice('F1')
  assert.deepEqual(
    [await life.turn('2031-03-10'), await life.turn('2031-03-10'), await life.turn('2031-03-10')],
    [1, 0, 0],
  )
  assert.equal((await lettersOf(life)).length, 1)
})

test('several invoices: one letter that asks for the rest of each and names their sum', async () => {
  const life = await open()
  await life.invoice('F1', { amount_total: '1000.10' })
  await life.invoice('F2', { amount_total: '250.20' })
  await life.invoice('F3', { amount_total: '99.99' })
  await life.open('F2', '50.05')
  await life.turn('2031-03-10')
  const letters = await lettersOf(life)
  assert.equal(letters.length, 1)
  const text = String(letters[0]?.text)
  for (const part of [/1[.,]000\.10/, /\b50\.05/, /\b99\.99/, /1[.,]150\.14/]) assert.match(text, part)
  assert.doesNotMatch(text, /250\.20/)
})

test('reminders go to the address for reminders, and invoices to the one for invoices', async () => {
  const life = await open()
  const contact = { reminder_email_address: 'payments@example.com', invoice_email_address: 'invoices@example.com' }
  await life.debtor('D2', {}, contact)
  await life.invoice('F1', { debtor_number: 'D2' })
  await life.turn('2031-03-10')
  const recipients = (await lettersOf(life)).map((letter) => letter.recipients)
  assert.deepEqual(recipients, [[{ email_address: 'payments@example.com', kind: 'to' }]])
})

test('by post the term of the law runs from receipt, and not from sending', async () => {
  const life = await open({ is_company: false })
  const street = { postal_address_street_1: 'Havenkade 1', postal_address_city: 'Exampletown' }
  await life.debtor('D2', { is_company: false }, { default_email_address: null, ...street })
  await life.invoice('F1', { debtor_number: 'D2' })
  await life.turn('2031-03-31')
  // Posted on Monday 31 March, it is there on Wednesday; with fourteen days from then 16 April is the last.
  assert.ok((await life.holds('F1')).includes('law_term_running 2031-04-16'))
  await life.turn('2031-04-30')
  assert.deepEqual((await life.steps('F1')).slice(-2), ['2031-03-31 final_reminder post', '2031-04-17 collectable'])
})
