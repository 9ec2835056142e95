import type { Browser } from 'playwright-core'
import { shiftOf, watchShifts } from '../e2e/looks.ts'
import { type Site, visit } from './demo.ts'
import { below, type Figure, plain } from './figures.ts'
import { becomesQuiet } from './quiet.ts'

const shift_max = 0.05

/** How far things move on every page after they were drawn, and whether a page asks for the same twice. */
export async function measurePages(browser: Browser, site: Site): Promise<Figure[]> {
  const context = await visit(browser, site)
  await watchShifts(context)
  const page = await context.newPage()
  const figures: Figure[] = []
  for (const [name, address] of await addresses(site)) {
    const asked = new Map<string, number>()
    const count = (request: { url: () => string; method: () => string; postData: () => string | null }): void => {
      const key = `${request.method()} ${request.url()} ${request.postData() ?? ''}`
      asked.set(key, (asked.get(key) ?? 0) + 1)
    }
    page.on('request', count)
    await page.goto(address)
    await becomesQuiet(page)
    page.off('request', count)
    figures.push(below(`${name}: layout shift`, await shiftOf(page), shift_max, plain))
    // The stream of what changed stays open, and the icon is asked for by the browser itself.
    const twice = [...asked].filter(([key, times]) => times > 1 && !/\/live|favicon/.test(key)).map(([key]) => key)
    const measured = twice.length === 0 ? 'none' : twice.map((key) => key.replace(site.base_url, '')).join(', ')
    figures.push({ name: `${name}: asked twice`, measured, promised: 'none', met: twice.length === 0 })
  }
  await context.close()
  return figures
}

/** Every page of an administration and of the company, and one record of each kind. */
async function addresses({ base_url, here, token, administration_id }: Site): Promise<[string, string][]> {
  const first = async (family: string): Promise<string> => {
    const answer = await fetch(`${base_url}/v1/${family}?administration_id=${administration_id}&per_page=1`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { data } = (await answer.json()) as { data: { id: string }[] }
    return data[0]?.id ?? ''
  }
  const lists = [
    ...['', '/inbox', '/outbox', '/tasks', '/overview', '/debtors', '/invoices', '/credit_cases', '/payment_plans'],
    ...[
      '/reports',
      '/flows',
      '/flows/business',
      '/letters',
      '/letter_texts',
      '/letter_texts/reminder_1',
      '/calculator',
    ],
    ...['/settings', '/webhooks', '/reply_texts'],
  ]
  const records: [string, string][] = []
  for (const family of ['debtors', 'invoices', 'credit_cases', 'payment_plans', 'tasks', 'messages'])
    records.push([`/${family}/…`, `${here}/${family}/${await first(family)}`])
  const company = ['/account', '/settings/connections', '/settings/users', '/settings/mail', '/settings/audit']
  return [
    ...lists.map((path): [string, string] => [path || '/', `${here}${path}`]),
    ...records,
    ...company.map((path): [string, string] => [path, `${base_url}${path}`]),
  ]
}
