import { afterEach } from 'node:test'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { startBrowser } from '../../server/test/browser.ts'
import type { Tenant } from '../../server/test/given.ts'
import { type Service, startService } from '../../server/test/harness.ts'
import { until } from '../../server/test/until.ts'
import { givenPerson, signedIn, type Visitor, visitor } from '../../server/test/visitor.ts'
import { keepBrowsers } from './kept_browsers.ts'
import { sayWhatWasShown } from './what_was_shown.ts'

export type SignedIn = Visitor & { id: string; email_address: string }
type OpenOptions = BrowserContextOptions & {
  as?: Visitor
  /** Changes the browser before anything is opened in it; it goes with its test. */
  prepare?: (context: BrowserContext) => Promise<void>
}

export type Site = {
  service: Service
  tenant: Tenant
  /** Whoever administers the company. */
  boss: SignedIn
  /** Opens an address in a browser of its own, signed in as somebody or as nobody. */
  open: (path: string, options?: OpenOptions) => Promise<Page>
}

/** The whole service with one company, its administrator, and one browser: what the tests of a file share. */
export async function startSite(settings: Parameters<typeof startService>[0] = {}): Promise<Site> {
  const service = await startService(settings)
  const browser = await startBrowser()
  const tenant = await service.given.tenant()
  const boss = await signedIn(service, tenant.company_id)

  const kept = keepBrowsers(browser, service.app.base_url)
  const prepared: BrowserContext[] = []
  const opened = new Set<BrowserContext>()
  afterEach(async (test) => {
    await sayWhatWasShown(test, opened)
    opened.clear()
    await kept.giveBack()
    for (const context of prepared.splice(0)) await context.close()
  })

  const open: Site['open'] = async (path, { as, prepare, ...others } = {}) => {
    const options: BrowserContextOptions = { locale: 'en-GB', reducedMotion: 'reduce', ...others }
    const now = settings?.now?.()
    const setClock = async (one: BrowserContext) => now && shiftClock(one, now)
    let context: BrowserContext
    if (prepare) {
      context = await browser.newContext(options)
      prepared.push(context)
      await setClock(context)
      await prepare(context)
    } else {
      context = await kept.take(String(now?.getTime()), options, setClock)
    }
    if (as)
      await context.addCookies([...as.cookies].map(([name, value]) => ({ name, value, url: service.app.base_url })))
    opened.add(context)
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    await page.goto(`${service.app.base_url}${path}`)
    return page
  }
  return { service, tenant, boss, open }
}

/** Lets pages have the time of the service: what day it is they know from their own clock. */
const shiftClock = (context: BrowserContext, now: Date): Promise<unknown> =>
  context.addInitScript((ahead_ms) => {
    const RealDate = Date
    globalThis.Date = class extends RealDate {
      constructor(...given: []) {
        if (given.length === 0) super(RealDate.now() + ahead_ms)
        else super(...given)
      }
      static override now = (): number => RealDate.now() + ahead_ms
    } as DateConstructor
  }, now.getTime() - Date.now())

/** Fills in the form of the sign-in page, or of any page that shows it in place. */
export async function signInOn(page: Page, { email_address, password }: { email_address: string; password: string }) {
  await page.getByLabel('Email address').fill(email_address)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A browser session of somebody, apart from those of others. */
export async function sessionOf(service: Service, person: { email_address: string }): Promise<Visitor> {
  const own = visitor(service)
  await own.signIn(person)
  return own
}

/** Somebody of the company who is no company administrator. */
export const colleague = (
  { service, tenant }: Pick<Site, 'service' | 'tenant'>,
  role: 'administrator' | 'standard' | 'restricted' | null,
): Promise<{ id: string; email_address: string }> =>
  givenPerson(service, tenant.company_id, {
    company_role: null,
    rights: role === null ? {} : { [tenant.administration_id]: role },
  })

/** Amounts of an invoice of which nothing is paid. */
export const owing = (amount: string) => ({
  total_amount: amount,
  open_amount: amount,
  book_total_amount: amount,
  book_open_amount: amount,
})

type Kept = { id: string; subject: string; status: string; to: string[] }

/**
 * The mail with a link that was sent to an address last, once the service has put it aside. Jobs take a moment, and a
 * notice without a link may have come before.
 */
export async function keptMail(boss: Visitor, to: string): Promise<{ id: string; subject: string; link: string }> {
  const found = { id: '', subject: '', link: '' }
  await until(`a mail with a link for ${to} is put aside`, async () => {
    const { data } = (await boss.get('/console/mails')).body as { data: Kept[] }
    const mail = data.find((one) => one.to.includes(to))
    if (mail?.status !== 'kept') return false
    const { text } = (await boss.get(`/console/mails/${mail.id}/content`)).body as { text: string }
    const link = /\/link#\w+/.exec(text)?.[0]
    if (link !== undefined) Object.assign(found, { id: mail.id, subject: mail.subject, link })
    return link !== undefined
  })
  return found
}
