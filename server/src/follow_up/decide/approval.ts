import type { Context } from './context.ts'
import type { Letter } from './decision.ts'
import type { CaseFacts, InvoiceFacts } from './facts.ts'
import type { Next } from './look.ts'

type Record = Pick<InvoiceFacts, 'approved' | 'round'> | Pick<CaseFacts, 'approved' | 'round'>

/**
 * Whether a person has to let a step go. A case is opened without asking only where flow and administration both say
 * so. In a sandbox nothing has to be approved.
 */
export function approvalOf(
  { approved, round }: Record,
  { step, wish, flow }: Next,
  { rules }: Context,
): Letter['approval'] {
  const { sandbox, opens_cases } = rules.administration
  if (approved?.step === step && approved.round === round.number) return 'given'
  if (sandbox) return 'none'
  if (step === 'opening' && (flow.flow.end !== 'case' || !opens_cases)) return 'needed'
  return wish.approval ? 'needed' : 'none'
}

/** Says of a step whose day has come that it waits for a person, whatever else holds it. */
export function addApproval(record: Record, next: Next, context: Context): void {
  if (next.planned <= context.today && approvalOf(record, next, context) === 'needed') holdForApproval(next)
}

export function holdForApproval({ holds }: Next): void {
  if (!holds.some(({ reason }) => reason === 'approval')) holds.push({ reason: 'approval', since: null, until: null })
}

export const waitsForApproval = ({ holds }: Next): boolean => holds.some(({ reason }) => reason === 'approval')
