import assert from 'node:assert/strict'
import type { Tenant } from './given.ts'
import { letterRow, performLetter, switchOn } from './given_letters.ts'
import { type Service, startService } from './harness.ts'
import { type Received, startSmtp } from './smtp.ts'
import { until } from './until.ts'

export type Reminded = {
  tenant: Tenant
  debtor_id: string
  invoice_ids: string[]
  letter_id: string
  /** The mail as a server took it, and the address of the debtor that it went to. */
  letter: Received
  address: string
}

type Wanted = { settings?: object; invoices?: number; debtor?: object }

type MailBothWays = {
  at: Date
  smtp: Awaited<ReturnType<typeof startSmtp>>
  service: Service
  /** Where mail is brought to the service. */
  port: number
  /** Has a company send a reminder to a debtor of its own. */
  reminded: (wanted?: Wanted) => Promise<Reminded>
}

/** A service that sends mail to a real server, and takes in what comes back. */
export async function startMailBothWays(): Promise<MailBothWays> {
  const at = new Date('2026-11-16T09:00:00Z')
  const smtp = await startSmtp()
  const receiver = { host: '127.0.0.1', port: 0, tls: null }
  const service = await startService({
    ...{ smtp_url: smtp.url, now: () => at, base_url: 'https://dunlin.example.com', jobs: { poll_s: 0.5 } },
    mail_in: { address: 'replies@in.example.com', receiver, imap_url: null },
  })
  const port = service.app.mail_in_port() ?? assert.fail('no port')
  const { db } = service.database
  const { given } = service
  const reminded = async ({ settings = {}, invoices = 1, debtor = {} }: Wanted = {}): Promise<Reminded> => {
    const tenant = await given.tenant()
    await switchOn(db, tenant, { settings: JSON.stringify({ engine_enabled: true, ...settings }) })
    const address = `debtor.${tenant.administration_id}@example.org`
    const debtor_id = await given.debtor(tenant, { primary_email_address: address, ...debtor })
    const invoice_ids: string[] = []
    while (invoice_ids.length < invoices) invoice_ids.push(await given.invoice(tenant, debtor_id))
    const letter_id = await performLetter(db, tenant, { invoice_ids, at, queued: true })
    await until('the letter is sent', async () => (await letterRow(db, tenant, letter_id)).status === 'sent')
    const letter = smtp.received.find(({ to }) => to.includes(address)) ?? assert.fail()
    return { tenant, debtor_id, invoice_ids, letter_id, letter, address }
  }
  return { at, smtp, service, port, reminded }
}
