import type { Failure } from '../../domain/mail_failure.ts'

/** A mail that says what became of another one. */
export type Report =
  | { kind: 'bounce'; failures: Failure[]; original_id: string | null }
  | { kind: 'complaint'; addresses: string[]; original_id: string | null }

/** What there is to read: headers, the text for people, and the parts that are for programs. */
export type Reported = {
  headers: ReadonlyMap<string, string>
  subject: string
  text: string
  parts: readonly { content_type: string; text: string }[]
}
