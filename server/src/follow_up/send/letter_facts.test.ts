import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPdf } from '../../../test/read_pdf.ts'
import { addDays } from '../../domain/days.ts'
import { type WrittenLetter, writeLetter } from '../../letters/rendering/letter.ts'
import { letterMail } from '../../letters/rendering/mail.ts'
import * as paper from '../../letters/rendering/pdf.ts'
import { default_texts } from '../../letters/texts/letter_texts.ts'
import type { Language } from '../../letters/words/letter_words.ts'
import { letter_languages } from '../../settings/administration_settings.ts'
import { letterFacts, named_max } from './letter_facts.ts'
import type { CreditorRow, LetterRow } from './rows.ts'

const no_files = async () => null
const letterPdf = (letter: WrittenLetter) => paper.letterPdf(letter, no_files)

const creditor: CreditorRow = {
  ...{ name: 'Voorbeeld Techniek', email_address: 'a@example.com', registration_number: '', street_name: 'Kade' },
  ...{ house_number: '1', postal_code: '8861 AB', city: 'Harlingen', country_code: 'NL', bank_account_name: null },
  ...{ bank_account_number: 'NL91ABNA0417164300', bank_account_bic: null, sandbox: false, settings: {} },
  logo: null,
  company_status: 'active',
}
const from = {
  creditor,
  reply_to: 'a@example.com',
  reply_to_chosen: false,
  sender_name: 'Voorbeeld',
  colour: null,
  base_url: 'https://dunlin.example.com',
  administration_id: '1',
}
const nowhere = { street_1: null, street_2: null, postal_code: null, city: null, country_code: null }
const no_mail = { primary: null, invoice: null, invoice_cc: null, invoice_bcc: null }
const mail = { ...no_mail, reminder: null, reminder_cc: null, reminder_bcc: null }

/** A letter about so many invoices of 1.10 each, one due each day. */
const letterOf = (count: number): LetterRow => ({
  ...{ id: '1', debtor_id: '1', step: 'final_reminder', status: 'waiting', channel: 'mail', language_code: 'nl' },
  ...{ day: '2026-11-16', term_days: 14, stated_costs: '40.00', created_at: '2026-11-16' },
  data: {
    ...{ recipient: 'debtor', currency_code: 'EUR', text: 'final_reminder', amount: '0.00', credit: '0.00' },
    credit_case_id: null,
  },
  debtor: { name: 'Groothandel', debtor_number: 'D118', relation_manager: null, public_token: 'T' },
  ...{ debtor_address: nowhere, debtor_mail: mail, contact: null, contact_address: nowhere, contact_mail: mail },
  case: null,
  items: Array.from({ length: count }, (_, n) => ({
    ...{ letter_id: '1', invoice_id: String(n), performs: 'final_reminder', amount: '1.10', open_amount: '1.10' },
    ...{ costs_open: '0.00', invoice_number: `F-${n}`, order_number: null, due_date: addDays('2020-01-01', n % 900) },
    ...{ public_token: null, document: null },
  })),
})
const spaced = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test('a letter names as many invoices as somebody reads, and says how many more there are and their sum', async () => {
  const facts = letterFacts(letterOf(900), 'nl', from)
  assert.equal(facts.invoices.length, named_max)
  const letter = writeLetter(default_texts.nl.steps.final_reminder, facts)
  const line = 'en nog 650, vervaldatum van 07-09-2020 tot en met 18-06-2022'
  const list = 'De volledige lijst van 900 is te krijgen via a@example.com of ga naar https://dunlin.example.com/portal'
  const { subject, text, html } = letterMail(letter)
  const paper = spaced(
    readPdf(await letterPdf(letter))
      .flat()
      .join(' ')
      .replaceAll(/\s+/g, ' '),
  )
  for (const said of [spaced(text), spaced(html)]) {
    assert.ok(said.includes(line) && said.includes('€ 715,00') && said.includes(list), said.slice(-3_000))
  }
  assert.ok(paper.includes(`${line} € 715,00`) && paper.includes('Te betalen € 990,00'), paper.slice(-2_000))
  assert.ok(spaced(subject).includes('€ 990,00'), 'the sum is that of all')
  assert.ok(!text.includes(`F-${named_max},`) && text.includes(`F-${named_max - 1},`))
  for (const language of letter_languages) {
    const written = writeLetter(default_texts[language].steps.reminder_1, { ...facts, language })
    assert.doesNotMatch(letterMail(written).text, /undefined|\{|\}/)
  }
})

test('a letter between businesses announces the interest that was agreed, and none where none is charged', () => {
  const row = letterOf(1)
  const said = (law: string, stated_interest: string | null, language: Language = 'en') => {
    const data: LetterRow['data'] = { ...row.data, law, party: 'business', stated_interest }
    const { legal } = letterFacts({ ...row, data }, language, from)
    return spaced(legal.join(' '))
  }
  assert.match(said('nl', null), /statutory trade interest \(article 6:119a/)
  assert.match(
    said('nl', '8.50'),
    /owe the interest of 8\.50 % a year that was agreed, and €40\.00 for collection costs/,
  )
  assert.match(said('nl', '8.50', 'nl'), /overeengekomen rente van 8,50 % per jaar € 40,00 aan incassokosten/)
  for (const language of letter_languages) {
    for (const law of ['nl', 'be', 'de', 'fr', 'uk', 'eu']) {
      const [agreed, none] = [said(law, '12.00', language), said(law, 'none', language)]
      assert.match(agreed, /12[.,]00 %.*40[.,]00.*\(.{4,}\)\.$/)
      assert.match(none, /40[.,]00.*\(.{4,}\)\.$/)
      assert.doesNotMatch(agreed + none, /undefined|\{|119a|Bank|BCE/)
    }
  }
})

test('a letter that has room for all names all, and says nothing of others', () => {
  const facts = letterFacts(letterOf(named_max), 'nl', from)
  assert.deepEqual([facts.invoices.length, facts.more_invoices], [named_max, null])
  assert.doesNotMatch(letterMail(writeLetter(default_texts.nl.steps.reminder_1, facts)).text, /volledige lijst/)
})

test('a debtor with 130,000 invoices gets a letter, and nobody waits for it', async () => {
  const row = letterOf(130_000)
  await letterPdf(writeLetter(default_texts.nl.steps.reminder_1, letterFacts(letterOf(1), 'nl', from)))
  const before = process.cpuUsage()
  const facts = letterFacts(row, 'nl', from)
  const bytes = await letterPdf(writeLetter(default_texts.nl.steps.final_reminder, facts))
  const { user, system } = process.cpuUsage(before)
  assert.equal(facts.total_amount, '143000.00')
  assert.ok(readPdf(bytes).length <= 9)
  assert.ok(user + system < 1e6, `${(user + system) / 1_000} ms of the processor`)
})
