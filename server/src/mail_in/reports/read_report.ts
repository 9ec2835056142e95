import { asFailure, type Failure } from '../../domain/mail_failure.ts'
import { cleanLine } from '../reading/clean.ts'
import { fieldsOf, groupsOf } from './fields.ts'
import { informalFailures } from './informal.ts'
import type { Report, Reported } from './report.ts'

/** Reads a report about delivery (RFC 3464, or as servers wrote them before), or a complaint (RFC 5965); else null. */
export function readReport(reported: Reported): Report | null {
  const part = (...types: string[]) => reported.parts.find(({ content_type }) => types.includes(content_type))?.text
  const original_id = originalId(reported)
  const complaint = part('message/feedback-report')
  if (complaint !== undefined) return complaintOf(complaint, part('message/rfc822', 'text/rfc822-headers'), original_id)
  const status = part('message/delivery-status', 'message/global-delivery-status')
  if (status !== undefined) {
    const [, ...recipients] = groupsOf(status)
    const failures = recipients.flatMap((one) => failureOf(fieldsOf(one)))
    return { kind: 'bounce', failures, original_id }
  }
  const failures = informalFailures(reported)
  return failures === null ? null : { kind: 'bounce', failures, original_id }
}

function failureOf(fields: ReadonlyMap<string, string>): Failure[] {
  const action = fields.get('action')?.toLowerCase() ?? ''
  if (!['failed', 'delayed'].includes(action)) return []
  const given = fields.get('original-recipient') ?? fields.get('final-recipient') ?? ''
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0] ?? null
  const diagnostic = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+;\s*/, '')
  const reason = cleanLine(diagnostic || `${action} ${status ?? ''}`, 500)
  // Some say both, and the one that our mail was sent to may be either.
  const final = addressIn(fields.get('final-recipient') ?? '')
  return [...new Set([addressIn(given), final])]
    .filter((one): one is string => one !== null)
    .map((address) => asFailure({ address, status, reason, delayed: action === 'delayed' }))
}

/** `rfc822; somebody@example.com`, also where somebody put it in brackets. */
const addressIn = (value: string): string | null =>
  /[^\s<>;,"]+@[^\s<>;,"]+/.exec(value.replace(/^[\w-]+;\s*/, ''))?.[0]?.toLowerCase() ?? null

function complaintOf(report: string, original: string | undefined, original_id: string | null): Report {
  const fields = fieldsOf(report)
  const headers = fieldsOf(original ?? '')
  const given = [fields.get('original-rcpt-to'), fields.get('removal-recipient'), headers.get('to')]
  const addresses = given.flatMap((one) => addressIn(one ?? '') ?? [])
  return { kind: 'complaint', addresses: [...new Set(addresses)], original_id }
}

/** The Message-ID of what could not be delivered: in the copy that came along, or somewhere in the text. */
function originalId({ parts, text }: Reported): string | null {
  for (const { content_type, text: copy } of parts) {
    if (!/rfc822|message\/global/.test(content_type)) continue
    const found = fieldsOf(copy).get('message-id')
    if (found) return /<[^<>\s\p{Cc}]{3,250}>/u.exec(found)?.[0] ?? null
  }
  return /^\s*message-id:\s*(<[^<>\s\p{Cc}]{3,250}>)/imu.exec(text)?.[1] ?? null
}
