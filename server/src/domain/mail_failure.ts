/**
 * What a server says of an address: `hard` when mail will never arrive there, `soft` when this one did not and another
 * may, `delayed` while it is still being tried. A report may not name the address; then it is that of the mail.
 */
export type Failure = {
  address: string | null
  kind: 'hard' | 'soft' | 'delayed'
  status: string | null
  reason: string
}

type Said = { address: string | null; status: string | null; reason: string; delayed: boolean }

export function asFailure({ address, status, reason, delayed }: Said): Failure {
  return { address, kind: delayed ? 'delayed' : isHard(status, reason) ? 'hard' : 'soft', status, reason }
}

/** Any of these phrases, in large letters or small. */
export const anyOf = (...phrases: readonly string[]): RegExp => new RegExp(phrases.join('|'), 'i')

/** Nobody is there: in the words of servers. */
const unknown_words = anyOf(
  ...['user (is )?unknown', 'unknown (user|recipient|address)', 'not a known user', 'unrouteable address'],
  ...['no such (user|mailbox|recipient|address|person|account)', 'no mailbox (here )?by that name'],
  ...["does(n'?t| not) (exist|have an? .{0,40}account)", 'mailbox (is )?(not found|unavailable|disabled|unknown)'],
  ...['recipient (address )?(rejected|not found|unknown)', 'invalid (recipient|mailbox|address)'],
  ...['address (rejected|unknown|not found)', "couldn'?t be found", 'no longer (in use|available|valid|works? here)'],
  ...['account (has been |is )?(disabled|closed|inactive|suspended)', '(host|domain)( or domain)?( name)? not found'],
)
const full_words = anyOf('full', 'quota', 'too (many|large|big)', 'exceeded', 'storage')
const policy_words = anyOf(
  ...['spam', 'blocked', 'blacklist', 'block list', 'policy', 'reputation', 'dmarc', 'dkim', '\\bspf\\b', 'rate limit'],
  ...['greylist', 'try (again )?later', 'temporar'],
)

/** Codes of RFC 3463 of class 5 that are about the address; the others are about the mail, its sender or the way. */
const hard_codes = /^5\.(1\.(0|1|2|3|4|6|9|10)|2\.1|4\.4|7\.13|0\.0)$/

/** Whether the address is to blame. A full mailbox, a filter and a broken way are not the end of an address. */
export function isHard(status: string | null, reason: string): boolean {
  if (status !== null && !status.startsWith('5.')) return false
  if (full_words.test(reason) && !unknown_words.test(reason)) return false
  if (status !== null && hard_codes.test(status)) return !policyOnly(reason)
  if (unknown_words.test(reason)) return !/\b4\d\d[ -]/.test(reason)
  return false
}

const policyOnly = (reason: string): boolean => policy_words.test(reason) && !unknown_words.test(reason)

/** The same of what a server said in its own words: `550 5.1.1 no such mailbox`. */
export function failureSaid(address: string | null, reason: string, delayed = false): Failure {
  const status = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(reason)?.[0] ?? codeOf(reason)
  return asFailure({ address, status, reason, delayed })
}

/** An answer of three digits gives the class where no longer code does. */
function codeOf(text: string): string | null {
  const found = /(?:^|[\s#:(])([45])\d\d(?=$|[\s-])/.exec(text)?.[1]
  return found === undefined ? null : `${found}.0.0`
}
