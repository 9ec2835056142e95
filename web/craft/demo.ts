import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Cookie } from 'playwright-core'
import { young_space } from '../../server/src/workers/young_space.ts'

type Card = {
  user: { email_address: string; password: string }
  administrations: { id: string }[]
  static_token: string
}

/** The site as somebody sees it who is signed in. */
export type Site = { base_url: string; here: string; token: string; administration_id: string; cookies: Cookie[] }

export type Demo = { pid: number; signIn: (browser: Browser) => Promise<Site>; stop: () => Promise<void> }

const program = fileURLToPath(new URL('../../server/bin/dunlin.js', import.meta.url))

/** A demo in a folder and on a port of its own, both of which go away again. */
export async function startDemo(debtors: string): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'dunlin-craft-'))
  // As root the database runs as another user, who must be able to enter.
  await chmod(folder, 0o711)
  const port = await freePort()
  const base_url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [young_space, program, 'demo', '--debtors', debtors], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, DATABASE_URL: '', SMTP_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  // Whatever goes wrong here, no demo is left behind.
  process.on('exit', () => child.kill('SIGTERM'))
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    while (
      !(await fetch(`${base_url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (child.exitCode !== null) throw new Error('The demo ended before it could be asked.')
      await pause(250)
    }
  } catch (problem) {
    await stop()
    throw problem
  }
  const card = JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8')) as Card
  return { pid: child.pid ?? 0, stop, signIn: (browser) => signIn(browser, base_url, card) }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

async function signIn(browser: Browser, base_url: string, card: Card): Promise<Site> {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${base_url}/sign_in`)
  await page.getByLabel('Email address').fill(card.user.email_address)
  await page.getByLabel('Password', { exact: true }).fill(card.user.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  const cookies = await context.cookies()
  await context.close()
  const administration_id = card.administrations[0]?.id ?? ''
  const here = `${base_url}/administrations/${administration_id}`
  return { base_url, here, administration_id, cookies, token: card.static_token }
}

/** A browser of somebody who is signed in, with nothing in its cache. */
export async function visit(browser: Browser, { cookies }: Site): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  await context.addCookies(cookies)
  return context
}
