/** Every state of a claim on a line. */
export const claim_statuses = ['action_required', 'auto_resubmit', 'draft', 'failed', 'processed', 'submitted'] as const

export type ClaimStatus = (typeof claim_statuses)[number]

/** What can happen to a claim, in the words of those who work with it. */
export const claim_triggers = {
  bundle_sent: 'The lines were bundled and sent to the insurer.',
  bundle_refused: 'The clearing house refused the bundle before the insurer saw it; all its lines fail.',
  accepted: 'The insurer accepts the claim in full.',
  rejected: 'The insurer rejects the claim, wholly or in part.',
  other_insurer_found: 'A check of the insurance found another insurer.',
  resubmitted: 'Staff, or the service itself, sends the claim again.',
  settled: 'The rejected part was invoiced to the patient, or accepted as a loss.',
  credited_and_resubmitted: 'A claim that had been handled was credited first, and then sent again.',
} as const

export type ClaimTrigger = keyof typeof claim_triggers

/**
 * A claim is drafted from a file and submitted in a bundle. The clearing house may refuse the whole bundle (failed), or
 * the insurer answers: accepted claims are processed, rejected ones wait for staff (action_required), and those that
 * belong to another insurer go out again by themselves (auto_resubmit). What was processed only moves again after it
 * was credited. Everything that is not listed here cannot happen.
 */
const moves: { readonly [From in ClaimStatus]: { readonly [Trigger in ClaimTrigger]?: ClaimStatus } } = {
  draft: { bundle_sent: 'submitted' },
  submitted: {
    bundle_refused: 'failed',
    accepted: 'processed',
    rejected: 'action_required',
    other_insurer_found: 'auto_resubmit',
  },
  auto_resubmit: { resubmitted: 'submitted' },
  action_required: { resubmitted: 'submitted', settled: 'processed' },
  // Corrected at its source, a failed claim comes in as a new line, or is sent again as it is.
  failed: { resubmitted: 'submitted' },
  processed: { credited_and_resubmitted: 'submitted' },
}

/** Where a claim goes when something happens to it; null when that cannot happen in this state. */
export const claimAfter = (status: ClaimStatus, trigger: ClaimTrigger): ClaimStatus | null =>
  moves[status][trigger] ?? null

/** Only a claim that failed may come in again under the same identifier; every other would be claimed twice. */
export const mayBeClaimedAgain = (status: ClaimStatus): boolean => status === 'failed'
