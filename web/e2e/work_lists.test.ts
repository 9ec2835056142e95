import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { searchable } from '../../server/test/searchable.ts'
import { problemsOf } from './looks.ts'
import { colleague, owing, sessionOf, startSite } from './site.ts'

const site = await startSite()
const { tenant, boss, open } = site
const { given, database } = site.service
const here = `/administrations/${tenant.administration_id}`
const stamps = { created_at: 'stamp', updated_at: 'stamp' }
const debtors: string[] = []
for (let n = 1; n <= 24; n++) {
  const number = String(n).padStart(2, '0')
  const debtor_id = await given.debtor(tenant, {
    ...{ name: `Debtor ${number}`, debtor_number: `D-${number}`, relation_manager: n % 2 ? 'Anna' : 'Bram' },
  })
  debtors.push(debtor_id)
  const dates = { invoice_date: '2020-01-01', due_date: n <= 20 ? `2026-01-${number}` : '2099-01-01' }
  await given.invoice(tenant, debtor_id, { invoice_number: `F-${number}`, ...dates, ...owing(`${n}.00`) })
}
const [first = '', second = ''] = debtors
for (const [n, debtor_id] of [first, second].entries()) {
  await given.row('credit_cases', tenant, {
    ...{ debtor_id, case_number: `11122233${n}`, credit_case_number: `111 222 33${n}`, currency_code: 'EUR' },
    ...{ total_amount: '50.00', open_amount: `${n + 1}0.00`, started_at: '2026-09-01T10:00:00Z', ...stamps },
    ...(n === 0 ? { summons_1_at: '2026-11-01T10:00:00Z' } : {}),
  })
  await given.row('payment_plans', tenant, {
    ...{ debtor_id, ...(await given.debtorKeys(tenant, debtor_id)), active: true, approved_at: '2026-10-01T10:00:00Z' },
    payment_terms: JSON.stringify([
      { id: '1', total_amount: '50.00', amount_due: '50.00', due_date: `20${n ? 99 : 26}-01-01`, payment_date: null },
    ]),
    ...stamps,
  })
}
for (let n = 1; n <= 5; n++) {
  await given.task(tenant, { subject: `Task ${n}`, expiry_date: `2026-01-0${n}`, debtor_id: n < 4 ? first : null })
}
await searchable(database.db, tenant.administration_id)
const robin = await colleague(site, 'standard')
const robins = await sessionOf(site.service, robin)

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })
const desk = { width: 1280, height: 800 }
async function openList(
  path: string,
  as: Awaited<ReturnType<typeof sessionOf>> = boss,
  viewport = desk,
): Promise<Page> {
  const page = await open(`${here}/${path}`, { as, viewport })
  await rowsOf(page).first().waitFor()
  return page
}
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Views of the list' }).getByRole('link', { name })

