import type { Subject } from './staff.ts'

/** Who and what it is about. */
export const who = ({ debtor, record }: Subject): string => (record === '' ? debtor : `${debtor}, ${record}`)

/** Parts of a text that are there, with a space between. */
export const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ')

/** What others wrote, in quotes; empty when they wrote nothing. */
export const quoted = (text: unknown): string => (typeof text === 'string' && text !== '' ? `«${text}»` : '')
