import { fill } from './fill.ts'
import type { Words } from './languages.ts'

type Pattern = readonly [RegExp, Extract<keyof Words, `refusal_${string}`>]

/** Sentences with which the service refuses what pages ask for, and the words for each. */
export const known_refusals: readonly Pattern[] = [
  [/^Nothing is open of this debtor/, 'refusal_nothing_open'],
  [/^Nothing is open that this debtor/, 'refusal_nothing_asked'],
  [/^This debtor got a statement a moment ago/, 'refusal_statement_sent'],
  [/^The debtor has no email address/, 'refusal_no_address'],
  [/^All sending is stopped/, 'refusal_stopped'],
  [/^Nothing is open of the costs/, 'refusal_no_costs'],
  [/^Nothing leaves a sandbox/, 'refusal_sandbox_proof'],
  [/^Somebody else changed this draft/, 'refusal_draft'],
  [/^The books corrected what is open/, 'refusal_books'],
  [/^The company needs at least one administrator/, 'refusal_last_administrator'],
  [/^The debtor wrote again/, 'refusal_wrote_again'],
  [/^The file has to be checked first/, 'refusal_check_first'],
  [/^The text of the house counts already/, 'refusal_standard_text'],
  [/^There is no open invoice to write it with/, 'refusal_no_invoice'],
  [/^There is no open invoice that is not disputed/, 'refusal_all_disputed'],
  [/^No letter was mailed to this debtor yet/, 'refusal_no_mail'],
  [/^Everything of this debtor is stopped/, 'refusal_bankrupt'],
  [/is no sandbox/, 'refusal_no_sandbox'],
  [/^There are (?<count>\S+) sandboxes already/, 'refusal_sandboxes'],
  [/^Somebody started this sandbox over already/, 'refusal_started_over'],
  [/^There are debtors here already/, 'refusal_debtors_here'],
  [/^This application works by itself/, 'refusal_by_itself'],
  [/^This credit case has ended already/, 'refusal_case_ended'],
  [/^This credit case is paid by the terms of a payment plan/, 'refusal_case_planned'],
  [/^This does not wait any more/, 'refusal_decided_anew'],
  [/^This file is being imported/, 'refusal_importing'],
  [/^This file was imported already/, 'refusal_imported'],
  [/^This message belongs to a debtor already/, 'refusal_message_assigned'],
  [/^This payment (was taken back|has been reversed) already/, 'refusal_taken_back'],
  [/^This person has accepted already/, 'refusal_accepted'],
  [/^This task is completed/, 'refusal_task_completed'],
  [/^Your account was changed at the same moment/, 'refusal_same_moment'],
  [/^Switch your own second factor off/, 'refusal_second_factor'],
  [/^This email address belongs to somebody in another company/, 'refusal_other_company'],
  [/^The document is missing of: (?<numbers>.+)\. Upload it first/, 'refusal_documents'],
  [/^This batch was posted on (?<day>\S+) already/, 'refusal_posted'],
  [/^Of invoice (?<number>.+) (?<amount>\S+) is open by now/, 'refusal_owed'],
  [/^The flow .+ has no draft/, 'refusal_no_draft'],
  [/^Not ready for collection yet: (?<numbers>.+)\. Only invoices/, 'refusal_not_ready'],
  [/^A credit case is in one currency/, 'refusal_one_currency'],
  [/^Invoice (?<number>.+) is in .+; end that one before/, 'refusal_in_case'],
]

/** A sentence of the service in the reader's language; null for one that has no words here. */
export function sayKnownRefusal(words: Words, sentence: string): string | null {
  for (const [pattern, key] of known_refusals) {
    const found = pattern.exec(sentence)
    if (found) return fill(words[key], found.groups ?? {})
  }
  return null
}
