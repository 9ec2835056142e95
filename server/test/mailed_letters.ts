import assert from 'node:assert/strict'
import type { Database } from '../src/db/connect.ts'
import type { FileStore } from '../src/files/store.ts'
import { deliverMail } from '../src/follow_up/send/delivery.ts'
import { sendLetter } from '../src/follow_up/send/send.ts'
import { makeMailer } from '../src/mail/mailer.ts'
import { givenIn, type Tenant } from './given.ts'
import { performLetter, switchOn } from './given_letters.ts'

export const mail_from = { name: 'Dunlin', address: 'dunlin@example.com' }

/** Letters that were handed to the queue of mails, and attempts to deliver them, with no queue that runs by itself. */
export function mailedLetters(database: Database, smtp_url: string, at: Date) {
  const { db } = database
  const given = givenIn(db)
  // Mails without documents need no store.
  const store = {} as FileStore
  const base_url = () => 'https://dunlin.example.com'
  const { signal } = new AbortController()

  function senderOf(url: string, now: Date) {
    const open_file = async () => null
    const mailer = makeMailer({
      db,
      smtp_url: url,
      mail_from,
      data_dir: '/nonexistent',
      make_link: null,
      open_file,
      now: () => now,
    })
    return { database, store, base_url, now: () => now, mailer }
  }

  async function letterTo(
    addresses: object,
    own: object = {},
  ): Promise<{ tenant: Tenant; debtor_id: string; invoice_id: string; letter_id: string; mail_id: string }> {
    const tenant = await given.tenant()
    await switchOn(db, tenant, own)
    const debtor_id = await given.debtor(tenant, { postal_address_street_1: 'Keizersgracht 8', ...addresses })
    const invoice_id = await given.invoice(tenant, debtor_id)
    const letter_id = await performLetter(db, tenant, { invoice_ids: [invoice_id], at })
    const { administration_id } = tenant
    assert.equal(await sendLetter(senderOf(smtp_url, at), { administration_id, letter_id }), 'underway')
    const { id } = await db
      .selectFrom('mails')
      .select('id')
      .where('resource_id', '=', letter_id)
      .where('administration_id', '=', administration_id)
      .executeTakeFirstOrThrow()
    return { tenant, debtor_id, invoice_id, letter_id, mail_id: id }
  }

  /** One attempt, as the queue makes it; returns whether it is over. */
  async function attempt(mail_id: string, { now = at, url = smtp_url, last = false } = {}): Promise<boolean> {
    const sending = senderOf(url, now)
    try {
      await deliverMail(sending, { mail_id }, { last, signal })
      return true
    } catch {
      return false
    } finally {
      sending.mailer.close()
    }
  }

  return { senderOf, letterTo, attempt }
}
