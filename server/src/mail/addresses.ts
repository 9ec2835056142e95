import { domainToASCII } from 'node:url'

/** The most addresses that one mail goes to; the table holds the same number. */
export const addresses_max = 50

/**
 * Whether a mail may be sent to what was typed: one address, of characters that cannot end a header, begin another
 * address, or mean something to a mail server.
 */
export function isAddress(text: string): boolean {
  if (text.length > 254) return false
  return /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text)
}

/** An address as mail servers know it: the domain in ASCII and lower case. */
export function plainAddress(text: string): string {
  // Most are so already, and looking through all rules of names in other scripts takes long.
  if (/@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]+$/.test(text) && !text.includes('--')) return text
  const at = text.lastIndexOf('@')
  return at < 0 ? text : `${text.slice(0, at)}@${domainToASCII(text.slice(at + 1))}`
}
