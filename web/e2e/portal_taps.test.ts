import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { uploadDocument } from '../../server/test/upload_document.ts'
import { problemsOf } from './looks.ts'
import { owingDebtors } from './owing.ts'
import { owing, startSite } from './site.ts'

const site = await startSite()
const { service, tenant, open } = site
const { pathOf, debtor, invoice } = await owingDebtors(site)
const { database } = service
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desk = { viewport: { width: 1280, height: 800 } }
await sql`update administrations set settings = settings || ${JSON.stringify({
  ...{ portal_terms_for: 'reliable', portal_colour: '#2f4b7c' },
})}::jsonb`.execute(database.db)

/** A debtor on a phone who owes two invoices, and a third that is not due; taps are counted. */
async function phoneOf(screen: typeof phone | typeof desk = phone) {
  const own = await debtor()
  const place = own.padStart(4, '0')
  await invoice(own, `L${place}`, { ...owing('800.00'), due_date: '2026-09-30' })
  await invoice(own, `M${place}`, { ...owing('434.00'), due_date: '2026-10-31' })
  await invoice(own, `N${place}`, { ...owing('99.00'), due_date: '2999-01-31' })
  const page = await open(await pathOf('debtors', own), { ...screen, acceptDownloads: true })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const counting = { taps: 0 }
  const tap = async (target: Locator): Promise<void> => {
    counting.taps += 1
    await ('hasTouch' in screen ? target.tap() : target.click())
  }
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name })
  return { page, own, place, tap, button, counting }
}

const isClean = async (page: Page, name: string): Promise<void> => assert.deepEqual(await problemsOf(page, name), [])
const rowsOf = async (table: string, debtor_id: string): Promise<Record<string, unknown>[]> =>
  (
    await sql<
      Record<string, unknown>
    >`select * from ${sql.table(table)} where debtor_id = ${debtor_id}::bigint`.execute(database.db)
  ).rows
const photo = {
  ...{ name: 'delivery note.jpg', mimeType: 'image/jpeg' },
  buffer: Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(500)]),
}

test('what is due now is the first look, and what is not due stands apart', async () => {
  const { page, place } = await phoneOf()
  assert.deepEqual(await page.locator('.figure').allInnerTexts(), ['€1,234.00'])
  await page.getByText('2 invoices, the oldest was due on 30 September 2026').waitFor()
  await page.getByText('2 of 3 chosen').waitFor()
  assert.equal(await page.getByRole('checkbox', { name: `N${place}` }).isChecked(), false)
  await page.getByText('Not due before 31 Jan').waitFor()
  const pay = page.getByRole('button', { name: 'Pay €1,234.00' })
  assert.ok(((await pay.boundingBox())?.y ?? 900) < 400, 'one button, without scrolling')
  const colour = await page.evaluate(`getComputedStyle(document.querySelector('.now .action')).backgroundColor`)
  assert.equal(colour, 'rgb(47, 75, 124)', 'the colour of the creditor')
  await isClean(page, 'overview')
})

test('invoices are chosen and paid by bank app with two taps, also a part of them', async () => {
  const { page, place, tap, button, counting } = await phoneOf()
  await tap(page.getByRole('checkbox', { name: `M${place}` }))
  await tap(button('Pay €800.00'))
  const code = page.getByRole('img', { name: 'QR code for banking apps: €800.00 to Example Trading B.V.' })
  await code.waitFor()
  assert.equal(counting.taps, 2)
  await isClean(page, 'pay')
  const saved = page.waitForEvent('download')
  await tap(button('Keep the picture'))
  const picture = join(service.data_dir, 'picture.png')
  await (await saved).saveAs(picture)
  assert.equal(readFileSync(picture).subarray(1, 4).toString(), 'PNG')
  await tap(button('Pay a part of it'))
  await page.getByLabel('Amount', { exact: true }).fill('250,50')
  await page.getByRole('img', { name: /€250\.50 to Example/ }).waitFor()
  await page.getByRole('heading', { name: 'Pay €250.50' }).waitFor()
})

