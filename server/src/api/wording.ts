import type { Resource } from './define.ts'

// How operations are spoken of, where they do not say it themselves.

export const words = (name: string): string => name.replaceAll('_', ' ')
export const plural = (one: string): string => (one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`)
export const withArticle = (one: string): string => `${/^[aeio]/i.test(one) ? 'an' : 'a'} ${one}`
export const sentence = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase())

export const batch_outcome = 'How many records were done, and what is wrong with the others.'

export const outcomes = ({ one }: Resource) => ({
  batch: batch_outcome,
  record: `The ${one}, as it is now.`,
  nothing: `Nothing: the ${one} is gone.`,
})
