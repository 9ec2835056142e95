/** Lines that break, and signs that turn the words beside them around. */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** Letters and signs that are drawn as nothing, beside spaces and what has no form at all. */
const blank = /^[\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0\u2800]*$/u

/** A name as it stands in one line among other words. */
export const oneLine = (text: string): string => text.replaceAll(unseen, ' ').trim()

/** Whether nobody would see a name. */
export const isBlank = (name: string): boolean => blank.test(name)
