import { anyOf, type Failure, failureSaid } from '../../domain/mail_failure.ts'
import { cleanLine } from '../reading/clean.ts'
import type { Reported } from './report.ts'

// Reports of servers that are older than the standard, or do not follow it: text for people, with the addresses and
// what was said of them somewhere in it.

const senders = anyOf('mailer[- ]daemon', 'postmaster', 'mail ?delivery', 'mail administrator')
const subjects = anyOf(
  ...['undeliver', 'delivery (status notification|failure|report|has failed|problem)', '(returned|failed) mail'],
  ...['failure notice', 'mail (delivery|system error)', 'could not (be )?(sent|deliver)', 'message not delivered'],
  ...['delayed', 'non[- ]?remis', 'unzustellbar', 'niet (af)?(geleverd|bezorgd)'],
)
const waiting_words = anyOf(
  ...['delay(ed)?', 'still (being )?(retr|try)', 'not (yet|been) (been )?delivered (yet|for)', 'keep trying'],
  ...['will (continue|be retried)', 'do not need to resend'],
)
const final_words = anyOf('permanent', 'giving up')
const report_words = anyOf('qmail-send', 'permanent (fatal )?error')

/** From here on a report repeats what it is about. */
const copy_begins = new RegExp(
  '^(-{2,}.*(copy of (the|your) message|returned message|original message|message (header|text) follows' +
    '|below this line).*|.*original message (header|follows|headers).*)$',
  'im',
)

const address_pattern = /[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,180}[a-z0-9])?/gi

/** The failures in such a report, or null when the mail is none. One without an address means whom the mail went to. */
export function informalFailures({ headers, subject, text }: Reported): Failure[] | null {
  const failed = headers.get('x-failed-recipients')
  if (failed === undefined && !isReport(headers, subject, text)) return null
  const cut = copy_begins.exec(text)
  const said = cut ? text.slice(0, cut.index) : text
  const addresses = failed === undefined ? addressesIn(said) : (failed.match(address_pattern) ?? [])
  const waits =
    waiting_words.test(`${subject}
${said.slice(0, 2_000)}`) && !final_words.test(said)
  const named = [...new Set(addresses.map((one) => one.toLowerCase()))].slice(0, 50)
  return (named.length === 0 ? [null] : named).map((address) => {
    const around = address === null ? said : near(said, address)
    return failureSaid(address, cleanLine(around, 500), waits)
  })
}

function isReport(headers: Reported['headers'], subject: string, text: string): boolean {
  if (!senders.test(headers.get('from') ?? '')) return false
  return headers.has('auto-submitted') || subjects.test(subject) || report_words.test(text)
}

const addressesIn = (text: string): string[] => text.slice(0, 20_000).match(address_pattern) ?? []

/** What stands behind an address, up to the next one in brackets. */
function near(text: string, address: string): string {
  const at = text.toLowerCase().indexOf(address)
  if (at < 0) return text.slice(0, 500)
  const rest = text.slice(at + address.length, at + address.length + 800).replace(/^[>:"')\s]+/, '')
  return rest.trim() === '' ? text.slice(0, at) : rest.split(/\n\s*<[^<\s]{1,64}@/)[0] || rest
}
