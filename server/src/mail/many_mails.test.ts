import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { givenIn } from '../../test/given.ts'
import { testDatabase } from '../../test/harness.ts'
import { startSmtp } from '../../test/smtp.ts'
import { makeMailer } from './mailer.ts'
import { type NewWrittenMail, sendManyWritten } from './send_mail.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** How many go out; the suite takes some, `MAILS=10000` what was promised. */
const mails = Number(process.env.MAILS ?? 500)
const portion = mails / 10
const at_once = 8
const { db } = await testDatabase()
const tenant = await givenIn(db).tenant()
const now = new Date('2026-11-16T09:00:00Z')

/** What is in use when nothing is under way. */
function used_mb(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 ** 2
}

test('very many letters go out over a few connections, and memory stays where it was', async () => {
  let arrived = 0
  let connections = 0
  const { url } = await startSmtp({
    onConnect(_session, done) {
      connections++
      done()
    },
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => {
        arrived++
        done()
      })
    },
  })
  const mailer = makeMailer({
    ...{ db, smtp_url: url, mail_from: { name: 'Dunlin', address: 'dunlin@example.com' }, data_dir: '/nonexistent' },
    ...{ make_link: null, open_file: async () => null, now: () => now },
  })
  const content = {
    language: 'en',
    subject: 'Reminder',
    text: 'Please pay. '.repeat(200),
    html: '<p>Pay</p>'.repeat(500),
  }
  const letter = (id: number): NewWrittenMail => ({
    ...{ kind: 'letter', to: [`debtor${id}@example.org`], content, sender_name: 'Creditor', reply_to: 'c@example.com' },
    about: { administration_id: tenant.administration_id, resource_type: 'letter', resource_id: String(id) },
    ...{ cc: [], bcc: [], attachments: [], automatic: true, now },
    fixed: { message_id_header: `<${id}@example.com>`, date: now.toISOString() },
  })
  const { signal } = new AbortController()
  const after_portions: number[] = []
  for (let first = 0; first < mails; first += portion) {
    const ids = await sendManyWritten(
      db,
      Array.from({ length: portion }, (_, place) => letter(first + place + 1)),
    )
    const left = ids[Symbol.iterator]()
    const work = async (): Promise<void> => {
      for (const mail_id of left) await mailer.deliver({ mail_id }, { last: false, signal })
    }
    await Promise.all(Array.from({ length: at_once }, work))
    after_portions.push(used_mb())
  }
  mailer.close()
  assert.equal(arrived, mails)
  assert.ok(connections < 200, `${connections} connections`)
  const [early = 0] = after_portions.slice(2)
  const last = after_portions.at(-1) ?? 0
  assert.ok(last - early < 12, `grew from ${early.toFixed(1)} to ${last.toFixed(1)} MB`)
})
