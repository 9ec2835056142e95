import { createHmac } from 'node:crypto'

export type Signing = {
  /** The one that counts first, and for a day after it was renewed the one before. */
  secrets: readonly string[]
  /** The same over all attempts. */
  event_id: string
  /** Of this attempt alone. */
  attempt_id: string
  administration_id: string | null
  now: Date
}

/** The headers of one attempt, signed in both ways. */
export function headersOf(body: string, signing: Signing): Record<string, string> {
  const { secrets, event_id, attempt_id, administration_id, now } = signing
  const [current = '', previous] = secrets
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  return {
    'content-type': 'application/json',
    'user-agent': 'Dunlin-Webhooks',
    'x-dunlin-delivery': attempt_id,
    ...(administration_id === null ? {} : { 'x-dunlin-administration-identifier': administration_id }),
    'x-dunlin-signature': plainSignature(current, body),
    ...(previous === undefined ? {} : { 'x-dunlin-signature-previous': plainSignature(previous, body) }),
    'webhook-id': event_id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((one) => standardSignature(one, `${event_id}.${timestamp}.${body}`)).join(' '),
  }
}

/** Of the body alone, with the secret as it was shown. */
const plainSignature = (secret: string, body: string): string => createHmac('sha256', secret).update(body).digest('hex')

/** As Standard Webhooks has it: of id, moment and body, with the bytes that the secret stands for. */
const standardSignature = (secret: string, signed: string): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
