import type { ConsoleError } from '../api/console_error.ts'
import { fill } from './fill.ts'
import { sayKnownRefusal } from './known_refusals.ts'
import type { Words } from './languages.ts'

/** A refusal as a sentence for the reader. Codes have words of their own; the service's own sentence is the last resort. */
export function sayRefusal(words: Words, problem: ConsoleError): string {
  if (problem.code === 'unreachable') return words.refused_unreachable
  if (problem.code === 'session_ended') return words.refused_session_ended
  if (problem.code === 'session_changed') return words.refused_session_changed
  if (problem.code === 'unauthorized') return words.refused_unauthorized
  if (problem.code === 'forbidden') return words.refused_forbidden
  if (problem.code === 'not_found') return words.refused_not_found
  const known_sentence = sayKnownRefusal(words, problem.message)
  if (known_sentence !== null) return known_sentence
  if (problem.code === 'conflict') return words.problem_changed_elsewhere
  if (problem.code === 'too_many_requests') return sayWait(words, problem.wait_seconds)
  if (problem.status >= 500) return words.refused_fault
  return problem.message
}

export function sayWait(words: Words, seconds: number | null): string {
  if (seconds === null) return words.refused_wait_a_moment
  if (seconds < 90) return fill(words.refused_wait_seconds, { seconds })
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 120) return fill(words.refused_wait_minutes, { minutes })
  return fill(words.refused_wait_hours, { hours: Math.ceil(minutes / 60) })
}

/** Problems with parameters that the service is known to report; others are shown as they came. */
const known: readonly [RegExp, keyof Words][] = [
  [/^is missing$/, 'problem_missing'],
  [/^is wrong$/, 'problem_wrong'],
  [/^is wrong; does the clock/, 'wrong_code'],
  [/^must be an email address$/, 'problem_email_address'],
  [/^belongs to somebody who is here already$/, 'problem_email_address_taken'],
  [/^must have at least 12 characters$/, 'problem_password_short'],
  [/^is too easy to guess/, 'problem_password_common'],
  [/^must not be longer than/, 'problem_too_long'],
  [/^must have at most/, 'problem_too_long'],
  [/^must not hold a web address$/, 'problem_web_address'],
  [/^must be an https address/, 'problem_redirect_uri'],
  [/^must be accepted$/, 'sign_up_terms_problem'],
  [/^(is on already|is not on)$/, 'problem_changed_elsewhere'],
  [/^must be at least an hour after/, 'problem_sending_window'],
  [/^must be a time like/, 'problem_time'],
  [/^must be days like/, 'problem_days'],
  [/^must be email addresses/, 'problem_email_addresses'],
  [/^must have at least 1 of them/, 'problem_choose_one'],
  [/^must not be in the future$/, 'problem_future'],
  [/^must not be before .* the day of its latest letter$/, 'problem_before_letter'],
  [/^must not be below 0/, 'problem_below_zero'],
  [/^must be an amount/, 'problem_amount'],
  [/^must be a whole number/, 'problem_whole_number'],
  [/^must be an IBAN/, 'problem_iban'],
  [/^is needed where a holder or a BIC/, 'problem_iban_needed'],
  [/^must be the BIC of the bank/, 'problem_bic'],
  [/^must be a phone number/, 'problem_phone_number'],
]

/** A problem of one field in the reader's language. */
export function sayProblem(words: Words, problem: string, field?: string): string {
  if (field === 'current_password' && problem === 'is wrong') return words.wrong_current_password
  const [, least, most] = /^must be between (\S+) and (\S+)$/.exec(problem) ?? []
  if (least !== undefined && most !== undefined) return fill(words.problem_between, { least, most })
  const match = known.find(([pattern]) => pattern.test(problem))
  return match
    ? words[match[1]]
    : `${problem.charAt(0).toUpperCase()}${problem.slice(1)}${/[.!?]$/.test(problem) ? '' : '.'}`
}
