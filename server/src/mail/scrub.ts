/**
 * What a server said, without the link that was in the mail: filters like to repeat what they did not like, and what
 * they say is stored.
 */
export function scrub(said: string, link: string): string {
  const secrets = link.match(/[A-Za-z0-9_-]{16,}/g) ?? []
  const without = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), said)
  return without.replace(/https?:\/\/[^\s<>"']+/gi, '[link]')
}

/** What a server said, for a log: whom a mail was for is personal, and servers repeat it. */
export const withoutAddresses = (said: string): string =>
  said.replace(/[^\s<>"'(),;:[\]]+@[^\s<>"'(),;:[\]]+/g, '[address]')
