import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeIn } from '../src/db/change.ts'
import { serviceActor } from '../src/domain/actor.ts'
import { cents, sumOf } from '../src/domain/money.ts'
import { type Flow, readFlow } from '../src/flows/flow.ts'
import { openCaseByHand } from '../src/follow_up/perform/case_decisions.ts'
import { readPdf } from './read_pdf.ts'
import { type RealLife, startLives } from './real_life.ts'
import { signedIn } from './visitor.ts'

// What a letter of a case asks for when its costs are calculated anew on the day that it goes out.

const lives = await startLives()
const { open, database, tenant } = lives

/** Cases are opened by hand; their summons goes out three weeks later. */
function casesByHand({ code, name, for: whom }: Flow): Flow {
  const steps = [
    { step: 'reminder_1', day: 7, from: 'due_date' },
    { step: 'final_reminder', day: 7, term_days: 14 },
    { step: 'collectable', day: 15 },
  ]
  const case_steps = [
    { step: 'opening', day: 0 },
    { step: 'summons', day: 21 },
  ]
  const read = readFlow({ code, name, for: whom, fallback: true, end: 'collectable', steps, case_steps })
  assert.deepEqual(read.problems, [])
  return read.flow
}

async function openByHand(life: RealLife, invoice_number: string): Promise<string> {
  const { administration_id } = life
  const { id, debtor_id } = await life.invoiceOf(invoice_number)
  const changing = { administration_id, actor: serviceActor('import'), real_now: new Date('2031-03-03T10:00:00Z') }
  return changeIn(database.db, changing, (change) =>
    openCaseByHand(change, { debtor_id: String(debtor_id), invoice_ids: [String(id)] }),
  )
}

/**
 * A case of 1,000.00 with 150.00 of costs, which an older invoice of 3,000.00 joins on the day of its summons: what the
 * law allows on both is less than what it allows on each, and is booked on what was due first.
 */
async function summonsOfJoined(life: RealLife, debtor_number = 'D1') {
  await life.flows(casesByHand)
  await life.invoice('F1', { debtor_number, amount_total: '1000.00' })
  await life.turn('2031-03-20')
  const older = { invoice_date: '2031-01-20', due_date: '2031-02-20', sent_at: '2031-01-20T09:00:00Z' }
  await life.invoice('F2', { debtor_number, amount_total: '3000.00', ...older })
  await life.turn('2031-04-01')
  const case_id = await openByHand(life, 'F1')
  await life.turn('2031-04-20')
  const credit_case_numbers = (await life.all('credit_cases')).map(({ credit_case_number }) => credit_case_number)
  // Somebody looks at it first, on the day on which the letter would have gone.
  await life.send('PATCH /v1/credit_cases/pause', { credit_case_numbers })
  await life.turn('2031-04-22')
  assert.equal(await openByHand(life, 'F2'), case_id)
  await life.send('PATCH /v1/credit_cases/resume', { credit_case_numbers })
  await life.turn('2031-04-22')
  const step = (await life.all('steps')).find((one) => one.step === 'summons')
  const [credit_case] = await life.all('credit_cases')
  const letter_id = String(step?.letter_id ?? assert.fail('There was no summons.'))
  return { letter_id, letter: await life.letter(letter_id), step, credit_case }
}

/** Amounts as a letter writes them, in cents, in their order. */
const amountsIn = (text: string): bigint[] =>
  [...text.matchAll(/€\s?([\d.,]+[.,]\d\d)/g)].map(([, amount = '']) => BigInt(amount.replaceAll(/[.,]/g, '')))

const by_mail = { default_email_address: 'office@debtor.example.com' }
const by_post = { postal_address_street_1: 'Havenkade 12', postal_address_city: 'Exampletown' }
for (const [language_code, channel] of [
  ['en', 'mail'],
  ['nl', 'mail'],
  ['en', 'post'],
  ['nl', 'post'],
] as const) {
  test(`a letter that takes back costs of one invoice asks for what the case owes: ${language_code}, ${channel}`, async () => {
    const life = await open()
    await life.debtor('D2', { language_code }, channel === 'mail' ? by_mail : by_post)
    const { letter, letter_id, step, credit_case } = await summonsOfJoined(life, 'D2')
    const kept = await database.db
      .selectFrom('letters')
      .select('data')
      .where('administration_id', '=', life.administration_id)
      .where('id', '=', letter_id)
      .executeTakeFirstOrThrow()
    const { charges } = kept.data as { charges: { amount: string }[] }
    assert.deepEqual(
      charges.map(({ amount }) => amount),
      ['100.00', '-150.00'],
    )
    assert.deepEqual(
      [letter.status, letter.channel, letter.language_code, step?.costs_amount, credit_case?.open_amount],
      ['sent', channel, language_code, '-50.00', '4525.00'],
    )
    const pdf = Buffer.from(await (await fetch(String(letter.document_url))).arrayBuffer())
    // The invoices, the costs and their sum, in words and in the table; a mail says it on its button as well.
    const shown = [452_500n, 300_000n, 100_000n, 52_500n, 452_500n]
    assert.deepEqual(amountsIn(readPdf(pdf).flat().join(' ')), shown)
    assert.deepEqual(amountsIn(String(letter.text)), channel === 'mail' ? [...shown, 452_500n] : shown)
  })
}

test('the list, the page and the timeline say what such a letter asked for, and its items add up to it', async () => {
  const life = await open()
  const { letter_id } = await summonsOfJoined(life)
  const boss = await signedIn(lives, tenant.company_id)
  const here = `/console/administrations/${life.administration_id}`
  type Letter = { id: string; amount: string; items: { invoice_number: string; amount: string }[] }
  const { letters } = (await boss.get(`${here}/letters?show=all&order=amount_desc`)).body as { letters: Letter[] }
  assert.deepEqual([letters[0]?.id, letters[0]?.amount], [letter_id, '4525.00'])
  const { amount, items } = (await boss.get(`${here}/letters/${letter_id}`)).body as Letter
  assert.deepEqual(
    items.map((one) => [one.invoice_number, one.amount]),
    [
      ['F2', '3525.00'],
      ['F1', '1000.00'],
    ],
  )
  assert.deepEqual([sumOf(items.map((one) => cents(one.amount))), amount], [452_500n, '4525.00'])
  const [{ debtor_id } = {}] = await life.all('credit_cases')
  const timeline = await boss.get(`${here}/timeline?family=debtors&id=${debtor_id}`)
  const { entries } = timeline.body as { entries: { letter_id: string | null; amount: string | null }[] }
  assert.equal(entries.find((one) => one.letter_id === letter_id)?.amount, '4525.00', timeline.text)
})
