// How somebody can be reached: mail addresses and phone numbers, and what is wrong with them.

const name = /^[^\s@<>()[\]\\,;:"]{1,64}$/
const host = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/i

/** Whether a text is one mail address, as people have them: a name, and a host with a dot. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const dots = local.startsWith('.') || local.endsWith('.') || local.includes('..')
  return at > 0 && text.length <= 254 && !dots && name.test(local) && host.test(text.slice(at + 1))
}

/** Whether a text is a phone number: digits as E.164 counts them, with the usual signs between. */
export function isPhoneNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length
  return /^(\+|00)?[\d\s().\-/]+$/.test(text.trim()) && digits >= 6 && digits <= 15
}