test('debtors are ordered, narrowed down and added up, and the address says so', async () => {
  const page = await openList('debtors')
  await rowsOf(page).first().getByText('Debtor 20').waitFor()
  await page.getByRole('columnheader', { name: 'Open amount' }).getByRole('button').click()
  await page.waitForURL('**/debtors?order=open_asc')
  await rowsOf(page).first().getByText('Debtor 01').waitFor()
  await tab(page, /^Overdue 20$/).click()
  await page.waitForURL('**/debtors?show=overdue')
  await page.getByRole('button', { name: 'In a case 2' }).click()
  await page.getByText('2 debtors').waitFor()
  await page.getByText('Overdue €3.00').waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Owner: Anna (1)' }).click()
  await page.waitForURL('**/debtors?show=overdue&marks=in_case&owner=Anna')
  await page.getByText('1 debtor', { exact: true }).waitFor()
  await rowsOf(page).first().waitFor()
  assert.equal(await rowsOf(page).count(), 1)
  await page.getByLabel('Search').fill('nobody of this name')
  await page.getByText('Nothing found for “nobody of this name”.').waitFor()
  await page.getByRole('button', { name: 'Show the whole list' }).click()
  await page.getByText('24 debtors').waitFor()
  await page.getByLabel('Search').fill('f-07')
  await page.getByText('1 debtor', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Debtor 07' }).waitFor()
})

test('debtors are paused and resumed together, and what is chosen becomes a file', async () => {
  const page = await openList('debtors?order=name_asc')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await page.getByText('3 selected').waitFor()
  await page.getByRole('toolbar').getByText('€6.00').waitFor()
  await page.getByRole('toolbar').getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Text (CSV)' }).click()
  const text = (await buffer(await (await download).createReadStream())).toString()
  assert.deepEqual(
    [...text.matchAll(/\bD-\d+/g)].map(([number]) => number),
    ['D-01', 'D-02', 'D-03'],
  )
  await page.keyboard.press('p')
  await page.getByRole('menuitem').first().click()
  await page.getByText(/^3 paused until/).waitFor()
  await page.getByRole('button', { name: 'Paused 3' }).click()
  await page.getByText('3 debtors').waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows' }).click()
  assert.deepEqual(await problemsOf(page, 'debtors selected'), [])
  await page.getByRole('toolbar').getByRole('button', { name: 'Resume' }).click()
  await page.getByText('3 resumed.').waitFor()
})

test('cases are narrowed down to a stage, and paused together', async () => {
  const page = await openList('credit_cases')
  await page.getByText('2 cases of 2 debtors').waitFor()
  await page.getByRole('button', { name: 'Stage', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Summons (1)' }).click()
  await page.waitForURL('**/credit_cases?stage=summons_1')
  await page.getByText('1 case of 1 debtor').waitFor()
  await rowsOf(page).first().waitFor()
  assert.equal(await rowsOf(page).count(), 1)
  await page.getByRole('checkbox', { name: 'Select all rows' }).click()
  await page.keyboard.press('p')
  await page.getByRole('menuitem', { name: 'Until somebody resumes' }).click()
  await page.getByText('1 paused.').waitFor()
  await page.getByRole('button', { name: 'Paused 1' }).waitFor()
})

test('plans say who is behind, in the order of their next term', async () => {
  const page = await openList('payment_plans')
  await rowsOf(page).first().getByText('Debtor 01').waitFor()
  await page.getByRole('columnheader', { name: 'Next term' }).getByRole('button').click()
  await page.waitForURL('**/payment_plans?order=next_desc')
  await rowsOf(page).first().getByText('Debtor 02').waitFor()
  await page.getByRole('button', { name: 'A term is late 1' }).click()
  await page.getByText('1 plan of 1 debtor').waitFor()
})

test('plans are ordered by what is open of them', async () => {
  const page = await openList('payment_plans')
  await page.getByRole('columnheader', { name: 'Open amount' }).getByRole('button').click()
  await page.waitForURL('**/payment_plans?order=amount_asc')
  await page.locator('th[aria-sort="ascending"]', { hasText: 'Open amount' }).waitFor()
})

test('cases, plans and tasks open beside their list, which stays as it is, and keys lead through them', async () => {
  for (const [list, search, first_name, second_name] of [
    ['credit_cases', 'order=number_asc', 'Credit case 111 222 330', 'Credit case 111 222 331'],
    ['payment_plans', 'order=debtor_asc', 'Payment plan', 'Payment plan'],
    ['tasks', 'order=subject_asc', 'Task 1', 'Task 2'],
  ] as const) {
    const page = await openList(`${list}?${search}`)
    const panel = page.getByRole('complementary', { name: 'Beside the list' })
    const rows = await rowsOf(page).count()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`${list}\\?${search}&record=\\d+$`))
    const opened = page.url()
    await panel.getByRole('heading', { name: first_name, exact: true }).waitFor()
    await panel.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
    assert.equal(await rowsOf(page).count(), rows, list)
    assert.deepEqual(await problemsOf(page, `${list} with a panel`), [])
    await page.keyboard.press('j')
    await page.waitForURL((url) => url.href !== opened && url.searchParams.has('record'))
    await panel.getByRole('heading', { name: second_name, exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.waitForURL(`**/${list}?${search}`)
    // What is not there says so beside the list, which goes on.
    await page.goto(`${site.service.app.base_url}${here}/${list}?record=999999`)
    await panel.getByText('This record is not here').waitFor()
    await rowsOf(page).first().waitFor()
  }
})

test('on a phone a record covers its list, and its button leads back to it', async () => {
  const page = await openList('tasks?order=subject_asc', boss, { width: 390, height: 800 })
  await page.getByRole('link', { name: 'Task 1' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Columns' }).count(), 0, 'two lines have no columns')
  await page.getByRole('link', { name: 'Task 1' }).click()
  const panel = page.getByRole('complementary', { name: 'Beside the list' })
  await panel.getByRole('heading', { name: 'Task 1', exact: true }).waitFor()
  assert.deepEqual(await problemsOf(page, 'a panel on a phone'), [])
  // A click fails where something else covers the button.
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL('**/tasks?order=subject_asc')
  await rowsOf(page).first().waitFor()
})

test('a record that was opened and closed leaves nothing in the history to go back through', async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 800 },
  ]) {
    const page = await openList('debtors', boss, viewport)
    await rowsOf(page).first().waitFor()
    await page.goto(`${site.service.app.base_url}${here}/tasks?order=subject_asc`)
    const panel = page.getByRole('complementary', { name: 'Beside the list' })
    const leave = [
      () => panel.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
      // On a phone the list is one step back, and elsewhere in sight all the time.
      ...(viewport.width === 390 ? [() => page.goBack()] : []),
    ]
    for (const close of leave) {
      await page.getByRole('link', { name: 'Task 1', exact: true }).click()
      await panel.getByRole('heading', { name: 'Task 1', exact: true }).waitFor()
      await close()
      await panel.waitFor({ state: 'detached' })
      await page.waitForURL('**/tasks?order=subject_asc')
    }
    await page.goBack()
    await page.waitForURL('**/debtors')
  }
})

test('from one debtor keys lead to the next of the list that somebody came from, and the way back keeps the list', async () => {
  const page = await openList('debtors?show=overdue&order=name_asc')
  await page.getByRole('link', { name: 'Debtor 03' }).click()
  await page.getByRole('heading', { level: 1, name: 'Debtor 03' }).waitFor()
  await page.getByText('3 of 20').waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { level: 1, name: 'Debtor 04' }).waitFor()
  await page.getByText('4 of 20').waitFor()
  await page.keyboard.press('k')
  await page.getByRole('heading', { level: 1, name: 'Debtor 03' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Debtors', exact: true }).click()
  await page.waitForURL('**/debtors?show=overdue&order=name_asc')
  // Whoever opens a debtor by its address comes from no list.
  await page.goto(`${site.service.app.base_url}${here}/debtors/${first}`)
  await page.getByRole('heading', { level: 1, name: 'Debtor 01' }).waitFor()
  assert.equal(await page.getByText(/^\d+ of 20/).count(), 0)
})

test('tasks are handed on, put off and completed together, by keys', async () => {
  const page = await openList('tasks')
  await page.getByRole('checkbox', { name: 'Select Task 1' }).click()
  await page.getByRole('checkbox', { name: 'Select Task 2' }).click()
  await page.keyboard.press('a')
  await page.locator('[role="menu"]:focus-within').getByRole('menuitem').first().waitFor()
  await page.keyboard.press('1')
  await page.getByText(/^2 tasks are for /).waitFor()
  await tab(page, /^Mine 2$/).click()
  await page.getByText('2 tasks', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows' }).click()
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Complete 2 tasks' })
  await dialog.getByLabel('What came of it').fill('Both paid.')
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await page.getByText('2 tasks were completed.').waitFor()
  await page.getByText('Nothing to do for you.').waitFor()
  const rows = await database.db.selectFrom('tasks').selectAll().where('completed_at', 'is not', null).execute()
  assert.deepEqual(rows.map(({ subject, completed_status_message }) => [subject, completed_status_message]).sort(), [
    ['Task 1', 'Both paid.'],
    ['Task 2', 'Both paid.'],
  ])
})

test('a view is saved, is a link for colleagues once it is shared, and is changed and removed', async () => {
  const page = await openList('debtors?show=overdue&order=name_desc')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Owner' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.locator('[aria-invalid="true"]:focus').fill('From the end')
  assert.deepEqual(await problemsOf(page, 'saving a view'), [])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/view=\d+/)
  await tab(page, /^From the end/)
    .and(page.locator('[aria-current]'))
    .waitFor()
  assert.equal(await tab(page, /./).and(page.locator('[aria-current]')).count(), 1)
  const address = page.url()
  // It is nobody else's yet: the filter in a link works, and the name is not shown.
  const other = await open(new URL(address).pathname + new URL(address).search, { as: robins, viewport: desk })
  await rowsOf(other).first().getByText('Debtor 20').waitFor()
  assert.equal(await tab(other, /^From the end/).count(), 0)
  assert.equal(await other.getByRole('columnheader', { name: 'Owner' }).count(), 1)
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Rename or share…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Backwards')
  await page.getByRole('checkbox', { name: /^Everybody in this administration/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await tab(page, /^Backwards/).waitFor()
  // An open page hears of it.
  await tab(other, /^Backwards/).waitFor()
  await other.getByRole('columnheader', { name: 'Owner' }).waitFor({ state: 'detached' })
  await other.getByRole('button', { name: 'Paused 0' }).click()
  await other.getByRole('button', { name: 'View', exact: true }).click()
  await other.getByText(/^Shared by /).waitFor()
  assert.equal(await other.getByRole('menuitem', { name: 'Remove the view' }).count(), 0)
  // A change is noticed and saved, and others learn of it from the view alone.
  await page.getByRole('columnheader', { name: 'Debtor' }).getByRole('button').click()
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await page.getByText('The view “Backwards” was saved.').first().waitFor()
  await page.getByRole('button', { name: 'Save the changes' }).waitFor({ state: 'detached' })
  await tab(page, /^All$/).click()
  await tab(page, /^Backwards/).click()
  await page.waitForURL(/order=name_asc/)
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Remove the view' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the view' }).click()
  await tab(page, /^Backwards/).waitFor({ state: 'detached' })
  assert.doesNotMatch(page.url(), /view=/)
  assert.match(page.url(), /show=overdue/)
})

test('letters keep views too', async () => {
  const page = await open(`${here}/letters?step=final_reminder`, { as: boss, viewport: desk })
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Final ones')
  await page.keyboard.press('Enter')
  await page.waitForURL(/view=\d+/)
  await tab(page, /^Final ones/)
    .and(page.locator('[aria-current]'))
    .waitFor()
  await tab(page, /^Sent/).click()
  await tab(page, /^Final ones/).click()
  await page.waitForURL(/step=final_reminder/)
})

test('invoices keep views too', async () => {
  const page = await openList('invoices?show=overdue&marks=not_in_case')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Not in a case')
  await page.keyboard.press('Enter')
  await page.waitForURL(/view=\d+/)
  await page.getByRole('button', { name: 'Held 0' }).click()
  await page.getByText('changed', { exact: true }).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Undo the changes' }).click()
  await page.getByText('changed', { exact: true }).waitFor({ state: 'detached' })
  assert.match(page.url(), /marks=not_in_case/)
})

test('? shows the keys of the page, those that work there and no others', async () => {
  const page = await openList('tasks')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await dialog.getByRole('term').first().waitFor()
  const shown = (await dialog.getByRole('term').allInnerTexts()).join(' ')
  assert.equal(shown, 'J K X E A Z / ↵ Esc Ctrl K ?')
  assert.deepEqual(await problemsOf(page, 'keys'), [])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByLabel('Search').press('?')
  assert.equal(await dialog.count(), 0)
  const reader = await sessionOf(site.service, await colleague(site, 'restricted'))
  const other = await openList('tasks', reader)
  await other.getByRole('button', { name: 'Keys' }).click()
  await other.getByRole('term').first().waitFor()
  assert.equal((await other.getByRole('term').allInnerTexts()).join(' '), 'J K X / ↵ Esc Ctrl K ?')
})

for (const [scheme, width] of [
  ['light', 390],
  ['dark', 1280],
] as const) {
  test(`everybody can use the lists in ${scheme} colours, ${width} wide`, async () => {
    const page = await openList('debtors', boss, { width, height: 800 })
    await page.emulateMedia({ colorScheme: scheme })
    const problems: string[] = []
    for (const list of ['debtors', 'credit_cases', 'payment_plans', 'tasks', 'debtors?show=all&text=zzz']) {
      await page.goto(`${site.service.app.base_url}${here}/${list}`)
      await rowsOf(page).first().or(page.getByText('Nothing found for')).first().waitFor()
      problems.push(...(await problemsOf(page, list)))
    }
    assert.deepEqual(problems, [])
  })
}