test('terms within the rules are agreed with two taps, and beyond them go to a person, which is said before', async () => {
  const { page, own, tap, button, counting } = await phoneOf()
  await tap(button(/^Pay in terms/))
  await page.getByText('This is agreed at once.').waitFor()
  await isClean(page, 'terms')
  await tap(page.getByRole('radio', { name: '6', exact: true }))
  await page.getByText('A person answers this.').waitFor()
  await tap(page.getByRole('radio', { name: '2', exact: true }))
  await tap(button('Agree to 2 × €617.00'))
  await page.getByRole('heading', { name: 'Agreed' }).waitFor()
  assert.ok(counting.taps <= 4, `${counting.taps}`)
  assert.deepEqual(
    (await rowsOf('payment_plans', own)).map(({ active, auto_activated }) => [active, auto_activated]),
    [[true, true]],
  )
  await tap(button('Back to the overview'))
  await page.getByText('Your next term').first().waitFor()
})

test('an invoice is disputed with a reason and a photo, with four taps', async () => {
  const { page, own, place, tap, button, counting } = await phoneOf()
  await tap(button(/^I do not agree/))
  await tap(page.getByRole('radio', { name: 'Not received' }))
  const chooser = page.waitForEvent('filechooser')
  await tap(page.getByText('Photo or file'))
  await (await chooser).setFiles(photo)
  await page.getByText('delivery note.jpg, 1 kB').waitFor()
  await isClean(page, 'dispute')
  await tap(button('Send'))
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  assert.equal(counting.taps, 4)
  const [dispute] = await rowsOf('disputes', own)
  assert.deepEqual([dispute?.reason, dispute?.origin], ['not_delivered', 'portal'])
  await tap(button('Back to the overview'))
  await page.getByText(/^Answer by/).waitFor()
  assert.deepEqual(await page.locator('.figure').allInnerTexts(), ['€434.00'])
  await page.getByText(`Not agreed: Invoice L${place}`).waitFor()
  await page.getByRole('link', { name: 'Download delivery note.jpg' }).waitFor()
})

test('a dispute without a reason, and a file that is none, say what to do, and nothing is lost', async () => {
  const { page, own, tap, button } = await phoneOf()
  await tap(button(/^I do not agree/))
  await page.getByLabel('Tell us more (optional)').fill('<b>48</b> instead of 42')
  await tap(button('Send'))
  await page.getByRole('alert').getByText('Please choose what is wrong.').waitFor()
  await tap(page.getByRole('radio', { name: 'Wrong amount' }))
  const html = { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<script>alert(1)</script>') }
  await page.locator('input[type=file]').setInputFiles(html)
  await tap(button('Send'))
  await page.getByRole('alert').getByText('Files must be photos or PDFs').waitFor()
  assert.equal(await page.getByLabel('Tell us more (optional)').inputValue(), '<b>48</b> instead of 42')
  await tap(button('Remove page.pdf'))
  await button('Send').dblclick()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  assert.equal((await rowsOf('disputes', own)).length, 1)
  await tap(button('Back to the overview'))
  await page.getByText('<b>48</b> instead of 42').waitFor()
})

test('that it was paid, a promise, a message and an address are a few taps each', async () => {
  const { page, own, tap, button } = await phoneOf()
  await tap(button(/^I pay on another day/))
  await isClean(page, 'promise')
  await tap(button(/^I pay €1,234.00 on/))
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  assert.equal((await rowsOf('promises', own))[0]?.amount, '1234.00')
  await tap(button('Back to the overview'))
  await tap(button(/^My address has changed/))
  await page.getByLabel('Email address').fill('new@example.com')
  await isClean(page, 'address')
  await tap(button('Send'))
  await page.getByText('takes it over').waitFor()
  await tap(button('Back to the overview'))
  await tap(button(/^I have paid already/))
  await tap(page.getByRole('radio', { name: 'Yesterday' }))
  await isClean(page, 'paid')
  await tap(button('Send'))
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  assert.deepEqual(
    (await rowsOf('disputes', own)).map(({ reason }) => reason),
    ['already_paid', 'already_paid'],
  )
  await tap(button('Back to the overview'))
  await page.getByText('Nothing is due now').waitFor()
  await isClean(page, 'after')
})

test('on a wide screen the same takes as many clicks', async () => {
  const paying = await phoneOf(desk)
  await paying.tap(paying.page.getByRole('checkbox', { name: `M${paying.place}` }))
  await paying.tap(paying.button('Pay €800.00'))
  await paying.page.getByRole('img', { name: /^QR code for banking apps: €800\.00/ }).waitFor()
  assert.equal(paying.counting.taps, 2)
  await isClean(paying.page, 'pay on a wide screen')
  const terms = await phoneOf(desk)
  await terms.tap(terms.button(/^Pay in terms/))
  await terms.tap(terms.page.getByRole('radio', { name: '2', exact: true }))
  await terms.tap(terms.button('Agree to 2 × €617.00'))
  await terms.page.getByRole('heading', { name: 'Agreed' }).waitFor()
  assert.ok(terms.counting.taps <= 4, `${terms.counting.taps}`)
  const dispute = await phoneOf(desk)
  await dispute.tap(dispute.button(/^I do not agree/))
  await dispute.tap(dispute.page.getByRole('radio', { name: 'Not received' }))
  const chooser = dispute.page.waitForEvent('filechooser')
  await dispute.tap(dispute.page.getByText('Photo or file'))
  await (await chooser).setFiles(photo)
  await dispute.page.getByText('delivery note.jpg, 1 kB').waitFor()
  await dispute.tap(dispute.button('Send'))
  await dispute.page.getByRole('heading', { name: 'Thank you' }).waitFor()
  assert.equal(dispute.counting.taps, 4)
  assert.equal((await rowsOf('disputes', dispute.own)).length, 1)
})

for (const [size, screen] of [
  ['phone', phone],
  ['wide', desk],
] as const) {
  test(`everything in one file, and the statement, are one tap each, ${size}`, async () => {
    const { page, own, tap, counting } = await phoneOf(screen)
    const saved = page.waitForEvent('download')
    await tap(page.getByRole('link', { name: /^Statement of account/ }))
    assert.match((await saved).suggestedFilename(), /^statement-\d{4}-\d\d-\d\d\.pdf$/)
    const { rows } = await sql<{ id: string }>`select id from invoices where debtor_id = ${own}::bigint`.execute(
      database.db,
    )
    const document = { invoice_id: rows[0]?.id ?? '', bytes: Buffer.from('%PDF-1.7'), filename: 'invoice.pdf' }
    await uploadDocument(service, tenant, document)
    await page.reload()
    const archive = page.waitForEvent('download')
    await tap(page.getByRole('link', { name: /^All documents in one file.*1 document/ }))
    assert.match((await archive).suggestedFilename(), /^documents-\d{4}-\d\d-\d\d\.zip$/)
    assert.equal(counting.taps, 2)
  })
}

test('by keyboard: the way past the head keeps the view and what is typed, and a part to pay is typed at once', async () => {
  const { page, button } = await phoneOf(desk)
  await page.getByRole('button', { name: /^Ask or say something/ }).click()
  const text = page.getByRole('textbox').first()
  await text.fill('Half of a sentence, and')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await skip.focus()
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate('document.activeElement.id'), 'content')
  assert.equal(await text.inputValue(), 'Half of a sentence, and')
  assert.equal(new URL(page.url()).hash, '#write')
  await page.getByRole('button', { name: 'Back' }).click()
  await button('Pay €1,234.00').click()
  await button('Pay a part').click()
  await page.keyboard.type('100')
  await page.getByRole('heading', { level: 1, name: 'Pay €100.00' }).waitFor()
})

test('the view of an invoice that is not there shows what is owed', async () => {
  const { page } = await phoneOf(desk)
  await page.evaluate(`location.hash = '#invoice/GONE-1'`)
  await page.getByText('2 of 3 chosen').waitFor()
  await page.getByRole('button', { name: 'Pay €1,234.00' }).waitFor()
})
